#include "domain/fields/contact_field_rules.h"

#include <algorithm>
#include <optional>

#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

class Completion {
  public:
    Completion(ContactField& field, const base::JsonValue& object, std::vector<base::Problem>& problems)
        : field_(field), traits_(kind_of(field.type).traits), object_(object), problems_(problems) {}

    void check_what_the_kind_has() {
        refuse_unless("maxLength", traits_.takes_max_length);
        refuse_unless("minValue", traits_.takes_value_bounds);
        refuse_unless("maxValue", traits_.takes_value_bounds);
        refuse_unless("minDate", traits_.takes_date_bounds);
        refuse_unless("maxDate", traits_.takes_date_bounds);
        refuse_unless("options", traits_.needs_options);
        demand_if("options", traits_.needs_options);
        refuse_unless("defaultCountryCode", traits_.needs_country_code);
        demand_if("defaultCountryCode", traits_.needs_country_code);
    }

    void check_bounds() {
        if (field_.type == FieldType::Integer) {
            check_whole("minValue", field_.min_value);
            check_whole("maxValue", field_.max_value);
        }
        if (field_.min_value && field_.max_value && *field_.max_value < *field_.min_value) {
            add("maxValue", "must not be below minValue");
        }
        if (field_.min_date && field_.max_date && *field_.max_date < *field_.min_date) {
            add("maxDate", "must not be before minDate");
        }
    }

    void decide_required() {
        if (!sent("required")) {
            field_.required = traits_.required_by_default;
        } else if (field_.required && !traits_.may_be_required) {
            add("required", "must be false for this type");
            field_.required = false;
        } else if (!field_.required && !traits_.may_be_optional) {
            add("required", "must be true for this type");
            field_.required = true;
        }
    }

    void read_default_value() {
        const auto value = sent("defaultValue");
        if (!traits_.takes_default_value) { return refuse_unless("defaultValue", false); }
        const bool depends_on_what_could_not_be_read =
            has_problem("required") && traits_.may_be_required && traits_.may_be_optional;
        if (depends_on_what_could_not_be_read) { return; }
        if (!field_.required) {
            if (value) { add("defaultValue", "goes only with required fields"); }
            return;
        }
        if (!value) { return add("defaultValue", "is required"); }
        if (traits_.needs_options && (field_.options.empty() || has_problem("options"))) { return; }
        auto read = kind_of(field_.type).read(*value, field_);
        if (read) {
            field_.default_value = std::move(read).take();
            return;
        }
        for (const auto& problem : read.error().problems) {
            problems_.push_back({.path = "/defaultValue" + problem.path, .reason = problem.reason});
        }
    }

  private:
    [[nodiscard]] std::optional<base::JsonValue> sent(std::string_view name) const {
        if (object_.kind() != base::JsonKind::Object) { return std::nullopt; }
        const auto value = object_.find(name);
        return value && !value->is_null() ? value : std::nullopt;
    }
    // Of the property itself or of something inside it.
    [[nodiscard]] bool has_problem(std::string_view name) const {
        const auto path = "/" + std::string(name);
        return std::ranges::any_of(problems_, [&](const base::Problem& problem) {
            return problem.path == path || problem.path.starts_with(path + "/");
        });
    }
    // The first problem of a property says enough.
    void add(std::string_view name, std::string_view reason) {
        if (has_problem(name)) { return; }
        problems_.push_back({.path = "/" + std::string(name), .reason = std::string(reason)});
    }
    void refuse_unless(std::string_view name, bool fits) {
        if (!fits && sent(name)) { add(name, "does not go with this type"); }
    }
    void demand_if(std::string_view name, bool needed) {
        if (needed && !sent(name)) { add(name, "is required"); }
    }
    void check_whole(std::string_view name, const std::optional<base::Decimal>& bound) {
        if (bound && bound->ten_thousandths % base::Decimal::scale != 0) { add(name, "must be a whole number"); }
    }

    ContactField& field_;
    const KindTraits& traits_;
    const base::JsonValue object_;
    std::vector<base::Problem>& problems_;
};

}  // namespace

void complete_new_contact_field(ContactField& field, const base::JsonValue& object,
                                std::vector<base::Problem>& problems) {
    // Without a type nothing can be said about the rest.
    const bool has_type = std::ranges::none_of(problems, [](const base::Problem& it) { return it.path == "/type"; });
    if (!has_type) { return; }
    Completion completion(field, object, problems);
    completion.check_what_the_kind_has();
    completion.check_bounds();
    completion.decide_required();
    completion.read_default_value();
}

}  // namespace tradewind::domain
