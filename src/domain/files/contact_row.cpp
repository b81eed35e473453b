#include "domain/files/contact_row.h"

#include <utility>

#include "base/csv_writer.h"
#include "base/json_pointer.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/files/contact_csv.h"
#include "domain/files/date_format.h"
#include "domain/files/row_file.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view email_id = "_email";
constexpr std::string_view external_id_id = "_externalId";

class RowReader {
  public:
    explicit RowReader(const ContactColumns& columns) : is_exported_(columns.are_exported) {}

    void read(const ContactField& field, std::string_view cell) {
        // In a file of somebody else's, what looks like the guard may belong to an external id.
        const bool is_external_id = field.id == external_id_id;
        const bool is_guarded =
            is_external_id ? is_exported_ : field.type == FieldType::Text || field.type == FieldType::Email;
        const auto text = is_guarded ? base::without_formula_guard(cell) : cell;
        if (is_external_id) { return read_key(field, ExternalId::parse(text), row_.external_id); }
        if (field.id == email_id) { return read_key(field, base::EmailAddress::parse(text), row_.email); }
        auto value =
            field.type == FieldType::Date ? read_date(field, text) : kind_of(field.type).read_text(text, field);
        if (!value) { return refuse(field, value.error()); }
        row_.patch.entries.push_back({.field = &field, .value = std::move(value).take()});
    }

    base::Result<ContactRow> finish() {
        if (problems_.empty() && !row_.email && !row_.external_id) {
            return base::bad_request("_email or _externalId is required");
        }
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        return std::move(row_);
    }

  private:
    [[nodiscard]] base::Result<FieldValue> read_date(const ContactField& field, std::string_view text) const {
        const auto moment = is_exported_ ? read_english_date(text) : std::nullopt;
        return moment ? kind_of(field.type).read_text(moment->text(), field)
                      : kind_of(field.type).read_text(text, field);
    }
    template <class Key>
    void read_key(const ContactField& field, base::Result<Key> key, std::optional<Key>& place) {
        if (!key) { return refuse(field, key.error()); }
        place = std::move(key).take();
    }
    void refuse(const ContactField& field, const base::Error& error) {
        for (const auto& problem : error.problems) {
            problems_.push_back({.path = base::pointer_to_member(field.id), .reason = problem.reason});
        }
    }

    const bool is_exported_;
    ContactRow row_;
    std::vector<base::Problem> problems_;
};

}  // namespace

std::string check_contact_header(const std::vector<std::string>& names) {
    const auto exported = exported_columns(names);
    const auto& ids = exported ? exported->names : names;
    if (auto problem = repeated_column(ids); !problem.empty()) { return problem; }
    if (has_column(ids, email_id) || has_column(ids, external_id_id)) { return {}; }
    return "has neither a column _email nor a column _externalId";
}

ContactColumns contact_columns(const std::vector<std::string>& header, const ContactFieldList& fields) {
    const auto exported = exported_columns(header);
    ContactColumns columns{.fields = {}, .are_exported = exported.has_value()};
    for (const auto& name : exported ? exported->names : header) {
        const auto* const field =
            exported && exported->name_fields ? find_exported_field(fields, name) : fields.find(name);
        columns.fields.push_back(field != nullptr && !field->read_only ? field : nullptr);
    }
    return columns;
}

base::Result<ContactRow> read_contact_row(const std::vector<std::string>& cells, const ContactColumns& columns) {
    RowReader reader(columns);
    for (std::size_t index = 0; index < columns.fields.size(); ++index) {
        const auto* const field = columns.fields[index];
        if (field != nullptr && !is_blank(cells[index])) { reader.read(*field, cells[index]); }
    }
    return reader.finish();
}

}  // namespace tradewind::domain
