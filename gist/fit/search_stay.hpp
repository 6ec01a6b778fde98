#pragma once

#include <span>
#include <utility>

#include "gist/fit/part.hpp"
#include "gist/fit/search.hpp"

namespace gist {

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

}  // namespace gist
