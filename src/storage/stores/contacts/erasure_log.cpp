#include "storage/stores/contacts/erasure_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <unordered_set>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "storage/database/hash_column.h"
#include "storage/files/durable_file.h"

namespace tradewind::storage {
namespace {

constexpr std::string_view key_member = "secretKeyFingerprint";

void check(bool done, const std::filesystem::path& path) {
    if (!done) { throw std::system_error(errno, std::generic_category(), path.string()); }
}

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) { ::close(number_); }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_;
};

void write_hash(base::JsonWriter& writer, std::string_view name, const std::optional<base::KeyedHash>& hash) {
    if (!hash) { return; }
    writer.key(name);
    writer.string(base::to_hex(bytes_of(*hash).view));
}

std::string line_of(const Erasure& erasure) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("id");
    writer.string(erasure.id.text());
    writer.key("erasedAt");
    writer.instant(erasure.erased_at);
    write_hash(writer, "email", erasure.email_hash);
    write_hash(writer, "externalId", erasure.external_id_hash);
    write_hash(writer, "contact", erasure.contact_hash);
    writer.end_object();
    return json + "\n";
}

int digit_of(char c) {
    if (c >= '0' && c <= '9') { return c - '0'; }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// False when the member is there and is no hash.
bool read_hash(const base::JsonValue& object, std::string_view name, std::optional<base::KeyedHash>& hash) {
    const auto member = object.find(name);
    if (!member) { return true; }
    if (member->kind() != base::JsonKind::String) { return false; }
    const auto digits = member->string();
    auto& bytes = hash.emplace();
    if (digits.size() != 2 * bytes.size()) { return false; }
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        const int high = digit_of(digits[2 * place]);
        const int low = digit_of(digits[2 * place + 1]);
        if (high < 0 || low < 0) { return false; }
        bytes[place] = static_cast<std::byte>(high * 16 + low);
    }
    return true;
}

std::optional<Erasure> erasure_in(const base::JsonValue& object) {
    const auto id = object.find("id");
    const auto at = object.find("erasedAt");
    if (!id || id->kind() != base::JsonKind::String || !at || at->kind() != base::JsonKind::String) {
        return std::nullopt;
    }
    const auto number = base::Id::parse(id->string());
    const auto instant = base::Instant::parse(at->string());
    if (!number || !number.value() || !instant) { return std::nullopt; }
    Erasure erasure{.id = *number.value(), .email_hash = {}, .external_id_hash = {}, .erased_at = instant.value()};
    const bool is_read = read_hash(object, "email", erasure.email_hash) &&
                         read_hash(object, "externalId", erasure.external_id_hash) &&
                         read_hash(object, "contact", erasure.contact_hash);
    return is_read ? std::optional(erasure) : std::nullopt;
}

}  // namespace

std::string ErasureLog::header() const {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key(key_member);
    writer.string(key_fingerprint_);
    writer.end_object();
    return json + "\n";
}

base::Error ErasureLog::damaged(std::size_t line) const {
    return base::bad_request("The log of erasures " + path_.string() + " is damaged in line " + std::to_string(line) +
                             ". Put a good one in its place: without it people who were erased may come back.");
}

base::Result<std::vector<Erasure>> ErasureLog::read() const {
    std::vector<Erasure> erasures;
    std::unordered_set<std::int64_t> seen;
    std::ifstream file(path_, std::ios::binary);
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        // Whoever was killed while writing a line has not said anything.
        if (line.empty() || line.back() != '}') { continue; }
        const auto document = base::JsonDocument::parse(line);
        if (!document || document.value().root().kind() != base::JsonKind::Object) { return damaged(number); }
        const auto root = document.value().root();
        if (const auto key = root.find(key_member)) {
            if (key->kind() == base::JsonKind::String && key->string() == key_fingerprint_) { continue; }
            return base::bad_request("The log of erasures " + path_.string() + " belongs to another secret key.");
        }
        const auto erasure = erasure_in(root);
        if (!erasure) { return damaged(number); }
        if (seen.insert(erasure->id.number).second) { erasures.push_back(*erasure); }
    }
    return erasures;
}

void ErasureLog::append(std::span<const Erasure> erasures) const {
    constexpr mode_t owner_only = 0600;
    const Descriptor file(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, owner_only));
    check(file.number() >= 0, path_);
    const auto size = ::lseek(file.number(), 0, SEEK_END);
    check(size >= 0, path_);
    std::string text;
    if (size == 0) {
        text = header();
    } else {
        char last = 0;
        check(::pread(file.number(), &last, 1, size - 1) == 1, path_);
        if (last != '\n') { text = "\n"; }
    }
    for (const auto& erasure : erasures) { text += line_of(erasure); }
    check(::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()), path_);
    check(::fdatasync(file.number()) == 0, path_);
    if (size == 0) { sync_directory(path_.parent_path()); }
}

}  // namespace tradewind::storage
