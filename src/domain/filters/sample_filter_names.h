#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/filters/filter_names.h"

namespace tradewind::domain {

// A store for tests of filters: one custom field of each type, one event type, and three things with a name.
class SampleFilterNames {
  public:
    static constexpr base::Id segment{7'001};
    static constexpr base::Id coupon_set{7'002};
    static constexpr base::Id workflow{7'003};
    static constexpr base::Id event_type{7'004};

    SampleFilterNames() : fields_(custom_fields(), "34"), events_({}, {cart_updated()}) {}
    explicit SampleFilterNames(std::vector<ContactField> custom)
        : fields_(std::move(custom), "34"), events_({}, {cart_updated()}) {}

    [[nodiscard]] FilterNames names() const {
        return {.fields = fields_,
                .events = events_,
                .segment_name = only(segment, "Regulars"),
                .coupon_set_name = only(coupon_set, "Welcome"),
                .workflow_name = only(workflow, "Reminder")};
    }

    // Their numbers are 11, 12 and so on.
    static std::vector<ContactField> custom_fields() {
        using enum FieldType;
        std::vector<ContactField> fields{
            field("hobby", "Hobby", Text),   field("work", "Work e-mail", Email), field("fax", "Fax", Phone),
            field("pets", "Pets", Integer),  field("height", "Height", Decimal),  field("wedding", "Wedding day", Date),
            field("vip", "VIP", Boolean),    field("size", "Size", Radio),        field("colours", "Colours", Checkbox),
            field("f12", "Misleading", Text)};
        std::int64_t number = 11;
        for (auto& one : fields) { one.number = number++; }
        fields[2].default_country_code = "49";
        fields[7].options = {{"s", "Small"}, {"l", "Large"}};
        fields[8].options = {{"red", "Red"}, {"green", "Green"}, {"blue", "Blue"}};
        return fields;
    }

    // The same JSON with ids in place of `$segment`, `$couponSet`, `$workflow` and `$eventType`.
    static std::string with_ids(std::string json) {
        const std::pair<std::string_view, base::Id> words[]{
            {"$segment", segment}, {"$couponSet", coupon_set}, {"$workflow", workflow}, {"$eventType", event_type}};
        for (const auto& [word, id] : words) {
            for (auto place = json.find(word); place != std::string::npos; place = json.find(word)) {
                json.replace(place, word.size(), id.text());
            }
        }
        return json;
    }

  private:
    template <class Kind = ContactField>
    static Kind field(std::string_view id, std::string_view name, FieldType type) {
        Kind made;
        made.id = id;
        made.name = name;
        made.type = type;
        return made;
    }

    static CustomEventList::Type cart_updated() {
        CustomEventType type;
        type.id = event_type;
        type.name = "Cart updated";
        type.alias = "cart-updated";
        type.fields = {field<CustomEventField>("total", "Total", FieldType::Decimal),
                       field<CustomEventField>("_externalId", "Customer", FieldType::Text),
                       field<CustomEventField>("due", "Due", FieldType::Date),
                       field<CustomEventField>("state", "State", FieldType::Radio)};
        type.fields[3].options = {{"open", "Open"}, {"paid", "Paid"}};
        return std::make_shared<const CustomEventType>(std::move(type));
    }

    static FilterNames::NameOf only(base::Id known, std::string name) {
        return
            [known, name = std::move(name)](base::Id id) { return id == known ? std::optional(name) : std::nullopt; };
    }

    ContactFieldList fields_;
    CustomEventList events_;
};

}  // namespace tradewind::domain
