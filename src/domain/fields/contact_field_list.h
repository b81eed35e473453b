#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/fields/contact_field.h"

namespace tradewind::domain {

// Every field that contacts have, as of one moment: ours in their order, then the store's, newest first. Immutable;
// copies share what they hold.
class ContactFieldList {
  public:
    ContactFieldList() : ContactFieldList({}, {}) {}
    // `custom` comes newest first. `default_country_code` is that of the store; our own phone gets it.
    ContactFieldList(std::vector<ContactField> custom, std::string_view default_country_code);

    [[nodiscard]] const std::vector<ContactField>& all() const { return content_->fields; }
    [[nodiscard]] std::span<const ContactField> custom() const;
    // By the id that clients use; null when there is none.
    [[nodiscard]] const ContactField* find(std::string_view id) const;
    // A custom one by the number under which its values are kept; null when there is none.
    [[nodiscard]] const ContactField* find_custom(std::int64_t number) const;
    // What a contact has in a field of this list that it has no value in, as JSON; empty when it has nothing then.
    [[nodiscard]] const std::string& default_json(const ContactField& field) const {
        return content_->default_jsons[static_cast<std::size_t>(&field - all().data())];
    }

  private:
    struct Content {
        std::vector<ContactField> fields;
        std::vector<std::string> default_jsons;                       // Of each of them.
        std::unordered_map<std::string_view, std::size_t> places;     // By id, a view into the field itself.
        std::unordered_map<std::int64_t, std::size_t> custom_places;  // By number.
    };

    std::shared_ptr<const Content> content_;
};

}  // namespace tradewind::domain
