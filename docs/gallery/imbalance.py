"""Prediction under class imbalance."""
# %% [markdown]
# # Prediction under class imbalance
#
# One positive in about fifty. Three questions: does the fit survive it, should the rare class be given more weight, and what do the
# probabilities mean then?

# %%
import matplotlib.pyplot as plt
import numpy as np
from sklearn.metrics import average_precision_score, log_loss, roc_auc_score

from gistlearn import GistClassifier

random = np.random.default_rng(5)
X = random.standard_normal((20_000, 100))
logit = X[:, :5] @ np.array([1.0, -1.0, 0.8, 0.6, -0.6]) - 5.1
y = random.random(20_000) < 1 / (1 + np.exp(-logit))
X, X_test, y, y_test = X[:10_000], X[10_000:], y[:10_000], y[10_000:]
print(f"{y.sum()} of {len(y)} are positive: {100 * y.mean():.1f}%")

# %% [markdown]
# At a strength that keeps every coefficient at 0 the model is the intercept alone. It is not penalised and is found exactly, whatever the
# imbalance: the log-odds of the two classes.

# %%
empty = GistClassifier(alpha_ratio=1.001).fit(X, y)
assert not empty.coef_.any()
print(f"intercept {empty.intercept_[0]:.10f}, log-odds {np.log(y.mean() / (1 - y.mean())):.10f}")
assert abs(empty.intercept_[0] - np.log(y.mean() / (1 - y.mean()))) < 1e-6

# %% [markdown]
# Now a fit as it is, and one in which both classes weigh the same in total.

# %%
balanced = np.where(y, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
fits = {
    "plain": GistClassifier(alpha_ratio=0.1).fit(X, y),
    "weighted": GistClassifier(alpha_ratio=0.1).fit(X, y, sample_weight=balanced),
}
print(f"{'':<9} {'features':>8} {'AUC':>7} {'precision':>10} {'log loss':>9} {'mean probability':>17}")
scores = {}
for name, fit in fits.items():
    p = fit.predict_proba(X_test)[:, 1]
    scores[name] = (roc_auc_score(y_test, p), average_precision_score(y_test, p), log_loss(y_test, p), p.mean())
    print(f"{name:<9} {np.count_nonzero(fit.coef_):>8} {scores[name][0]:>7.4f} {scores[name][1]:>10.4f} {scores[name][2]:>9.4f} {p.mean():>17.4f}")
print(f"share of positives in the test half: {y_test.mean():.4f}")

# %%
for name, fit in fits.items():
    p = fit.predict_proba(X_test)[:, 1]
    edges = np.quantile(p, np.linspace(0, 1, 11))
    bins = np.clip(np.searchsorted(edges, p, side="right") - 1, 0, 9)
    shown = [b for b in range(10) if y_test[bins == b].mean() > 0]
    plt.loglog([p[bins == b].mean() for b in shown], [y_test[bins == b].mean() for b in shown], "o-", label=name)
plt.loglog([1e-4, 1], [1e-4, 1], ":", color="#808890")
plt.xlabel("predicted probability, in tenths of the samples")
plt.ylabel("share of positives")
plt.legend();

# %% [markdown]
# ## Conclusion
#
# The ranking is the same: AUC hardly changes with the weights. The probabilities are not: the plain fit's lie on the dotted line, the weighted
# fit's say how likely a positive would be if both classes were equally common. So: fit without weights, and move the *threshold* to where
# a missed positive costs as much as the false alarms it takes to find it. Weight samples when they stand for different numbers of cases, not
# to make a rare class common.
#
# A word on penalties. With a rare class the loss is nearly flat: its curvature along a column of unit variance is at most the variance of the label, here
# about 0.02. `mcp` with its default theta 3 leaves 0 by a jump wherever the curvature is below 1/3, and says so in a warning; a theta of 1/0.02 or more, or
# `l1` as on this page, does not.

# %%
assert abs(scores["plain"][0] - scores["weighted"][0]) < 0.02, "the ranking is nearly the same"
assert abs(scores["plain"][3] - y_test.mean()) < 0.005 < scores["weighted"][3] - y_test.mean(), "the probabilities are not"
