#include "storage/backup/backup_manifest.h"

#include <algorithm>

#include "base/decimal.h"
#include "base/json.h"
#include "base/json_writer.h"

namespace tradewind::storage {
namespace {

base::Error damaged() {
    return base::bad_request("The manifest of the backup is damaged.");
}

base::Result<std::string> text_in(const base::JsonValue& object, std::string_view name) {
    const auto member = object.find(name);
    if (!member || member->kind() != base::JsonKind::String) { return damaged(); }
    return std::string(member->string());
}

base::Result<std::int64_t> count_of(const base::JsonValue& value) {
    if (value.kind() != base::JsonKind::Number) { return damaged(); }
    const auto number = base::parse_integer(value.digits());
    if (!number || number.value() < 0) { return damaged(); }
    return number.value();
}

base::Result<std::int64_t> count_in(const base::JsonValue& object, std::string_view name) {
    const auto member = object.find(name);
    if (!member) { return damaged(); }
    return count_of(*member);
}

bool stays_inside(std::string_view name) {
    if (name == BackupManifest::database_name) { return true; }
    const auto slash = name.find('/');
    const auto own = name.substr(std::min(slash, name.size() - 1) + 1);
    return slash != std::string_view::npos && name.substr(0, slash) == BackupManifest::files_name && !own.empty() &&
           own.find('/') == std::string_view::npos && own != "." && own != "..";
}

base::Result<BackupManifest::File> read_file(const base::JsonValue& value) {
    if (value.kind() != base::JsonKind::Object) { return damaged(); }
    BackupManifest::File file;
    file.name = TRY(text_in(value, "name"));
    const auto bytes = TRY(count_in(value, "bytes"));
    file.hash.bytes = static_cast<std::uint64_t>(bytes);
    file.hash.sha256 = TRY(text_in(value, "sha256"));
    if (file.name.empty() || !stays_inside(file.name)) { return damaged(); }
    return file;
}

}  // namespace

std::string render(const BackupManifest& manifest) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("format");
    writer.integer(BackupManifest::newest_format);
    writer.key("version");
    writer.string(manifest.version);
    writer.key("schemaVersion");
    writer.integer(manifest.schema_version);
    writer.key("instanceId");
    writer.string(manifest.instance_id);
    writer.key("secretKeyFingerprint");
    writer.string(manifest.secret_key_fingerprint);
    writer.key("madeAt");
    writer.instant(manifest.made_at);
    writer.key("files");
    writer.begin_array();
    for (const auto& file : manifest.files) {
        writer.begin_object();
        writer.key("name");
        writer.string(file.name);
        writer.key("bytes");
        writer.integer(static_cast<std::int64_t>(file.hash.bytes));
        writer.key("sha256");
        writer.string(file.hash.sha256);
        writer.end_object();
    }
    writer.end_array();
    writer.key("rows");
    writer.begin_object();
    for (const auto& [table, count] : manifest.rows) {
        writer.key(table);
        writer.integer(count);
    }
    writer.end_object();
    writer.end_object();
    return json + "\n";
}

base::Result<BackupManifest> parse_manifest(std::string_view text) {
    const auto document = base::JsonDocument::parse(text);
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return damaged(); }
    const auto root = document.value().root();
    const auto format = TRY(count_in(root, "format"));
    if (format > BackupManifest::newest_format) {
        return base::conflict("The backup was made by a newer version of this program. Use that version.");
    }
    BackupManifest manifest;
    manifest.version = TRY(text_in(root, "version"));
    manifest.schema_version = TRY(count_in(root, "schemaVersion"));
    manifest.instance_id = TRY(text_in(root, "instanceId"));
    manifest.secret_key_fingerprint = TRY(text_in(root, "secretKeyFingerprint"));
    const auto made_at = TRY(text_in(root, "madeAt"));
    const auto instant = base::Instant::parse(made_at);
    if (!instant) { return damaged(); }
    manifest.made_at = instant.value();
    const auto files = root.find("files");
    const auto rows = root.find("rows");
    if (!files || files->kind() != base::JsonKind::Array || !rows || rows->kind() != base::JsonKind::Object) {
        return damaged();
    }
    for (const auto value : files->elements()) {
        auto file = TRY(read_file(value));
        manifest.files.push_back(std::move(file));
    }
    for (const auto& [table, value] : rows->members()) {
        const auto count = TRY(count_of(value));
        manifest.rows.emplace(table, count);
    }
    const auto is_database = [](const auto& file) { return file.name == BackupManifest::database_name; };
    if (std::ranges::count_if(manifest.files, is_database) != 1) { return damaged(); }
    return manifest;
}

}  // namespace tradewind::storage
