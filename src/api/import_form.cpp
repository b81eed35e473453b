#include "api/import_form.h"

#include <utility>

namespace tradewind::api {
namespace {

using domain::ImportType;

class FormFields {
  public:
    explicit FormFields(const Form& form) : form_(form), problems_(form.problems) {}

    void refuse(std::string_view name, std::string_view reason) {
        problems_.push_back({.path = "/" + std::string(name), .reason = std::string(reason)});
    }
    // Null when it is missing, which is told.
    const std::string* required(std::string_view name) {
        const auto* const value = form_.find(name);
        if (value == nullptr) { refuse(name, "is required"); }
        return value;
    }
    std::optional<bool> flag(std::string_view name) {
        const auto* const value = required(name);
        if (value == nullptr) { return std::nullopt; }
        if (*value == "true" || *value == "false") { return *value == "true"; }
        refuse(name, "must be true or false");
        return std::nullopt;
    }
    std::optional<base::Id> id(std::string_view name, std::string_view reason) {
        const auto* const value = form_.find(name);
        const auto id = base::Id::parse(value == nullptr ? "" : *value);
        if (id && id.value()) { return *id.value(); }
        refuse(name, reason);
        return std::nullopt;
    }
    [[nodiscard]] bool has(std::string_view name) const { return form_.find(name) != nullptr; }
    std::vector<base::Problem> take_problems() { return std::move(problems_); }

  private:
    const Form& form_;
    std::vector<base::Problem> problems_;
};

std::optional<ImportType> read_type(FormFields& fields) {
    const auto* const word = fields.required("type");
    if (word == nullptr) { return std::nullopt; }
    const auto type = domain::import_type(*word);
    if (type && domain::family_of(*type) == domain::ImportFamily::Files) { return type; }
    fields.refuse("type", "must be contacts, products or coupons");
    return std::nullopt;
}

std::optional<char> read_delimiter(FormFields& fields) {
    const auto* const text = fields.required("delimiter");
    if (text == nullptr) { return std::nullopt; }
    const auto delimiter = domain::read_delimiter(*text);
    if (delimiter) { return delimiter.value(); }
    fields.refuse("delimiter", delimiter.error().problems.front().reason);
    return std::nullopt;
}

}  // namespace

ImportWish read_import_form(const Form& form, ImportOrigin origin) {
    FormFields fields(form);
    ImportWish wish;
    const auto type = read_type(fields);
    const auto delimiter = read_delimiter(fields);
    const auto overrides = fields.flag("overrideExisting");
    const auto only_empty = fields.flag("updateOnlyEmptyFields");
    if (only_empty.value_or(false) && !overrides.value_or(true)) {
        fields.refuse("updateOnlyEmptyFields", "can be true only when overrideExisting is");
    }
    if (type == ImportType::Coupons) {
        const bool is_there = fields.has("couponSetId");
        wish.options.coupon_set = fields.id("couponSetId", is_there ? "is no coupon set" : "is required for coupons");
    }
    if (origin == ImportOrigin::App && fields.has("segmentId")) {
        if (type.value_or(ImportType::Contacts) != ImportType::Contacts) {
            fields.refuse("segmentId", "can be named only for contacts");
        } else {
            wish.options.segment = fields.id("segmentId", "is no segment");
        }
    }
    if (!form.has_file) { fields.refuse(FormReader::file_part, "is required"); }
    wish.type = type.value_or(ImportType::Contacts);
    wish.options.delimiter = delimiter.value_or(',');
    wish.options.override_existing = overrides.value_or(false);
    wish.options.update_only_empty_fields = only_empty.value_or(false);
    wish.is_file_readable = type && delimiter && form.has_file;
    wish.problems = fields.take_problems();
    return wish;
}

}  // namespace tradewind::api
