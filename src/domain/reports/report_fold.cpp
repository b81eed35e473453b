#include "domain/reports/report_fold.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <utility>

#include "base/decimal.h"
#include "domain/journal/activity.h"

namespace tradewind::domain {
namespace {

// In a key, each value follows one of these and ends with `value_end`, which no text holds. So keys sort by their
// values, shorter ones first, and nothing last.
constexpr char has_value = '\x01';
constexpr char has_none = '\x02';
constexpr char value_end = '\0';

// What a group and a remembered text take besides their own bytes, roughly.
constexpr std::size_t group_bytes = 400;
constexpr std::size_t remembered_text_bytes = 80;

void append_value(std::string& key, std::string_view text) {
    key.push_back(has_value);
    key.append(text);
    key.push_back(value_end);
}

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

bool fits_fields(const std::vector<ReportFieldFilter>& filters, const std::optional<base::JsonValue>& object) {
    return std::ranges::all_of(filters, [&](const ReportFieldFilter& filter) {
        const auto found = object ? texts_of(member(*object, filter.field_id)) : std::vector<std::string>();
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

bool is_about_field(ReportMetric metric) {
    return metric == ReportMetric::DistinctValues || metric == ReportMetric::SumOfValues;
}

}  // namespace

std::size_t ReportFold::DistinctNumbers::add(std::int64_t number) {
    if (!numbers_.empty() && numbers_.back() == number) { return 0; }
    const auto before = numbers_.capacity();
    if (numbers_.size() >= tidy_at_) {
        std::ranges::sort(numbers_);
        numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
        tidy_at_ = std::max(tidied_at_least, numbers_.size() * 2);
    }
    numbers_.push_back(number);
    return (numbers_.capacity() - before) * sizeof(std::int64_t);
}

std::size_t ReportFold::DistinctNumbers::add(const DistinctNumbers& other) {
    std::size_t grown = 0;
    for (const auto number : other.numbers_) { grown += add(number); }
    return grown;
}

std::size_t ReportFold::DistinctNumbers::count() const {
    auto numbers = numbers_;
    std::ranges::sort(numbers);
    return static_cast<std::size_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

ReportFold::ReportFold(std::shared_ptr<const ReportPlan> plan, const base::TimeZone& zone)
    : plan_(std::move(plan)), calendar_(zone) {
    for (const auto& metric : plan_->metrics) {
        // Of contacts each is there once.
        counts_contacts_ |=
            metric.tells == ReportMetric::NumberOfContacts && plan_->category != ReportCategory::Contacts;
        if (is_about_field(metric.tells)) { ++field_metrics_; }
    }
}

void ReportFold::add(const ReportRecord& record) {
    if (is_full() || !fits(record)) { return; }
    Share share{.record = record, .amount = record.amount, .units = record.units};
    std::optional<base::JsonDocument> moment;
    std::optional<base::JsonDocument> data;
    if (plan_->needs_moment()) {
        share.moment = moment.emplace(parse_kept(record.moment)).root();
        if (!fits_fields(plan_->filters.contact_fields, share.moment)) { return; }
    }
    if (plan_->category == ReportCategory::CustomEvents) {
        const auto root = data.emplace(parse_kept(record.data)).root();
        share.event_type = text_member(root, "eventTypeId").value_or("");
        if (!plan_->event_type.empty() && plan_->event_type != share.event_type) { return; }
        share.values = member(root, "values");
        if (!fits_fields(plan_->filters.event_fields, share.values)) { return; }
    }
    if (plan_->category == ReportCategory::ProductsSold) { return add_items(share); }
    add_share(share);
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
        case ReportGrouping::Kind:
            return {std::string(share.record.kind)};
        case ReportGrouping::EventType:
            return {std::string(share.event_type)};
        case ReportGrouping::Product:
            return item_text("productId");
        case ReportGrouping::Brand:
            return item_text("brand");
        case ReportGrouping::Category:
            return texts_of(member(share.item.value(), "categories"));
        case ReportGrouping::SourceType:
            return texts_of(share.record.source_type);
        case ReportGrouping::SourceName:
            return texts_of(share.record.source_name);
        case ReportGrouping::PaymentMethod:
            return texts_of(share.record.payment_method);
        case ReportGrouping::ContactField:
            return texts_of(member(share.moment.value(), grouping.field));
        case ReportGrouping::EventField:
            return share.values ? texts_of(member(*share.values, grouping.field)) : Texts();
        case ReportGrouping::Year:
        case ReportGrouping::Month:
        case ReportGrouping::Week:
        case ReportGrouping::Day:
        case ReportGrouping::Hour:
        case ReportGrouping::Weekday:
            break;
    }
    return {std::string(calendar_.name(grouping.by, share.record.at))};
}

void ReportFold::spread(std::size_t next, std::string& key, const Share& share) {
    if (next == plan_->groupings.size()) { return count(group(key), share); }
    const auto size = key.size();
    const auto& grouping = plan_->groupings[next];
    if (is_time(grouping.by)) {
        append_value(key, calendar_.name(grouping.by, share.record.at));
        spread(next + 1, key, share);
        key.resize(size);
        return;
    }
    const auto values = values_of(grouping, share);
    for (const auto& value : values) {
        append_value(key, value);
        spread(next + 1, key, share);
        key.resize(size);
    }
    if (values.empty()) {
        key.push_back(has_none);
        key.push_back(value_end);
        spread(next + 1, key, share);
        key.resize(size);
    }
}

ReportFold::Group& ReportFold::group(const std::string& key) {
    const auto [place, is_new] = groups_.try_emplace(key);
    auto& found = place->second;
    if (is_new) {
        found.fields.resize(field_metrics_);
        bytes_ += group_bytes + key.size() + field_metrics_ * sizeof(FieldValues);
    }
    return found;
}

void ReportFold::count(Group& group, const Share& share) {
    if (group.last_counted != share.record.id) {
        group.last_counted = share.record.id;
        ++group.count;
    }
    group.amount.add(share.amount);
    group.units.add(share.units);
    if (counts_contacts_ && share.record.contact) { bytes_ += group.contacts.add(*share.record.contact); }
    if (field_metrics_ > 0 && share.values) { note_fields(group, *share.values); }
}

void ReportFold::note_fields(Group& group, const base::JsonValue& values) {
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
    if (is_full()) { return; }
    std::string key;
    for (const auto& grouping : plan_->groupings) { append_value(key, calendar_.name(grouping.by, at)); }
    auto& counted = group(key);
    counted.count += count;
    counted.amount.add(amount);
}

void ReportFold::merge(const ReportFold& other) {
    for (const auto& [key, more] : other.groups_) {
        if (is_full()) { return; }
        auto& mine = group(key);
        mine.count += more.count;
        mine.amount.add(more.amount);
        mine.units.add(more.units);
        bytes_ += mine.contacts.add(more.contacts);
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

ReportRow ReportFold::row_of(const std::string& key, const Group& group) const {
    ReportRow row;
    for (std::size_t at = 0; at < key.size();) {
        const auto end = key.find(value_end, at);
        if (key[at] == has_none) {
            row.groups.emplace_back();
        } else {
            row.groups.emplace_back(key.substr(at + 1, end - at - 1));
        }
        at = end + 1;
    }
    const auto whole = [](std::int64_t number) {
        ReportNumber count;
        count.value.add(number);
        return count;
    };
    using Form = ReportNumber::Form;
    auto field = group.fields.begin();
    for (const auto& metric : plan_->metrics) {
        switch (metric.tells) {
            case ReportMetric::NumberOfPurchases:
            case ReportMetric::NumberOfActivities:
                row.numbers.push_back(whole(group.count));
                break;
            case ReportMetric::TotalPurchaseAmount:
                row.numbers.push_back({.value = group.amount, .form = Form::Money});
                break;
            case ReportMetric::AveragePurchaseAmount:
                row.numbers.push_back(
                    {.value = group.count == 0 ? base::WideSum() : group.amount.divided_by(group.count),
                     .form = Form::Money,
                     .shared = group.amount,
                     .shared_by = group.count});
                break;
            case ReportMetric::NumberOfContacts:
                row.numbers.push_back(
                    whole(counts_contacts_ ? static_cast<std::int64_t>(group.contacts.count()) : group.count));
                break;
            case ReportMetric::UnitsSold:
                row.numbers.push_back({.value = group.units, .form = Form::Count});
                break;
            case ReportMetric::DistinctValues:
                row.numbers.push_back(whole(static_cast<std::int64_t>((field++)->distinct.size())));
                break;
            case ReportMetric::SumOfValues:
                row.numbers.push_back({.value = (field++)->sum, .form = Form::Decimal});
                break;
        }
    }
    return row;
}

ReportTable ReportFold::table() const {
    ReportTable table{.columns = plan_->columns, .rows = {}};
    std::vector<const std::pair<const std::string, Group>*> places;
    places.reserve(groups_.size());
    for (const auto& place : groups_) { places.push_back(&place); }
    std::ranges::sort(places, {}, [](const auto* place) -> const std::string& { return place->first; });
    table.rows.reserve(places.size());
    for (const auto* const place : places) { table.rows.push_back(row_of(place->first, place->second)); }
    if (plan_->groupings.empty() && table.rows.empty()) {
        Group nothing;
        nothing.fields.resize(field_metrics_);
        table.rows.push_back(row_of("", nothing));
    }
    if (plan_->sort) { sort_rows(table.rows, *plan_->sort, plan_->groupings.size()); }
    return table;
}

}  // namespace tradewind::domain
