#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"

namespace tradewind::domain {

// Where the sample data of a store is: a shop with two years behind it, for a first look. Removing goes back to None.
enum class SampleShopState { None, Adding, There, Removing };

inline constexpr std::array<std::string_view, 4> sample_data_state_words{"none", "adding", "there", "removing"};

constexpr std::string_view word_of(SampleShopState state) {
    return sample_data_state_words[static_cast<std::size_t>(state)];
}

struct SampleShop {
    static constexpr std::int64_t contacts = 300;
    static constexpr std::int64_t days = 730;  // That the shop has behind it.

    SampleShopState state = SampleShopState::None;
    // When somebody asked for it, and the store was empty.
    base::Instant begun_at = {};
    // Of those that it has behind it, while it is being added.
    std::int64_t days_done = 0;
    // Of its segments and workflows, those that are not older.
    std::vector<base::Id> acting = {};
    // What was not removed, each with the reason.
    std::vector<std::string> kept = {};
    // Why it could not be added.
    std::optional<std::string> problem = {};

    // The end of the day before: what is older is of it.
    [[nodiscard]] base::Instant ends_at() const;
    // Whether what has this id was added with it.
    [[nodiscard]] bool holds(base::Id id) const;
};

}  // namespace tradewind::domain
