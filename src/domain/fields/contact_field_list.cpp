#include "domain/fields/contact_field_list.h"

#include <iterator>

#include "base/json_writer.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {

ContactFieldList::ContactFieldList(std::vector<ContactField> custom, std::string_view default_country_code) {
    const auto content = std::make_shared<Content>();
    auto& fields = content->fields;
    fields = system_contact_fields();
    for (auto& field : fields) {
        if (field.type == FieldType::Phone) { field.default_country_code = default_country_code; }
    }
    fields.insert(fields.end(), std::make_move_iterator(custom.begin()), std::make_move_iterator(custom.end()));
    for (std::size_t place = 0; place < fields.size(); ++place) {
        const auto& field = fields[place];
        content->places.emplace(field.id, place);
        if (field.custom) { content->custom_places.emplace(field.number, place); }
        auto& json = content->default_jsons.emplace_back();
        base::JsonWriter writer(json);
        if (field.default_value) { kind_of(field.type).write(writer, *field.default_value); }
    }
    content_ = content;
}

std::span<const ContactField> ContactFieldList::custom() const {
    return std::span(all()).subspan(system_contact_fields().size());
}

const ContactField* ContactFieldList::find(std::string_view id) const {
    const auto place = content_->places.find(id);
    return place == content_->places.end() ? nullptr : &content_->fields[place->second];
}

const ContactField* ContactFieldList::find_custom(std::int64_t number) const {
    const auto place = content_->custom_places.find(number);
    return place == content_->custom_places.end() ? nullptr : &content_->fields[place->second];
}

}  // namespace tradewind::domain
