#include "domain/contact_field_list.h"

#include <iterator>

namespace tradewind::domain {

ContactFieldList::ContactFieldList(std::vector<ContactField> custom, std::string_view default_country_code)
    : fields_(system_contact_fields()) {
    for (auto& field : fields_) {
        if (field.type == FieldType::Phone) { field.default_country_code = default_country_code; }
    }
    fields_.insert(fields_.end(), std::make_move_iterator(custom.begin()), std::make_move_iterator(custom.end()));
    for (std::size_t place = 0; place < fields_.size(); ++place) { places_.emplace(fields_[place].id, place); }
}

std::span<const ContactField> ContactFieldList::custom() const {
    return std::span(fields_).subspan(system_contact_fields().size());
}

const ContactField* ContactFieldList::find(std::string_view id) const {
    const auto place = places_.find(id);
    return place == places_.end() ? nullptr : &fields_[place->second];
}

}  // namespace tradewind::domain
