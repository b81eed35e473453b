#include "storage/postgres/statement.h"

#include <libpq-fe.h>

#include <array>
#include <cassert>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "storage/database/json_column.h"
#include "storage/postgres/error.h"

namespace tradewind::storage {
namespace {

constexpr Oid bytes_type = 17;  // bytea
constexpr std::string_view bytes_prefix = "\\x";
constexpr std::size_t number_characters_max = 20;
constexpr int text_format = 0;
constexpr int binary_format = 1;

std::string call_of(std::string_view function, int parameters) {
    std::string sql = "SELECT " + std::string(function) + "(";
    for (int number = 1; number <= parameters; ++number) { sql += (number > 1 ? ", $" : "$") + std::to_string(number); }
    return sql + ")";
}

// As PostgreSQL writes an array. Never longer than the JSON.
std::string array_from(JsonList list) {
    constexpr std::string_view begin_of_texts = "[\"";
    if (!list.json.starts_with(begin_of_texts)) {
        return "{" + std::string(list.json.substr(1, list.json.size() - 2)) + "}";
    }
    std::string array = "{";
    for (const auto& text : texts_from_json(list.json)) {
        array += array.size() > 1 ? ",\"" : "\"";
        for (const char character : text) {
            if (character == '"' || character == '\\') { array += '\\'; }
            array += character;
        }
        array += '"';
    }
    return array + "}";
}

std::string_view cell(const pg_result& result, int row, int column) {
    return {PQgetvalue(&result, row, column), static_cast<std::size_t>(PQgetlength(&result, row, column))};
}

std::size_t characters_max(const Parameter& parameter) {
    const auto* text = std::get_if<std::string_view>(&parameter.value());
    const auto* bytes = std::get_if<Bytes>(&parameter.value());
    const auto* list = std::get_if<JsonList>(&parameter.value());
    if (list != nullptr) { return list->json.size(); }
    return text != nullptr ? text->size() : bytes != nullptr ? bytes->view.size() : number_characters_max;
}

unsigned digit_value(char digit) {
    return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

std::string bytes_from_hex(std::string_view text) {
    assert(text.starts_with(bytes_prefix));
    text.remove_prefix(bytes_prefix.size());
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t place = 0; place + 1 < text.size(); place += 2) {
        bytes.push_back(static_cast<char>(digit_value(text[place]) << 4 | digit_value(text[place + 1])));
    }
    return bytes;
}

}  // namespace

std::string_view words_of(const Query& query, PostgresKind kind) {
    if (kind == PostgresKind::Cluster && !query.cluster.empty()) { return query.cluster; }
    return query.postgres.empty() ? query.sql : query.postgres;
}

void ClearPostgresResult::operator()(pg_result* result) const noexcept {
    PQclear(result);
}

std::int64_t changed_rows(const pg_result& result) {
    // libpq asks for a result it might change, and does not.
    auto* unchanged = const_cast<pg_result*>(&result);
    if (std::string_view(PQcmdStatus(unchanged)).starts_with("SELECT")) { return 0; }
    const std::string_view text = PQcmdTuples(unchanged);
    std::int64_t count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

std::int64_t integer_in(const pg_result& result, int row, int column) {
    if (row >= PQntuples(&result) || PQgetisnull(&result, row, column) != 0) {
        throw DatabaseBroken("there is no number where one is kept");
    }
    const auto text = cell(result, row, column);
    std::int64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || stop != end) { throw DatabaseBroken("the column holds no whole number"); }
    return number;
}

std::string text_in(const pg_result& result, int row, int column) {
    return row < PQntuples(&result) ? std::string(cell(result, row, column)) : std::string();
}

PostgresValues::PostgresValues(std::string_view name, std::span<const Parameter> parameters) {
    std::size_t size = 0;
    for (const auto& parameter : parameters) { size += characters_max(parameter) + 1; }
    texts_.reserve(size);
    values_.reserve(parameters.size());
    lengths_.reserve(parameters.size());
    formats_.reserve(parameters.size());
    for (const auto& parameter : parameters) { add(name, parameter); }
}

void PostgresValues::add(std::string_view name, const Parameter& parameter) {
    const auto add_value = [&](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::monostate>) {
            values_.push_back(nullptr);
            lengths_.push_back(0);
            formats_.push_back(text_format);
        } else if constexpr (std::is_same_v<Value, std::int64_t>) {
            std::array<char, number_characters_max> digits;
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
            add_text(name, {digits.data(), static_cast<std::size_t>(end - digits.data())});
        } else if constexpr (std::is_same_v<Value, std::string_view>) {
            add_text(name, value);
        } else if constexpr (std::is_same_v<Value, JsonList>) {
            add_text(name, array_from(value));
        } else {
            if (value.view.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
                throw PostgresError(PostgresFailure::Statement, name, "bytes are too many");
            }
            values_.push_back(texts_.data() + texts_.size());
            texts_ += value.view;
            texts_ += '\0';
            lengths_.push_back(static_cast<int>(value.view.size()));
            formats_.push_back(binary_format);
        }
    };
    std::visit(add_value, parameter.value());
}

void PostgresValues::add_text(std::string_view name, std::string_view text) {
    if (text.find('\0') != std::string_view::npos) {
        throw PostgresError(PostgresFailure::Statement, name, "a text holds a zero byte");
    }
    const auto start = texts_.size();
    texts_ += text;
    texts_ += '\0';
    values_.push_back(texts_.data() + start);
    lengths_.push_back(0);
    formats_.push_back(text_format);
}

PostgresStatement::PostgresStatement(const Query& query, std::string name, PostgresKind kind)
    : query_name_(query.name),
      when_locked_(query.when_locked),
      sql_(words_of(query, kind)),
      // A cluster would have to take them apart again by their machines.
      insert_(kind == PostgresKind::Single ? InsertOfARow::find(sql_) : std::nullopt),
      writes_(kind == PostgresKind::Cluster ? writes_of(sql_) : std::vector<StatementWrite>()),
      name_(std::move(name)) {}

PostgresStatement::PostgresStatement(const PostgresStatement& of_a_row, std::size_t rows)
    : query_name_(of_a_row.query_name_),
      when_locked_(of_a_row.when_locked_),
      sql_(of_a_row.insert_.value().for_rows(rows)),
      name_(of_a_row.name_ + "x" + std::to_string(rows)) {}

PostgresStatement::PostgresStatement(const PostgresStatement& first, const PostgresStatement& second,
                                     std::string_view function, int parameters)
    : query_name_(first.query_name_ + " and " + second.query_name_),
      when_locked_(first.when_locked_.empty() ? second.when_locked_ : first.when_locked_),
      sql_(call_of(function, parameters)),
      name_(first.name_ + "and" + second.name_) {}

bool PostgresStatement::is_of(const Query& query, PostgresKind kind) const {
    return words_of(query, kind) == sql_;
}

void PostgresStatement::check_idle() const {
    if (result_) { throw std::logic_error(query_name_ + ": it is running already"); }
}

void PostgresStatement::start(PostgresResult result) {
    result_ = std::move(result);
    row_ = -1;
    bytes_.clear();
}

bool PostgresStatement::next() {
    if (!result_ || row_ + 1 >= PQntuples(result_.get())) { return false; }
    ++row_;
    bytes_.clear();
    return true;
}

bool PostgresStatement::is_null(int column) const {
    assert(result_ && row_ >= 0 && column >= 0 && column < PQnfields(result_.get()));
    return PQgetisnull(result_.get(), row_, column) != 0;
}

std::int64_t PostgresStatement::integer(int column) const {
    assert(result_ && row_ >= 0 && column >= 0 && column < PQnfields(result_.get()));
    return integer_in(*result_, row_, column);
}

std::string_view PostgresStatement::text(int column) const {
    assert(result_ && row_ >= 0 && column >= 0 && column < PQnfields(result_.get()));
    const auto text = cell(*result_, row_, column);
    if (PQftype(result_.get(), column) != bytes_type || text.empty()) { return text; }
    bytes_.resize(static_cast<std::size_t>(PQnfields(result_.get())));
    auto& bytes = bytes_[static_cast<std::size_t>(column)];
    if (bytes.empty()) { bytes = bytes_from_hex(text); }
    return bytes;
}

void PostgresStatement::finish() noexcept {
    result_.reset();
}

}  // namespace tradewind::storage
