#include "jobs/activity_export_source.h"

#include <array>

#include "storage/database/json_column.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::jobs {
namespace {

using storage::Transaction;

constexpr std::array<std::string_view, 2> activity_file_endings{".csv", "-products.csv"};
constexpr std::int64_t activity_rows_per_count = 5'000;
// Of purchases, that are read at once.
constexpr std::size_t items_max = 1'000;

// The time and the id behind which the walk goes on.
std::string place_text(const storage::TimePlace& place) {
    return std::to_string(place.at.milliseconds) + " " + std::to_string(place.id);
}

// What a kind tells. It was written here, so that it is an object.
base::JsonDocument data_of(const domain::Activity& activity) {
    auto document = base::JsonDocument::parse(activity.data);
    if (!document || document.value().root().kind() != base::JsonKind::Object) {
        throw storage::DatabaseBroken("what an activity tells is damaged");
    }
    return std::move(document).take();
}

std::optional<domain::Purchase> purchase_of(Transaction& transaction, const domain::Activity& activity) {
    if (activity.kind != domain::ActivityKind::Purchase) { return std::nullopt; }
    const auto data = data_of(activity);
    const auto text = data.root().find("id");
    if (!text || text->kind() != base::JsonKind::String) { return std::nullopt; }
    const auto id = base::Id::parse(text->string());
    return id && id.value() ? storage::find_purchase(transaction, *id.value()) : std::nullopt;
}

std::string event_values_in(const base::JsonValue& data) {
    std::string json;
    if (const auto values = data.find("values")) {
        base::JsonWriter writer(json);
        base::write_json(writer, *values);
    }
    return json;
}

}  // namespace

ActivityExportSource::ActivityExportSource(const ExportReading& reading, const domain::Export& wanted)
    : reading_(reading),
      filters_(wanted.filters),
      kinds_(domain::wanted_kinds(wanted.filters)),
      style_(domain::cell_style(wanted)),
      csv_(wanted) {}

std::span<const std::string_view> ActivityExportSource::endings() const {
    return activity_file_endings;
}

ExportSlice ActivityExportSource::header() const {
    ExportSlice slice;
    domain::CsvCells cells(slice.texts[0], style_);
    csv_.header(cells);
    domain::CsvCells items(slice.texts[1], style_);
    domain::ActivityCsv::items_header(items);
    return slice;
}

storage::ActivityWalk ActivityExportSource::walk_from(const std::string& place, std::int64_t rows_max) const {
    storage::ActivityWalk walk{.after = {filters_.from->milliseconds},
                               .after_id = {0},  // Before every one of that moment.
                               .to = *filters_.to,
                               .segment = filters_.segment,
                               .rows_max = rows_max,
                               .bytes_max = SliceSize::bytes_max};
    if (!place.empty()) {
        const auto space = place.find(' ');
        walk.after = {std::stoll(place.substr(0, space))};
        walk.after_id = {std::stoll(place.substr(space + 1))};
    }
    return walk;
}

base::Result<ExportCount> ActivityExportSource::count(const std::string& place) {
    const auto slice = TRY(storage::read_and_wait(
        reading_.database, [walk = walk_from(place, activity_rows_per_count)](Transaction& transaction) {
            return base::Result(storage::activity_kinds_after(transaction, walk));
        }));
    ExportCount counted{.rows = 0, .place = place, .is_last = !slice.next};
    for (const auto& activity : slice.found) { counted.rows += is_wanted(activity.kind) ? 1 : 0; }
    if (slice.next) { counted.place = place_text(*slice.next); }
    return counted;
}

// Purchases are read one by one, so that no more of them than fit are in memory, whatever they hold.
base::Result<ActivityExportSource::Read> ActivityExportSource::read(const std::string& place) const {
    return storage::read_and_wait(
        reading_.database, [&, walk = walk_from(place, size_.rows())](Transaction& transaction) -> base::Result<Read> {
            const auto begun = reading_.clock.steady_now();
            Read read{.found = {}, .definitions = {}, .place = place};
            read.definitions = storage::definitions_in(transaction, reading_.definitions.current());
            auto slice = storage::activities_after(transaction, walk);
            read.is_last = !slice.next;
            if (slice.next) { read.place = place_text(*slice.next); }
            std::size_t items = 0;
            std::optional<storage::TimePlace> last;
            for (auto& told : slice.found) {
                const bool is_long = reading_.clock.steady_now() - begun > SliceSize::long_read;
                if (last && (items > items_max || is_long)) {
                    read.place = place_text(*last);
                    read.is_last = false;
                    break;
                }
                last = {.at = told.activity.at, .id = told.activity.id.number};
                if (!is_wanted(told.activity.kind)) { continue; }
                auto purchase = purchase_of(transaction, told.activity);
                if (purchase) { items += purchase->items.size(); }
                read.found.push_back({.told = std::move(told), .purchase = std::move(purchase)});
            }
            read.lasted = reading_.clock.steady_now() - begun;
            return read;
        });
}

base::Result<ExportSlice> ActivityExportSource::next(const std::string& place) {
    const auto read_now = TRY(read(place));
    size_.note(read_now.lasted);
    ExportSlice slice{.texts = {},
                      .rows = static_cast<std::int64_t>(read_now.found.size()),
                      .place = read_now.place,
                      .is_last = read_now.is_last};
    domain::CsvCells cells(slice.texts[0], style_);
    domain::CsvCells items(slice.texts[1], style_);
    for (const auto& found : read_now.found) {
        const auto data = data_of(found.told.activity);
        const auto event_values = event_values_in(data.root());
        const domain::ActivityRow row{.activity = found.told.activity,
                                      .email = found.told.email,
                                      .external_id = found.told.external_id,
                                      .data = data.root(),
                                      .event_values = event_values,
                                      .purchase = found.purchase,
                                      .fields = read_now.definitions->contact_fields};
        csv_.row(cells, row);
        domain::ActivityCsv::item_rows(items, row);
    }
    return slice;
}

}  // namespace tradewind::jobs
