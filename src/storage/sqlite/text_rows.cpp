#include "storage/sqlite/text_rows.h"

#include <sqlite3.h>

#include "storage/sqlite/error.h"

namespace tradewind::storage {
namespace {

// Whoever has it interrupted knows that these are not all.
bool is_interrupt(int code) {
    return (code & 0xff) == SQLITE_INTERRUPT;
}

}  // namespace

void SqliteTextRows::FinalizeHandle::operator()(sqlite3_stmt* handle) const noexcept {
    sqlite3_finalize(handle);
}

SqliteTextRows::SqliteTextRows(sqlite3* database, const std::string& sql) : database_(database) {
    sqlite3_stmt* handle = nullptr;
    const auto code = sqlite3_prepare_v2(database, sql.c_str(), -1, &handle, nullptr);
    handle_.reset(handle);
    if (!is_interrupt(code)) { check(code); }
}

void SqliteTextRows::check(int code) const {
    if (code != SQLITE_OK) { throw SqliteError::last_of(database_, "text_rows"); }
}

int SqliteTextRows::slot(int number) const {
    return sqlite3_bind_parameter_index(handle_.get(), ("$" + std::to_string(number)).c_str());
}

void SqliteTextRows::bind_integer(int number, std::int64_t value) {
    if (handle_ == nullptr) { return; }
    check(sqlite3_bind_int64(handle_.get(), slot(number), value));
}

void SqliteTextRows::bind_text(int number, const std::string& text) {
    if (handle_ == nullptr) { return; }
    check(sqlite3_bind_text64(handle_.get(), slot(number), text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void SqliteTextRows::bind_bytes(int number, const std::string& bytes) {
    if (handle_ == nullptr) { return; }
    check(sqlite3_bind_blob64(handle_.get(), slot(number), bytes.data(), bytes.size(), SQLITE_TRANSIENT));
}

bool SqliteTextRows::next() {
    if (handle_ == nullptr) { return false; }
    const auto code = sqlite3_step(handle_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE && !is_interrupt(code)) { check(code); }
    return code == SQLITE_ROW;
}

bool SqliteTextRows::is_null(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

std::int64_t SqliteTextRows::integer(int column) const {
    return sqlite3_column_int64(handle_.get(), column);
}

std::string SqliteTextRows::text(int column) const {
    const auto* const bytes = sqlite3_column_blob(handle_.get(), column);
    const auto count = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
    return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), count);
}

}  // namespace tradewind::storage
