#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gist/data/densify.hpp"
#include "gist/fit/part.hpp"
#include "gist/fit/search.hpp"

namespace gist {
namespace {

constexpr int most_rounds = 30;
/// Columns that may come in a round: so many at least, or this share of those that are in; of so many times as many
/// that are asked for what they would bring.
constexpr std::size_t at_least = 20, candidates_each = 4;
constexpr double share_coming = 0.3;
/// Coefficients that are in are asked whether they still pay every so many rounds.
constexpr int rounds_between_asking = 3;
/// To look at all columns in every round is most of the work where there are so many entries. Those that come in next
/// are nearly always among the most promising now: from so many times the columns that may come in one round a part is
/// chosen, for so many rounds.
constexpr Offset many_entries = 1 << 22;
constexpr std::size_t part_each = 16;
constexpr int rounds_on_part = rounds_between_asking;

std::size_t most_coming(std::size_t nonzeros) {
  return std::max(at_least, static_cast<std::size_t>(share_coming * static_cast<double>(nonzeros)));
}

}  // namespace

/// While it lasts the search stands on some of the columns: what it does then costs what they hold, and the place's
/// coefficients are theirs. The others are 0.
class Search::Stay {
 public:
  Stay(Search& search, std::span<const Index> columns, Place& place)
      : search_(search),
        place_(place),
        part_(search.problem(), columns, search.space().team()),
        ground_{part_.space(), part_.problem(), cpu::ExactMoves(part_.problem(), search.space().team())},
        before_(std::exchange(search.here_, &ground_)) {
    place.w = part_.of_whole(place.w);
    place.known.reset();
  }
  ~Stay() {
    search_.here_ = before_;
    place_.w = part_.to_whole(place_.w);
    place_.known.reset();
  }
  Stay(const Stay&) = delete;
  Stay& operator=(const Stay&) = delete;

 private:
  Search& search_;
  Place& place_;
  Part part_;
  Ground ground_;
  Ground* before_;
};

/// Whether it pays to stand on some of the columns for a few steps.
bool Search::by_parts() const {
  const Problem& all = problem();
  return all.design.kind() == "sparse" && all.lower.empty() && all.upper.empty() &&
         all.design.nonzeros() > many_entries;
}

/// Steps of the columns that are in, without a look at the others: what a model would let in now is mostly what the
/// loss itself, asked next, would not, and is hard to get rid of. The gradient of the others is not known then.
void Search::settle_among_themselves(int most, Place& place) {
  std::optional<Stay> stay;
  if (by_parts()) {
    moves().begin(look(place.w));
    stay.emplace(*this, moves().in_use(), place);
  }
  place.known.reset();
  space().confine(true);
  settle(most, place);
  space().confine(false);
  place.known.reset();
}

Search::Promising Search::promising(const WorkVector& w, std::size_t each) {
  auto point = look(w);
  point.gradient.resize(w.size());
  static_cast<cpu::CpuSpace&>(space()).gradient(point);  // of all columns, screened or not
  moves().begin(point);
  const std::size_t most = most_coming(nonzeros(w));
  return {moves().promising(point.gradient, space().curvatures_here(point), each * most), most};
}

/// Lets in the columns that are worth most, a few at a time, and settles the others after each: a column let in too
/// early, or together with another that does the same, is one that is hard to get rid of. Returns whether any came.
bool Search::grow_here(int rounds, Place& place) {
  for (int round = 0; round < rounds && !over() && !crowded(place.w); ++round) {
    const auto [columns, most] = promising(place.w, candidates_each);
    const std::size_t entered = moves().let_in(columns, most);
    moves().adjust();
    const bool last = entered == 0, ask = round % rounds_between_asking == rounds_between_asking - 1;
    if (last || ask) moves().let_go();  // it looks at every coefficient at least twice
    place.w = moves().w();
    if (last) return round > 0;
    settle_among_themselves(1, place);
    // Where these columns would be enough at another length no more are needed. But once the penalty is the larger part
    // of the objective, what is left of the loss is what chooses between columns.
    stretch(place, 1);
  }
  return true;
}

void Search::grow(Place& place) {
  if (!by_parts()) {
    grow_here(most_rounds, place);
    return;
  }
  for (int round = 0; round < most_rounds && !over() && !crowded(place.w); round += rounds_on_part) {
    auto columns = promising(place.w, part_each).columns;
    const auto in_use = moves().in_use();
    columns.insert(columns.end(), in_use.begin(), in_use.end());
    if (columns.empty()) return;
    std::sort(columns.begin(), columns.end());
    const Stay stay(*this, columns, place);
    if (!grow_here(rounds_on_part, place)) return;
  }
}

}  // namespace gist
