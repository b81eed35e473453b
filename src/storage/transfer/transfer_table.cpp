#include "storage/transfer/transfer_table.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {
namespace {

// `1.50`, `15e-1` and `1.5` are `15e-1`.
std::string canonical_number(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) { text.remove_prefix(1); }
    const auto mark = text.find_first_of("eE");
    std::int64_t exponent = 0;
    if (mark != std::string_view::npos) {
        auto power = text.substr(mark + 1);
        if (power.starts_with('+')) { power.remove_prefix(1); }
        std::from_chars(power.data(), power.data() + power.size(), exponent);
    }
    std::string digits;
    bool is_fraction = false;
    for (const char c : text.substr(0, mark)) {
        if (c == '.') {
            is_fraction = true;
            continue;
        }
        digits.push_back(c);
        if (is_fraction) { --exponent; }
    }
    const auto first = digits.find_first_not_of('0');
    if (first == std::string::npos) { return "0"; }
    digits.erase(0, first);
    const auto behind = digits.find_last_not_of('0') + 1;
    exponent += static_cast<std::int64_t>(digits.size() - behind);
    digits.resize(behind);
    return (is_negative ? "-" : "") + digits + "e" + std::to_string(exponent);
}

void write_canonical(base::JsonWriter& writer, const base::JsonValue& value) {
    switch (value.kind()) {
        case base::JsonKind::Null:
            return writer.null();
        case base::JsonKind::Boolean:
            return writer.boolean(value.boolean());
        case base::JsonKind::Number:
            return writer.raw(canonical_number(value.digits()));
        case base::JsonKind::String:
            return writer.string(value.string());
        case base::JsonKind::Array:
            writer.begin_array();
            for (const auto element : value.elements()) { write_canonical(writer, element); }
            return writer.end_array();
        case base::JsonKind::Object: {
            std::vector<base::JsonMember> members;
            for (const auto member : value.members()) { members.push_back(member); }
            std::ranges::sort(members, {}, &base::JsonMember::key);
            writer.begin_object();
            for (const auto& member : members) {
                writer.key(member.key);
                write_canonical(writer, member.value);
            }
            return writer.end_object();
        }
    }
}

std::string quoted_name(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

}  // namespace

TransferRow TransferTable::key_of(const TransferRow& row) const {
    TransferRow found;
    for (const auto place : key) { found.push_back(row[place]); }
    return found;
}

std::string TransferTable::slice_sql(bool has_place, std::size_t rows_max) const {
    std::string names;
    for (const auto& column : columns) { names += (names.empty() ? "" : ", ") + quoted_name(column.name); }
    std::string keys;
    std::string place;
    for (std::size_t number = 0; number < key.size(); ++number) {
        const auto* const comma = number == 0 ? "" : ", ";
        keys += comma + quoted_name(columns[key[number]].name);
        place += comma + ("$" + std::to_string(number + 1));
    }
    auto sql = "SELECT " + names + " FROM " + quoted_name(name);
    if (has_place) { sql += " WHERE (" + keys + ") > (" + place + ")"; }
    return sql + " ORDER BY " + keys + " LIMIT " + std::to_string(rows_max);
}

std::string canonical_json(std::string_view json) {
    const auto document = base::JsonDocument::parse(json);
    if (!document) { throw DatabaseBroken("a column of JSON holds none"); }
    std::string text;
    base::JsonWriter writer(text);
    write_canonical(writer, document.value().root());
    return text;
}

struct TransferHash::State {
    crypto_hash_sha256_state hash;

    void add(std::string_view bytes) {
        crypto_hash_sha256_update(&hash, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    }
};

TransferHash::TransferHash(const TransferTable& table) : table_(table), state_(std::make_unique<State>()) {
    crypto_hash_sha256_init(&state_->hash);
}

TransferHash::~TransferHash() = default;

// Each value with its length before it, so that no two rows look alike.
void TransferHash::add(const TransferRow& row) {
    for (std::size_t place = 0; place < table_.columns.size(); ++place) {
        const auto& value = row[place];
        if (!value) {
            state_->add("-");
            continue;
        }
        const bool is_json = table_.columns[place].kind == TransferKind::Json;
        const auto text = is_json ? canonical_json(*value) : *value;
        state_->add(std::to_string(text.size()) + ":");
        state_->add(text);
    }
    ++rows_;
}

TransferSum TransferHash::sum() {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
    crypto_hash_sha256_final(&state_->hash, hash.data());
    return {.rows = rows_, .sha256 = base::to_hex({reinterpret_cast<const char*>(hash.data()), hash.size()})};
}

}  // namespace tradewind::storage
