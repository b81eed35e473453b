#include "storage/sqlite/statement.h"

#include <sqlite3.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <variant>
#include <vector>

#include "storage/sqlite/connection.h"
#include "storage/sqlite/error.h"

namespace tradewind::storage {
namespace {

// A statement that once copied something large gives the room back.
constexpr std::size_t copies_kept_max = 16'384;

std::logic_error misuse(std::string_view name, std::string_view what) {
    return std::logic_error(std::string(name) + ": " + std::string(what));
}

// To SQLite a null pointer is NULL, and an empty view may hold one.
const char* data_of(std::string_view view) {
    return view.empty() ? "" : view.data();
}

std::string_view bytes_of(const Parameter& parameter) {
    if (const auto* text = std::get_if<std::string_view>(&parameter.value())) { return *text; }
    if (const auto* bytes = std::get_if<Bytes>(&parameter.value())) { return bytes->view; }
    if (const auto* list = std::get_if<JsonList>(&parameter.value())) { return list->json; }
    return {};
}

struct FinalizeProbe {
    void operator()(sqlite3_stmt* handle) const noexcept { sqlite3_finalize(handle); }
};
using Probe = std::unique_ptr<sqlite3_stmt, FinalizeProbe>;

Probe prepare_probe(sqlite3* database, std::string_view sql) {
    sqlite3_stmt* handle = nullptr;
    sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
    return Probe(handle);
}

// The tables that a statement reads or writes, as its preparation tells them.
std::vector<std::string> tables_in(sqlite3* database, std::string_view sql) {
    std::vector<std::string> tables;
    const auto note = [](void* noted, int action, const char* table, const char*, const char*, const char*) {
        auto& known = *static_cast<std::vector<std::string>*>(noted);
        const bool is_of_table =
            action == SQLITE_READ || action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE;
        if (is_of_table && std::find(known.begin(), known.end(), table) == known.end()) { known.emplace_back(table); }
        return SQLITE_OK;
    };
    sqlite3_set_authorizer(database, note, &tables);
    prepare_probe(database, sql);
    sqlite3_set_authorizer(database, nullptr, nullptr);
    return tables;
}

// Whether the newest row of a table cannot be found: a few pages tell.
bool has_bad_end(sqlite3* database, const std::string& table) {
    const auto probe = prepare_probe(database, "SELECT max(rowid) FROM \"" + table + "\"");
    return probe && sqlite3_step(probe.get()) != SQLITE_ROW;
}

// Where the damage is that a statement met, as far as a short look tells: `contacts, activities`.
std::string damaged_tables(sqlite3* database, std::string_view sql) {
    const auto tables = tables_in(database, sql);
    std::vector<std::string> bad;
    std::copy_if(tables.begin(), tables.end(), std::back_inserter(bad),
                 [&](const std::string& table) { return has_bad_end(database, table); });
    std::string names;
    for (const auto& table : bad.empty() ? tables : bad) { names += (names.empty() ? "" : ", ") + table; }
    return names;
}

}  // namespace

SqliteStatement::SqliteStatement(SqliteConnection& connection, std::string_view name, std::string_view sql)
    : connection_(connection), name_(name) {
    sqlite3_stmt* handle = nullptr;
    const auto code = sqlite3_prepare_v3(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                                         SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
    if (code != SQLITE_OK) { throw SqliteError::last_of(connection.handle(), name); }
    handle_.reset(handle);
    changes_rows_ = sqlite3_stmt_readonly(handle) == 0;
    const auto count = sqlite3_bind_parameter_count(handle);
    for (int number = 1; number <= count; ++number) {
        const auto slot = sqlite3_bind_parameter_index(handle, ("$" + std::to_string(number)).c_str());
        if (slot == 0) { throw misuse(name, "its parameters are not $1 to $" + std::to_string(count)); }
        slots_.push_back(slot);
    }
}

void SqliteStatement::FinalizeHandle::operator()(sqlite3_stmt* handle) const noexcept {
    sqlite3_finalize(handle);
}

bool SqliteStatement::is_of(const Query& query) const {
    return sqlite3_sql(handle_.get()) == query.sql;
}

void SqliteStatement::start(std::span<const Parameter> parameters) {
    check_ready(parameters.size());
    bind_copies(parameters);
    connection_.note_started();
    state_ = State::AtFirstRow;
    if (!step()) { state_ = State::AtEnd; }
}

std::int64_t SqliteStatement::execute(std::initializer_list<Parameter> parameters) {
    check_ready(parameters.size());
    std::size_t position = 0;
    for (const auto& parameter : parameters) { bind(position++, parameter); }
    connection_.note_started();
    state_ = State::AtRow;
    while (step()) {}
    reset();
    return changes_rows_ ? sqlite3_changes64(connection_.handle()) : 0;
}

int SqliteStatement::try_execute() noexcept {
    assert(state_ == State::Idle && slots_.empty());
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) { code = sqlite3_step(handle_.get()); }
    return sqlite3_reset(handle_.get());
}

bool SqliteStatement::next() {
    switch (state_) {
        case State::AtFirstRow:
            state_ = State::AtRow;
            return true;
        case State::AtRow:
            if (step()) { return true; }
            state_ = State::AtEnd;
            return false;
        case State::AtEnd:
        case State::Idle:
            return false;
    }
    return false;
}

bool SqliteStatement::is_null(int column) const {
    assert(state_ == State::AtRow && column >= 0 && column < sqlite3_column_count(handle_.get()));
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

std::int64_t SqliteStatement::integer(int column) const {
    assert(state_ == State::AtRow && column >= 0 && column < sqlite3_column_count(handle_.get()));
    assert(sqlite3_column_type(handle_.get(), column) == SQLITE_INTEGER && "the column holds no whole number");
    return sqlite3_column_int64(handle_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
    assert(state_ == State::AtRow && column >= 0 && column < sqlite3_column_count(handle_.get()));
    assert((sqlite3_column_type(handle_.get(), column) == SQLITE_TEXT ||
            sqlite3_column_type(handle_.get(), column) == SQLITE_BLOB) &&
           "the column holds neither text nor bytes");
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
    const auto size = sqlite3_column_bytes(handle_.get(), column);
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, static_cast<std::size_t>(size));
}

void SqliteStatement::finish() noexcept {
    if (state_ == State::Idle) { return; }
    reset();
    if (copies_.capacity() > copies_kept_max) { std::string().swap(copies_); }
}

void SqliteStatement::check_ready(std::size_t parameter_count) const {
    if (state_ != State::Idle) { throw misuse(name_, "it is running already"); }
    if (parameter_count != slots_.size()) {
        throw misuse(name_,
                     "it has " + std::to_string(slots_.size()) + " parameters, not " + std::to_string(parameter_count));
    }
}

void SqliteStatement::bind(std::size_t position, const Parameter& parameter) {
    const auto slot = slots_[position];
    const auto bind_value = [&](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::monostate>) {
            return sqlite3_bind_null(handle_.get(), slot);
        } else if constexpr (std::is_same_v<Value, std::int64_t>) {
            return sqlite3_bind_int64(handle_.get(), slot, value);
        } else if constexpr (std::is_same_v<Value, std::string_view>) {
            return sqlite3_bind_text64(handle_.get(), slot, data_of(value), value.size(), SQLITE_STATIC, SQLITE_UTF8);
        } else if constexpr (std::is_same_v<Value, JsonList>) {
            return sqlite3_bind_text64(handle_.get(), slot, data_of(value.json), value.json.size(), SQLITE_STATIC,
                                       SQLITE_UTF8);
        } else {
            return sqlite3_bind_blob64(handle_.get(), slot, data_of(value.view), value.view.size(), SQLITE_STATIC);
        }
    };
    if (std::visit(bind_value, parameter.value()) != SQLITE_OK) {
        throw SqliteError::last_of(connection_.handle(), name_);
    }
}

// Rows are fetched while the caller goes on, and by then a text that was passed in place is gone.
void SqliteStatement::bind_copies(std::span<const Parameter> parameters) {
    copies_.clear();
    std::size_t size = 0;
    for (const auto& parameter : parameters) { size += bytes_of(parameter).size(); }
    copies_.reserve(size);
    std::size_t position = 0;
    for (const auto& parameter : parameters) {
        const auto bytes = bytes_of(parameter);
        const std::string_view copy(copies_.data() + copies_.size(), bytes.size());
        copies_.append(bytes);
        const bool is_text = std::holds_alternative<std::string_view>(parameter.value()) ||
                             std::holds_alternative<JsonList>(parameter.value());
        if (is_text) {
            bind(position, Parameter(copy));
        } else if (std::holds_alternative<Bytes>(parameter.value())) {
            bind(position, Parameter(Bytes{copy}));
        } else {
            bind(position, parameter);
        }
        ++position;
    }
}

bool SqliteStatement::step() {
    const auto code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) { return true; }
    if (code == SQLITE_DONE) { return false; }
    auto error = SqliteError::last_of(connection_.handle(), name_);
    reset();
    if (error.failure() == SqliteFailure::Damaged) {
        error.set_tables(damaged_tables(connection_.handle(), sqlite3_sql(handle_.get())));
    }
    throw error;
}

void SqliteStatement::reset() noexcept {
    sqlite3_reset(handle_.get());
    state_ = State::Idle;
    connection_.note_finished();
}

}  // namespace tradewind::storage
