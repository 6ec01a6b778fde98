"""What a reader has to know, in five points. The numbers in it are the ones the runner goes by."""

from __future__ import annotations

from ..runner import Limits
from ..targets import GAPS, STATIONARY
from .nonconvex import TIE

_LIMITS = Limits()

_POINTS = (
    "Every solver gets the same data, the same objective (mean loss + penalty, no intercept) and w = 0 to start from; "
    "*this benchmark* works out objective, non-zeros and certificate from the returned coefficients.",
    f"l1 has one minimum F*: entries are seconds to a relative gap of {GAPS[0]:g} / {GAPS[1]:g}, at the loosest "
    f"tolerance of that solver that gets there. `?` beside F*: not certain to {GAPS[1]:g} by the duality gap.",
    "Non-convex problems have many stationary points: entries are objective (non-zeros) seconds, then the critical, "
    f"prox and coordinate residuals over lambda. *Not stationary*: critical over {STATIONARY:g} lambda. *No "
    "minimiser*: the classes are separable where the penalty is flat; lower is then only further along.",
    f"`-` is a solver that did not get there in time ({_LIMITS.seconds:g} s, or {_LIMITS.times_best:g} times the "
    f"fastest but at least {_LIMITS.least:g} s for l1 and {_LIMITS.least_nonconvex:g} s otherwise) or failed: the "
    f"table at the end says why. An empty entry: it has no such model. Bold is the fastest, or within {TIE:.1%} of "
    "the lowest.",
    "Importing, compiling (JIT) and bringing the data into a solver's favourite form are timed apart. Ours begins "
    "with the matrix by rows and transposes inside its time where it needs to, as LIBLINEAR does; its certificate is in "
    "its time too. Differences under 30% are ties. Columns of a row need not be of one run, and hosts of one name are not "
    "equally fast: who is far behind is not measured as often as who is near the front.",
)

HOW_TO_READ = "".join(f"{number}. {point}\n" for number, point in enumerate(_POINTS, 1))
