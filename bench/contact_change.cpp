#include "contact_change.h"

#include "api/json_fields.h"
#include "contact_shape.h"

namespace tradewind::bench {
namespace {

using storage::Query;

constexpr Query find_by_email{.name = "bench.find_by_email", .sql = find_by_email_sql};
constexpr Query insert_email{.name = "bench.insert_email", .sql = insert_email_sql};
constexpr Query insert_contact{.name = "bench.insert_contact", .sql = insert_contact_sql};
constexpr Query update_contact{.name = "bench.update_contact", .sql = update_contact_sql};
constexpr Query insert_activity{.name = "bench.insert_activity", .sql = insert_activity_sql};
constexpr Query insert_queue{.name = "bench.insert_queue", .sql = insert_queue_sql};

// The bare loop has no need of this one: it knows all values beforehand.
constexpr Query read_contact{
    .name = "bench.read_contact",
    .sql = R"(SELECT email, name, surname, birthdate, mobile_phone, email_status, newsletter_status, custom_values,
                     created_at
              FROM bench_contacts WHERE id = $1)",
};

struct FullContact {
    Contact contact;
    CustomValues custom_values;
};

FullContact load(storage::Transaction& transaction, base::Id id) {
    auto rows = transaction.query(read_contact, {id.number});
    if (!rows.next()) { throw storage::DatabaseBroken("an address belongs to no contact"); }
    FullContact found;
    found.contact.id = id;
    found.contact.email = rows.text(0);
    found.contact.name = rows.text(1);
    found.contact.surname = rows.text(2);
    if (const auto birthdate = rows.maybe_integer(3)) { found.contact.birthdate = base::Instant{*birthdate}; }
    found.contact.mobile_phone = rows.text(4);
    found.contact.email_status = rows.text(5);
    found.contact.newsletter_status = rows.text(6);
    found.custom_values = custom_values_from_column(rows.text(7));
    found.contact.created_at = {rows.integer(8)};
    return found;
}

void apply(const ContactChange& change, FullContact& contact, base::Instant now) {
    domain::apply(contact_fields, change.fields, contact.contact);
    for (std::size_t index = 0; index < custom_fields.size(); ++index) {
        if (change.custom_values[index]) { contact.custom_values[index] = change.custom_values[index]; }
    }
    contact.contact.updated_at = now;
}

std::optional<std::int64_t> birthdate_column(const Contact& contact) {
    return contact.birthdate ? std::optional(contact.birthdate->milliseconds) : std::nullopt;
}

void insert(storage::Transaction& transaction, const FullContact& full, const std::string& email_key) {
    const auto& contact = full.contact;
    const auto custom_values = column_from_custom_values(full.custom_values);
    transaction.execute(insert_email, {email_key, contact.id.number});
    transaction.execute(insert_contact, {contact.id.number, contact.email, contact.name, contact.surname,
                                         birthdate_column(contact), contact.mobile_phone, contact.email_status,
                                         contact.newsletter_status, custom_values, contact.created_at.milliseconds});
}

void update(storage::Transaction& transaction, const FullContact& full) {
    const auto& contact = full.contact;
    const auto custom_values = column_from_custom_values(full.custom_values);
    transaction.execute(update_contact, {contact.name, contact.surname, birthdate_column(contact), contact.mobile_phone,
                                         contact.email_status, contact.newsletter_status, custom_values,
                                         contact.updated_at.milliseconds, contact.id.number});
}

// The values of that moment by which reports group.
std::string snapshot_of(const FullContact& full) {
    std::string snapshot;
    base::JsonWriter writer(snapshot);
    writer.begin_object();
    writer.key("emailStatus");
    writer.string(full.contact.email_status);
    writer.key("newsletter");
    writer.string(full.contact.newsletter_status);
    for (const std::size_t index : {std::size_t{2}, std::size_t{3}}) {
        if (!full.custom_values[index]) { continue; }
        writer.key(custom_fields[index].stored_key);
        writer.raw(*full.custom_values[index]);
    }
    writer.end_object();
    return snapshot;
}

void write_activity(storage::Transaction& transaction, base::Id activity, const FullContact& full,
                    std::string_view kind) {
    const auto& contact = full.contact;
    const auto snapshot = snapshot_of(full);
    const auto at = contact.updated_at.milliseconds;
    transaction.execute(insert_activity, {activity.number, contact.id.number, kind, at, origin, snapshot});
    transaction.execute(insert_queue, {contact.id.number % queue_buckets, activity.number, contact.id.number, at});
}

std::string rendered(const FullContact& full) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    api::write_fields(writer, contact_fields, full.contact);
    write_custom_values(writer, full.custom_values);
    writer.end_object();
    return json;
}

std::optional<base::Id> find_id(storage::Transaction& transaction, const std::string& email_key) {
    auto rows = transaction.query(find_by_email, {email_key});
    if (!rows.next()) { return std::nullopt; }
    return base::Id{rows.integer(0)};
}

}  // namespace

base::Result<ContactChange> read_contact_change(std::string_view email, std::string_view body) {
    auto address = base::EmailAddress::parse(email);
    if (!address) { return base::bad_request("The path must name a contact by e-mail address."); }
    const auto document = TRY(api::read_object(body));
    auto fields = api::read_fields(contact_fields, document.root(), api::ReadMode::Merge);
    auto problems = fields ? std::vector<base::Problem>() : fields.error().problems;
    auto custom_values = read_custom_values(document.root(), problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return ContactChange{.email = std::move(address).take(),
                         .fields = std::move(fields).take(),
                         .custom_values = std::move(custom_values)};
}

void create_schema(storage::Transaction& transaction) {
    static constexpr std::array<Query, schema.size()> statements = [] {
        std::array<Query, schema.size()> queries{};
        for (std::size_t index = 0; index < schema.size(); ++index) {
            queries[index] = {.name = "bench.create_schema", .sql = schema[index]};
        }
        return queries;
    }();
    for (const auto& statement : statements) { transaction.execute(statement); }
}

base::Result<api::JsonAnswer> change_contact(storage::Transaction& transaction, base::Outside& outside,
                                             const ContactChange& change) {
    const auto now = outside.clock.now();
    const auto known = find_id(transaction, change.email.key());
    FullContact full;
    if (known) {
        full = load(transaction, *known);
    } else {
        full.contact.id = outside.ids.next();
        full.contact.email = change.email.text();
        full.contact.created_at = now;
    }
    apply(change, full, now);
    if (known) {
        update(transaction, full);
    } else {
        insert(transaction, full, change.email.key());
    }
    write_activity(transaction, outside.ids.next(), full, known ? kind_updated : kind_created);
    return api::JsonAnswer{.status = 200, .body = rendered(full)};
}

}  // namespace tradewind::bench
