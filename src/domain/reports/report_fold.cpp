#include "domain/reports/report_fold.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <utility>

#include "base/decimal.h"
#include "domain/contacts/contact.h"
#include "domain/journal/activity.h"

namespace tradewind::domain {
namespace {

// What a group and a remembered text take besides their own bytes, roughly.
constexpr std::size_t group_bytes = 400;
constexpr std::size_t remembered_text_bytes = 80;

bool holds(const std::optional<std::vector<std::string>>& wanted, std::optional<std::string_view> value) {
    return !wanted || (value && std::ranges::find(*wanted, *value) != wanted->end());
}

std::optional<base::JsonValue> member(const base::JsonValue& object, std::string_view name) {
    if (object.kind() != base::JsonKind::Object) { return std::nullopt; }
    return object.find(name);
}

std::optional<std::string_view> text_member(const base::JsonValue& object, std::string_view name) {
    const auto value = member(object, name);
    if (!value || value->kind() != base::JsonKind::String) { return std::nullopt; }
    return value->string();
}

// A value, or each of a list, as a row shows it; each once.
std::vector<std::string> texts_of(const std::optional<base::JsonValue>& value) {
    std::vector<std::string> texts;
    if (!value) { return texts; }
    switch (value->kind()) {
        case base::JsonKind::Null:
        case base::JsonKind::Object:
            break;
        case base::JsonKind::Boolean:
            texts.emplace_back(value->boolean() ? "true" : "false");
            break;
        case base::JsonKind::Number:
            texts.emplace_back(value->digits());
            break;
        case base::JsonKind::String:
            texts.emplace_back(value->string());
            break;
        case base::JsonKind::Array:
            for (const auto element : value->elements()) {
                if (element.kind() == base::JsonKind::String) { texts.emplace_back(element.string()); }
            }
            std::ranges::sort(texts);
            texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
            break;
    }
    return texts;
}

std::vector<std::string> texts_of(std::optional<std::string_view> text) {
    if (!text) { return {}; }
    return {std::string(*text)};
}

std::vector<std::string> member_texts(const std::optional<base::JsonValue>& object, std::string_view name) {
    return object ? texts_of(member(*object, name)) : std::vector<std::string>();
}

// What a contact had under a key of its moment; nothing without a moment.
std::vector<std::string> moment_texts(const std::optional<base::JsonValue>& moment, std::string_view key) {
    auto texts = member_texts(moment, key);
    const auto unwritten = unwritten_in_moment(key);
    if (moment && texts.empty() && !unwritten.empty()) { texts.emplace_back(unwritten); }
    return texts;
}

template <class TextsOf>
bool fits_fields(const std::vector<ReportFieldFilter>& filters, const std::optional<base::JsonValue>& object,
                 TextsOf texts_under) {
    return std::ranges::all_of(filters, [&](const ReportFieldFilter& filter) {
        const auto found = texts_under(object, filter.field_id);
        return std::ranges::any_of(found, [&](const std::string& text) {
            return std::ranges::find(filter.values, text) != filter.values.end();
        });
    });
}

base::JsonDocument parse_kept(std::string_view json) {
    auto document = base::JsonDocument::parse(json.empty() ? "{}" : json);
    if (!document) { throw std::runtime_error("what a report counts is damaged"); }
    return std::move(document).take();
}

std::int64_t ten_thousandths(const std::optional<base::JsonValue>& value) {
    if (!value || value->kind() != base::JsonKind::Number) { return 0; }
    const auto number = base::Decimal::parse(value->digits());
    return number ? number.value().ten_thousandths : 0;
}

std::int64_t whole_number(const std::optional<base::JsonValue>& value) {
    if (!value || value->kind() != base::JsonKind::Number) { return 0; }
    const auto number = base::parse_integer(value->digits());
    return number ? number.value() : 0;
}

// Whole numbers may be larger than a Decimal.
void add_number(base::WideSum& sum, const std::optional<base::JsonValue>& value) {
    constexpr std::int64_t in_a_unit = base::WideSum::unit / base::Decimal::scale;
    if (const auto whole = whole_number(value)) {
        sum.add_parts(whole / in_a_unit, whole % in_a_unit * base::Decimal::scale);
    } else {
        sum.add(ten_thousandths(value));
    }
}

}  // namespace

ReportFold::ReportFold(std::shared_ptr<const ReportPlan> plan, const base::TimeZone& zone, ReportRange range)
    : plan_(std::move(plan)), zone_(zone), range_(range), calendar_(zone) {
    counts_first_time_buyers_ =
        plan_->tells(ReportMetric::NumberOfFirstTimeBuyers) || plan_->tells(ReportMetric::NumberOfRecurringBuyers);
    counts_contacts_ = plan_->tells(ReportMetric::NumberOfBuyers) ||
                       plan_->tells(ReportMetric::NumberOfRecurringBuyers) ||
                       plan_->tells(ReportMetric::NumberOfActiveContacts);
    for (const auto& metric : plan_->metrics) {
        if (is_about_field(metric.tells)) { ++field_metrics_; }
    }
}

void ReportFold::add_empty_rows() {
    if (plan_->groupings.empty() || !plan_->is_by_time_alone()) { return; }
    const auto unit = plan_->smallest_unit();
    std::size_t place = 0;
    for (auto at = range_.from; at < range_.until; at = end_of_unit(zone_, unit, at)) {
        std::string key;
        append_time(key, at);
        group(key).place = ++place;
    }
}

void ReportFold::add(const ReportRecord& record) {
    if (is_full() || !fits(record)) { return; }
    Share share{.record = record, .amount = record.amount, .units = record.units};
    std::optional<base::JsonDocument> moment;
    std::optional<base::JsonDocument> data;
    std::optional<base::JsonDocument> segments;
    if (plan_->needs_moment()) {
        if (!record.moment.empty()) { share.moment = moment.emplace(parse_kept(record.moment)).root(); }
        if (!fits_fields(plan_->filters.contact_fields, share.moment, moment_texts)) { return; }
    }
    if (plan_->needs_segments()) { share.segments = segments.emplace(parse_kept(record.segments)).root(); }
    if (plan_->category == ReportCategory::CustomEvents) {
        const auto root = data.emplace(parse_kept(record.data)).root();
        share.event_type = text_member(root, "eventTypeId").value_or("");
        if (!plan_->event_type.empty() && plan_->event_type != share.event_type) { return; }
        share.values = member(root, "values");
        if (!fits_fields(plan_->filters.event_fields, share.values, member_texts)) { return; }
    }
    if (plan_->category == ReportCategory::ProductsSold) { return add_items(share); }
    if (is_within(record.at, 1)) { add_share(share); }
}

bool ReportFold::is_within(base::Instant at, std::int64_t count) {
    if (at < range_.from) {
        before_ += count;
    } else if (at >= range_.until) {
        after_ += count;
    } else {
        return true;
    }
    return false;
}

bool ReportFold::fits(const ReportRecord& record) const {
    const auto& filters = plan_->filters;
    switch (plan_->category) {
        case ReportCategory::Purchases:
        case ReportCategory::ProductsSold:
            return holds(filters.source_types, record.source_type) && holds(filters.source_names, record.source_name) &&
                   holds(filters.payment_methods, record.payment_method);
        case ReportCategory::Activities:
            return holds(filters.kinds, record.kind);
        case ReportCategory::CustomEvents:
            return record.kind == word_of(ActivityKind::CustomEvent);
        case ReportCategory::Contacts:
            break;
    }
    return true;
}

bool ReportFold::fits_item(const base::JsonValue& item) const {
    const auto& filters = plan_->filters;
    if (!holds(filters.product_ids, text_member(item, "productId"))) { return false; }
    if (!holds(filters.brands, text_member(item, "brand"))) { return false; }
    return !filters.categories || std::ranges::any_of(texts_of(member(item, "categories")), [&](const auto& category) {
        return holds(filters.categories, category);
    });
}

void ReportFold::add_items(const Share& purchase) {
    const auto document = parse_kept(purchase.record.items);
    if (document.root().kind() != base::JsonKind::Array) { return; }
    for (const auto item : document.root().elements()) {
        if (!fits_item(item)) { continue; }
        auto share = purchase;
        share.item = item;
        share.amount = ten_thousandths(member(item, "price"));
        share.units = whole_number(member(item, "quantity"));
        add_share(share);
    }
}

void ReportFold::add_share(const Share& share) {
    std::string key;
    spread(0, key, share);
}

ReportFold::Texts ReportFold::values_of(const ReportPlan::Grouping& grouping, const Share& share) {
    const auto item_text = [&](std::string_view name) { return texts_of(text_member(share.item.value(), name)); };
    switch (grouping.by) {
        case ReportGrouping::CohortYear:
        case ReportGrouping::CohortMonth:
        case ReportGrouping::LifeMonth:
            return cohort_values_of(grouping.by, share.record);
        case ReportGrouping::ActivityKind:
            return {std::string(share.record.kind)};
        case ReportGrouping::EventType: {
            const auto found = plan_->event_type_names.find(std::string(share.event_type));
            return found == plan_->event_type_names.end() ? Texts() : Texts{found->second};
        }
        case ReportGrouping::EventField:
            return member_texts(share.values, grouping.field);
        case ReportGrouping::Product:
            return item_text("productId");
        case ReportGrouping::ProductName:
            return item_text("name");
        case ReportGrouping::ProductBrand:
            return item_text("brand");
        case ReportGrouping::ProductCategory:
            return texts_of(member(share.item.value(), "categories"));
        case ReportGrouping::PurchaseOrigin:
            return texts_of(share.record.source_type);
        case ReportGrouping::PurchaseChannel:
            // Nothing that purchases could be credited to is sent yet.
            return {"none"};
        case ReportGrouping::SourceName:
            return texts_of(share.record.source_name);
        case ReportGrouping::PaymentMethod:
            return texts_of(share.record.payment_method);
        case ReportGrouping::ContactField:
            return moment_texts(share.moment, grouping.field);
        case ReportGrouping::Segment:
            return texts_of(share.segments);
        case ReportGrouping::Year:
        case ReportGrouping::Month:
        case ReportGrouping::Day:
        case ReportGrouping::Hour:
        case ReportGrouping::DayOfWeek:
        case ReportGrouping::Date:
        case ReportGrouping::YearMonth:
        case ReportGrouping::WeekStart:
            break;
    }
    return {std::string(calendar_.name(grouping.by, share.record.at))};
}

ReportFold::Texts ReportFold::cohort_values_of(ReportGrouping by, const ReportRecord& record) const {
    if (!record.first_bought_at) { return {}; }
    const auto first = calendar_.month_of(*record.first_bought_at);
    if (by == ReportGrouping::CohortYear) { return {std::to_string(static_cast<int>(first.year()))}; }
    if (by == ReportGrouping::CohortMonth) { return {std::to_string(static_cast<unsigned>(first.month()))}; }
    return {std::to_string((calendar_.month_of(record.at) - first).count())};
}

void ReportFold::spread(std::size_t next, std::string& key, const Share& share) {
    if (next == plan_->groupings.size()) { return count(group(key), share); }
    const auto size = key.size();
    const auto& grouping = plan_->groupings[next];
    if (is_time(grouping.by)) {
        append_to_key(key, grouping.by, calendar_.name(grouping.by, share.record.at));
        spread(next + 1, key, share);
        key.resize(size);
        return;
    }
    const auto values = values_of(grouping, share);
    for (const auto& value : values) {
        append_to_key(key, grouping.by, value);
        spread(next + 1, key, share);
        key.resize(size);
    }
    if (values.empty()) {
        append_nothing_to_key(key);
        spread(next + 1, key, share);
        key.resize(size);
    }
}

void ReportFold::append_time(std::string& key, base::Instant at) {
    for (const auto& grouping : plan_->groupings) { append_to_key(key, grouping.by, calendar_.name(grouping.by, at)); }
}

ReportGroup& ReportFold::group(const std::string& key) {
    const auto [place, is_new] = groups_.try_emplace(key);
    auto& found = place->second;
    if (is_new) {
        found.fields.resize(field_metrics_);
        bytes_ += group_bytes + key.size() + field_metrics_ * sizeof(ReportGroup::FieldValues);
    }
    return found;
}

void ReportFold::count(ReportGroup& group, const Share& share) {
    if (group.last_counted != share.record.id) {
        group.last_counted = share.record.id;
        ++group.count;
    }
    group.amount.add(share.amount);
    group.units.add(share.units);
    if (const auto contact = share.record.contact) {
        if (counts_contacts_) { bytes_ += group.contacts.add(*contact); }
        if (counts_first_time_buyers_ && share.record.is_first_purchase) {
            bytes_ += group.first_time_buyers.add(*contact);
        }
    }
    if (field_metrics_ > 0 && share.values) { note_fields(group, *share.values); }
}

void ReportFold::note_fields(ReportGroup& group, const base::JsonValue& values) {
    auto noted = group.fields.begin();
    for (const auto& metric : plan_->metrics) {
        if (!is_about_field(metric.tells)) { continue; }
        const auto value = member(values, metric.field);
        if (metric.tells == ReportMetric::SumOfValues) {
            add_number(noted->sum, value);
        } else {
            for (auto& text : texts_of(value)) {
                const auto size = text.size();
                if (noted->distinct.insert(std::move(text)).second) { bytes_ += remembered_text_bytes + size; }
            }
        }
        ++noted;
    }
}

void ReportFold::add_counted(base::Instant at, std::int64_t count, const base::WideSum& amount) {
    assert(plan_->is_count_by_time() && "somebody has to look at the records");
    if (is_full() || !is_within(at, count)) { return; }
    std::string key;
    append_time(key, at);
    auto& counted = group(key);
    counted.count += count;
    counted.amount.add(amount);
}

void ReportFold::merge(const ReportFold& other) {
    before_ += other.before_;
    after_ += other.after_;
    for (const auto& [key, more] : other.groups_) {
        if (is_full()) { return; }
        auto& mine = group(key);
        mine.count += more.count;
        mine.amount.add(more.amount);
        mine.units.add(more.units);
        bytes_ += mine.contacts.add(more.contacts);
        bytes_ += mine.first_time_buyers.add(more.first_time_buyers);
        for (std::size_t index = 0; index < field_metrics_; ++index) {
            mine.fields[index].sum.add(more.fields[index].sum);
            for (const auto& text : more.fields[index].distinct) {
                if (mine.fields[index].distinct.insert(text).second) { bytes_ += remembered_text_bytes + text.size(); }
            }
        }
    }
}

base::Result<void> ReportFold::check_size() const {
    if (groups_.size() > report_groups_max) {
        return base::invalid("/groupings", "give more than " + std::to_string(report_groups_max) +
                                               " rows; take fewer, or a shorter time");
    }
    if (bytes_ > report_bytes_max) {
        return base::invalid("/metrics", "have too many different values to count; take a shorter time");
    }
    return {};
}

std::unordered_map<const ReportGroup*, std::int64_t> ReportFold::levels() const {
    std::unordered_map<const ReportGroup*, std::int64_t> levels;
    if (!plan_->has_level()) { return levels; }
    std::vector<const ReportGroup*> spans;
    spans.reserve(groups_.size());
    for (const auto& [key, group] : groups_) { spans.push_back(&group); }
    std::ranges::sort(spans, {}, &ReportGroup::place);
    auto level = before_ + after_;
    for (const auto* const span : spans) { levels[span] = level += span->count; }
    return levels;
}

ReportTable ReportFold::table() {
    add_empty_rows();
    if (plan_->groupings.empty()) { group(""); }
    const auto level_of = levels();
    using Place = std::pair<const std::string, ReportGroup>;
    std::vector<const Place*> places;
    places.reserve(groups_.size());
    for (const auto& place : groups_) { places.push_back(&place); }
    std::ranges::sort(places, {}, [](const Place* place) -> const std::string& { return place->first; });
    ReportTable table{.columns = plan_->columns, .groupings = plan_->groupings, .rows = {}};
    table.rows.reserve(places.size());
    for (const auto* const place : places) {
        const auto level = level_of.empty() ? 0 : level_of.at(&place->second);
        table.rows.push_back(
            {.groups = values_in_key(place->first, *plan_), .numbers = numbers_of(*plan_, place->second, level)});
    }
    if (plan_->sort) { sort_rows(table, *plan_->sort); }
    return table;
}

}  // namespace tradewind::domain
