#pragma once

#include <optional>
#include <string>
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
    [[nodiscard]] bool tells_origins() const { return version_ >= origins_since; }

    void header(CsvCells& cells) const;
    // `fields` are those of now: of a column whose field is gone there are no values any more.
    void row(CsvCells& cells, const Contact& contact, const ContactFieldList& fields,
             const std::optional<base::Instant>& subscribed_at) const;

  private:
    struct Member {
        const ContactMember* member;
        const ContactField* field;
    };

    const int version_;
    std::vector<Member> members_;  // System fields that have no place of their own.
    std::vector<ExportColumn> columns_;
};

// The header of such a file with the ids of fields in place of their names, so that it can be imported as it is; none
// when the header is another one.
std::optional<std::vector<std::string>> exported_field_ids(const std::vector<std::string>& header);

}  // namespace tradewind::domain
