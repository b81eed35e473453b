#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.h"
#include "base/instant.h"
#include "domain/contacts/contact.h"

namespace tradewind::domain {

// What the purchases of a contact add up to; every score follows from it.
struct PurchaseFigures {
    std::int64_t purchases = 0;
    base::Decimal total_amount = {};
    std::optional<base::Instant> first_at = {};
    std::optional<base::Instant> last_at = {};

    friend bool operator==(const PurchaseFigures&, const PurchaseFigures&) = default;
};
PurchaseFigures purchase_figures(const Contact& contact);

// How recently, how often and for how much somebody buys, each from 1 to 5, and the group that these three make. All
// of them or none.
struct RfmScores {
    std::optional<std::int64_t> recency = {};
    std::optional<std::int64_t> frequency = {};
    std::optional<std::int64_t> monetary = {};
    std::optional<std::string> group = {};

    friend bool operator==(const RfmScores&, const RfmScores&) = default;
};
RfmScores rfm_scores(const Contact& contact);

inline constexpr std::int64_t rfm_score_max = 5;

// The id of the group; each score is from 1 to 5.
std::string_view rfm_group(std::int64_t recency, std::int64_t frequency, std::int64_t monetary);

// Where the fifths of some values begin.
class QuintileCuts {
  public:
    // Without values everything scores 1. Equal values score alike: by where the middle one of them stands; on the very
    // border of two fifths that is the better one.
    explicit QuintileCuts(std::vector<std::int64_t> values = {});

    // From 1 to 5, the largest values best. A value that was not among those given scores as the next smaller one did.
    [[nodiscard]] std::int64_t score(std::int64_t value) const;

  private:
    // The smallest value that scores 2, 3, 4, 5; one larger than any when none does.
    std::array<std::int64_t, rfm_score_max - 1> from_;
};

// Scores whoever bought within two years against all others who did: first everybody is added, then they are settled,
// then everybody can be asked for.
class RfmModel {
  public:
    // Up to so many buyers the fifths are exact. Beyond it they are those of a sample, every second, fourth, ... of the
    // buyers in the order in which they come, at least half as many: no more than 24 MB.
    static constexpr std::size_t buyers_max = 1'000'000;

    // Two years back from this moment; whoever bought later than it bought within them, too.
    explicit RfmModel(base::Instant as_of, std::size_t sample_max = buyers_max);

    void add(const PurchaseFigures& figures);
    void settle();
    // None for whoever bought nothing within two years.
    [[nodiscard]] RfmScores scores_of(const PurchaseFigures& figures) const;

  private:
    struct Buyer {
        std::int64_t last_at;
        std::int64_t purchases;
        std::int64_t average;
    };
    [[nodiscard]] bool counts(const PurchaseFigures& figures) const;

    const base::Instant since_;
    const std::size_t sample_max_;
    std::vector<Buyer> sample_;
    std::size_t stride_ = 1;
    std::size_t seen_ = 0;
    QuintileCuts recency_;
    QuintileCuts frequency_;
    QuintileCuts monetary_;
};

// Scores are made once a day, at 01:00 UTC. The last such moment that is not after this one.
base::Instant scores_due_at(base::Instant now);
// Whether those of `due` are still to be made when the last ones made were those of `made_for`. Ones of a time to come
// were made by a clock that was wrong, unless it is only a little ahead of ours.
bool are_scores_due(base::Instant made_for, base::Instant due);

}  // namespace tradewind::domain
