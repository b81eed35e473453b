#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/contacts/contact.h"
#include "domain/contacts/contact_members.h"
#include "domain/fields/contact_field_list.h"
#include "domain/files/csv_cells.h"
#include "domain/files/export.h"

namespace tradewind::domain {

// The rows of an export of contacts.
class ContactCsv {
  public:
    static constexpr int external_id_since = 3;
    static constexpr int origins_since = 5;

    explicit ContactCsv(const Export& wanted);

    // Whether rows tell when people subscribed.
    [[nodiscard]] bool tells_origins() const { return tells_origins_; }

    void header(CsvCells& cells) const;
    // `fields` are those of now: of a column whose field is gone there are no values any more.
    void row(CsvCells& cells, const Contact& contact, const ContactFieldList& fields,
             const std::optional<base::Instant>& subscribed_at) const;

  private:
    struct Member {
        const ContactMember* member;
        const ContactField* field;
    };

    const bool has_external_ids_;
    const bool tells_origins_;
    const bool names_fields_;
    const bool is_personal_;
    std::vector<Member> members_;  // System fields that have no place of their own.
    std::vector<ExportColumn> columns_;
};

// The names of the columns of custom fields in a file that names fields, in their order: the name of the field, or
// `Name (id)` where another column would have the same.
std::vector<std::string> named_columns(std::span<const ContactField> custom);

// The columns of such a file, so that it can be imported as it is.
struct ExportedColumns {
    std::vector<std::string> names;  // System fields by their ids; all others as they stand there, without the guard.
    bool name_fields = false;        // Those are names of custom fields, and not ids.
};
// None when the header is another one.
std::optional<ExportedColumns> exported_columns(const std::vector<std::string>& header);
// The field that a column of a file that names fields is about: a system field by its id, a custom one by its name, or
// by `Name (id)`. Null when there is none, or several have that name by now.
const ContactField* find_exported_field(const ContactFieldList& fields, std::string_view name);

}  // namespace tradewind::domain
