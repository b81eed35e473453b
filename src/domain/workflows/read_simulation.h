#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domain/filters/filter_names.h"
#include "domain/shop/product.h"
#include "domain/workflows/simulate.h"

namespace tradewind::domain {

inline constexpr std::size_t simulation_items_max = 1'000;                               // Of all purchases together,
inline constexpr std::size_t simulation_item_bytes_max = std::size_t{16} * 1024 * 1024;  // with their texts.

// By what a simulation is read.
struct SimulationNames {
    const FilterNames& names;
    // Each answers nothing when there is none.
    std::function<std::optional<SimulatedContact>(base::Id)> find_contact;
    std::function<std::optional<Product>(std::string_view product_id)> find_product;
};

// Somebody and what happens to them. Points into the fields of the names.
struct SimulationRequest {
    std::optional<SimulatedContact> contact = {};  // Nothing: nobody has the id that was sent.
    std::vector<SimulatedHappening> happens = {};
    base::Instant from = {};  // When it begins: now or with the first that happens, unless it was said.
    std::optional<std::int64_t> version = {};  // That was published; nothing: the draft.
};

// `{contactId | contact, happens, from, version}`. The Error is Invalid with all problems at once.
base::Result<SimulationRequest> read_simulation(const base::JsonValue& root, const SimulationNames& names,
                                                base::Instant now);

// As clients read it, as a whole object.
void write_simulation(base::JsonWriter& writer, const Simulation& simulation);

}  // namespace tradewind::domain
