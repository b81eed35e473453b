#include "storage/stores/contacts/contact_field_store.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::storage {
namespace {

constexpr Query contact_fields_find_query{
    .name = "contact_fields.find",
    .sql = R"(SELECT number, id, name, type, required, default_value, default_country_code, max_length, min_value,
                     max_value, min_date, max_date, options, created_at FROM contact_fields
              WHERE id = $1 AND deleted_at IS NULL)",
};

constexpr Query find_by_number_query{
    .name = "contact_fields.find_by_number",
    .sql = R"(SELECT number, id, name, type, required, default_value, default_country_code, max_length, min_value,
                     max_value, min_date, max_date, options, created_at FROM contact_fields WHERE number = $1)",
};

constexpr Query numbers_query{
    .name = "contact_fields.numbers",
    .sql = R"(SELECT number FROM contact_fields WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC)",
};

constexpr Query contact_fields_count_query{
    .name = "contact_fields.count",
    .sql = R"(SELECT count(*) FROM contact_fields WHERE deleted_at IS NULL)",
};

constexpr Query take_number_query{
    .name = "contact_field_numbers.take",
    .sql = R"(UPDATE contact_field_numbers SET last_number = last_number + 1 WHERE id = 1 RETURNING last_number)",
};

constexpr Query contact_fields_insert_query{
    .name = "contact_fields.insert",
    .sql = R"(INSERT INTO contact_fields (number, id, name, type, required, default_value, default_country_code,
                                          max_length, min_value, max_value, min_date, max_date, options, created_at)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14))",
};

constexpr Query contact_fields_delete_query{
    .name = "contact_fields.delete",
    .sql = R"(UPDATE contact_fields SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL)",
};

constexpr Query contact_fields_deleted_query{
    .name = "contact_fields.deleted",
    .sql = R"(SELECT number, deleted_at FROM contact_fields WHERE deleted_at IS NOT NULL
              ORDER BY deleted_at, number LIMIT 100)",
};

constexpr Query contact_fields_forget_query{
    .name = "contact_fields.forget",
    .sql = R"(DELETE FROM contact_fields WHERE number = $1 AND deleted_at IS NOT NULL)",
};

base::JsonDocument parse_column(std::string_view json) {
    auto document = base::JsonDocument::parse(json);
    if (!document) { throw DatabaseBroken("a column of contact_fields does not hold JSON"); }
    return std::move(document).take();
}

std::string options_json(const std::vector<domain::FieldOption>& options) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_array();
    for (const auto& option : options) {
        writer.begin_object();
        writer.key("id");
        writer.string(option.id);
        writer.key("label");
        writer.string(option.label);
        writer.end_object();
    }
    writer.end_array();
    return json;
}

std::string text_member(const base::JsonValue& object, std::string_view name) {
    const auto value = object.kind() == base::JsonKind::Object ? object.find(name) : std::nullopt;
    if (!value || value->kind() != base::JsonKind::String) { throw DatabaseBroken("an option is not id and label"); }
    return std::string(value->string());
}

std::vector<domain::FieldOption> options_from(std::string_view json) {
    const auto document = parse_column(json);
    if (document.root().kind() != base::JsonKind::Array) { throw DatabaseBroken("options are not a list"); }
    std::vector<domain::FieldOption> options;
    for (const auto option : document.root().elements()) {
        options.push_back({.id = text_member(option, "id"), .label = text_member(option, "label")});
    }
    return options;
}

std::optional<std::string> default_json(const domain::ContactField& field) {
    if (!field.default_value) { return std::nullopt; }
    std::string json;
    base::JsonWriter writer(json);
    domain::kind_of(field.type).write(writer, *field.default_value);
    return json;
}

// The rest of the field must be there already: it says what the value looks like.
domain::FieldValue default_from(std::string_view json, const domain::ContactField& field) {
    const auto document = parse_column(json);
    auto value = domain::kind_of(field.type).read(document.root(), field);
    if (!value) { throw DatabaseBroken("a default value does not fit its field"); }
    return std::move(value).take();
}

domain::FieldType type_from(std::string_view word) {
    const auto* const kind = domain::find_kind(word);
    if (kind == nullptr) { throw DatabaseBroken("a contact field has an unknown type"); }
    return kind->type;
}

// Numbers and moments as their columns hold them.
std::optional<std::int64_t> column_of(const std::optional<base::Decimal>& value) {
    return value ? std::optional(value->ten_thousandths) : std::nullopt;
}

std::optional<std::int64_t> column_of(const std::optional<base::Instant>& value) {
    return value ? std::optional(value->milliseconds) : std::nullopt;
}

template <class T>
std::optional<T> from_column(std::optional<std::int64_t> number) {
    return number ? std::optional(T{*number}) : std::nullopt;
}

domain::ContactField read_field(const Rows& rows) {
    domain::ContactField field;
    field.number = rows.integer(0);
    field.id = rows.text(1);
    field.name = rows.text(2);
    field.type = type_from(rows.text(3));
    field.required = rows.integer(4) != 0;
    field.default_country_code = rows.maybe_text(6);
    field.max_length = rows.maybe_integer(7);
    field.min_value = from_column<base::Decimal>(rows.maybe_integer(8));
    field.max_value = from_column<base::Decimal>(rows.maybe_integer(9));
    field.min_date = from_column<base::Instant>(rows.maybe_integer(10));
    field.max_date = from_column<base::Instant>(rows.maybe_integer(11));
    field.options = options_from(rows.text(12));
    field.created_at = {rows.integer(13)};
    if (!rows.is_null(5)) { field.default_value = default_from(rows.text(5), field); }
    return field;
}

std::optional<domain::ContactField> maybe_field(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_field(rows);
}

std::int64_t only_integer(Rows rows) {
    if (!rows.next()) { throw DatabaseBroken("the numbers of contact fields are gone"); }
    return rows.integer(0);
}

}  // namespace

std::optional<domain::ContactField> find_contact_field(Transaction& transaction, std::string_view id) {
    return maybe_field(transaction.query(contact_fields_find_query, {id}));
}

std::optional<domain::ContactField> find_contact_field(Transaction& transaction, std::int64_t number) {
    return maybe_field(transaction.query(find_by_number_query, {number}));
}

std::vector<std::int64_t> contact_field_numbers(Transaction& transaction) {
    auto rows = transaction.query(numbers_query);
    std::vector<std::int64_t> numbers;
    while (rows.next()) { numbers.push_back(rows.integer(0)); }
    return numbers;
}

std::int64_t count_contact_fields(Transaction& transaction) {
    return only_integer(transaction.query(contact_fields_count_query));
}

std::int64_t insert_contact_field(Transaction& transaction, const domain::ContactField& field) {
    const auto number = only_integer(transaction.query(take_number_query));
    const auto default_value = default_json(field);
    const auto options = options_json(field.options);
    transaction.execute(
        contact_fields_insert_query,
        {number, field.id, field.name, domain::kind_of(field.type).word, std::int64_t{field.required}, default_value,
         field.default_country_code, field.max_length, column_of(field.min_value), column_of(field.max_value),
         column_of(field.min_date), column_of(field.max_date), options, field.created_at.milliseconds});
    return number;
}

bool delete_contact_field(Transaction& transaction, std::string_view id, base::Instant when) {
    return transaction.execute_and_count(contact_fields_delete_query, {id, when.milliseconds}) > 0;
}

std::vector<DeletedContactField> deleted_contact_fields(Transaction& transaction) {
    auto rows = transaction.query(contact_fields_deleted_query);
    std::vector<DeletedContactField> fields;
    while (rows.next()) { fields.push_back({.number = rows.integer(0), .deleted_at = {rows.integer(1)}}); }
    return fields;
}

void forget_contact_field(Transaction& transaction, std::int64_t number) {
    transaction.execute(contact_fields_forget_query, {number});
}

}  // namespace tradewind::storage
