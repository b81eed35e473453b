#include "domain/shop/coupon_set.h"

#include <algorithm>

#include "domain/fields/json_fields.h"

namespace tradewind::domain {
namespace {

// What belongs to sets of one type alone.
void check_type(const Patch<CouponSet>& wanted, bool has_codes, std::vector<base::Problem>& problems) {
    const bool has_code = wanted.present[index_of(coupon_set_fields, "code")];
    const bool has_quantity = wanted.present[index_of(coupon_set_fields, "quantity")];
    const auto only_for = [&](std::string_view name, std::string_view type) {
        problems.push_back(
            {.path = "/" + std::string(name), .reason = "is only for sets of the type " + std::string(type)});
    };
    if (wanted.values.is_single()) {
        if (!has_code) { problems.push_back({.path = "/code", .reason = "is required for a single set"}); }
        if (has_codes) { only_for("codes", multiple_coupon_set); }
    } else {
        if (has_code) { only_for("code", single_coupon_set); }
        if (has_quantity) { only_for("quantity", single_coupon_set); }
    }
}

void write_number(base::JsonWriter& writer, std::string_view name, const std::optional<std::int64_t>& number) {
    writer.key(name);
    if (number) {
        writer.integer(*number);
    } else {
        writer.null();
    }
}

}  // namespace

base::Result<std::string> check_coupon_set_type(std::string_view text) {
    if (text != single_coupon_set && text != multiple_coupon_set) {
        return base::invalid("", "must be single or multiple");
    }
    return std::string(text);
}

base::Result<std::string> check_coupon_code(std::string_view text) {
    const bool has_control = std::ranges::any_of(
        text, [](char character) { return static_cast<unsigned char>(character) < ' ' || character == '\x7f'; });
    if (has_control) { return base::invalid("", "must not contain control characters"); }
    return std::string(text);
}

CouponCodes read_coupon_codes(const base::JsonValue& object) {
    std::vector<base::Problem> problems;
    auto wanted = read_fields(coupon_codes_fields, object, ReadMode::Create, problems).values;
    wanted.problems = std::move(problems);
    return wanted;
}

base::Result<NewCouponSet> read_coupon_set(const base::JsonValue& object) {
    std::vector<base::Problem> problems;
    auto wanted = read_fields(coupon_set_fields, object, ReadMode::Create, problems);
    auto codes = read_fields(optional_fields(coupon_codes_fields), object, ReadMode::Create, problems);
    // A type that could not be read says nothing about the rest.
    if (!wanted.values.type.empty()) { check_type(wanted, codes.present.any(), problems); }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return NewCouponSet{.set = std::move(wanted.values), .codes = std::move(codes.values.codes)};
}

void write_coupon_set(base::JsonWriter& writer, const CouponSet& set, const std::vector<base::Id>& workflows,
                      CouponSetView view) {
    using json_fields::write_member;
    writer.begin_object();
    write_member(writer, "id", set.id);
    write_member(writer, "name", set.name);
    write_member(writer, "type", set.type);
    write_member(writer, "code", set.code);
    write_number(writer, "quantity", set.quantity);
    write_number(writer, "available", set.available());
    write_member(writer, "assigned", set.assigned);
    writer.key("usedInWorkflows");
    writer.begin_array();
    for (const auto workflow : workflows) {
        writer.begin_object();
        write_member(writer, "workflowId", workflow);
        writer.end_object();
    }
    writer.end_array();
    if (view == CouponSetView::Management) {
        write_member(writer, "alertThreshold", set.alert_threshold);
        write_member(writer, "isLow", set.is_low());
        write_member(writer, "expiresAt", set.expires_at);
    }
    write_member(writer, "createdAt", set.created_at);
    write_member(writer, "updatedAt", set.updated_at);
    writer.end_object();
}

void write_coupon(base::JsonWriter& writer, const Coupon& coupon) {
    using json_fields::write_member;
    writer.begin_object();
    write_member(writer, "code", coupon.code);
    writer.key("state");
    writer.string(word_of(coupon.assigned_at ? CouponState::Assigned : CouponState::Available));
    write_member(writer, "contactId", coupon.contact);
    write_member(writer, "assignedAt", coupon.assigned_at);
    write_member(writer, "createdAt", coupon.created_at);
    writer.end_object();
}

}  // namespace tradewind::domain
