#include "storage/files/operating_notes.h"

#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "storage/files/durable_file.h"

namespace tradewind::storage {
namespace {

constexpr std::string_view backup_note_name = "last-backup";
constexpr std::string_view restore_note_name = "last-restore";
constexpr std::string_view used_bytes_name = "disk-use";
constexpr std::string_view backup_made_word = "made";
constexpr std::string_view backup_failed_word = "failed";
constexpr std::int64_t day_milliseconds = std::chrono::milliseconds(std::chrono::hours(24)).count();

std::optional<base::Instant> read_note_time(std::istream& words) {
    std::string text;
    if (!(words >> text)) { return std::nullopt; }
    const auto moment = base::Instant::parse(text);
    return moment ? std::optional(moment.value()) : std::nullopt;
}

struct UsedBytes {
    base::Instant at;
    std::uint64_t bytes = 0;
};

// The oldest first.
std::vector<UsedBytes> read_used_bytes(const std::filesystem::path& file) {
    std::vector<UsedBytes> notes;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        const auto at = read_note_time(words);
        UsedBytes note;
        if (!at || !(words >> note.bytes)) { return {}; }
        note.at = *at;
        notes.push_back(note);
    }
    return notes;
}

void write_backup_note(const std::filesystem::path& file, const BackupNote& note) {
    std::string text;
    if (note.made) {
        text +=
            std::string(backup_made_word) + " " + note.made->at.text() + " " + std::to_string(note.made->bytes) + "\n";
    }
    if (note.failed_at) { text += std::string(backup_failed_word) + " " + note.failed_at->text() + "\n"; }
    write_private_file(file, text);
}

}  // namespace

BackupNote OperatingNotes::backup() const {
    BackupNote note;
    std::ifstream words(path_ / backup_note_name);
    for (std::string word; words >> word;) {
        const auto at = read_note_time(words);
        if (!at) { return {}; }
        if (word == backup_failed_word) {
            note.failed_at = at;
            continue;
        }
        BackupNote::Made made{.at = *at};
        if (word != backup_made_word || !(words >> made.bytes)) { return {}; }
        note.made = made;
    }
    return note;
}

void OperatingNotes::note_backup(const BackupNote::Made& made) const {
    write_backup_note(path_ / backup_note_name, {.made = made});
}

void OperatingNotes::note_failed_backup(base::Instant at) const {
    write_backup_note(path_ / backup_note_name, {.made = backup().made, .failed_at = at});
}

std::optional<RestoreNote> OperatingNotes::restore() const {
    std::ifstream words(path_ / restore_note_name);
    const auto at = read_note_time(words);
    if (!at) { return std::nullopt; }
    return RestoreNote{.at = *at, .backup_made_at = read_note_time(words)};
}

void OperatingNotes::note_restore(const RestoreNote& note) const {
    write_private_file(path_ / restore_note_name,
                       note.at.text() + (note.backup_made_at ? " " + note.backup_made_at->text() : "") + "\n");
}

std::uint64_t OperatingNotes::used_bytes() const {
    std::uint64_t bytes = 0;
    std::error_code gone;
    for (std::filesystem::recursive_directory_iterator entry(path_, gone), end; entry != end; entry.increment(gone)) {
        if (!entry->is_regular_file(gone)) { continue; }
        const auto size = entry->file_size(gone);
        if (!gone) { bytes += size; }
    }
    return bytes;
}

void OperatingNotes::note_used_bytes(base::Instant now) const {
    auto notes = read_used_bytes(path_ / used_bytes_name);
    const auto kept = notes.size();
    // A clock that was set back is no reason to wait for the old time.
    while (!notes.empty() && notes.back().at > now) { notes.pop_back(); }
    const bool is_due = notes.empty() || now.milliseconds - notes.back().at.milliseconds >= day_milliseconds;
    if (!is_due && notes.size() == kept) { return; }
    if (is_due) { notes.push_back({.at = now, .bytes = used_bytes()}); }
    if (notes.size() > days_kept) { notes.erase(notes.begin()); }
    std::string text;
    for (const auto& note : notes) { text += note.at.text() + " " + std::to_string(note.bytes) + "\n"; }
    write_private_file(path_ / used_bytes_name, text);
}

std::optional<std::uint64_t> OperatingNotes::daily_growth(base::Instant now, std::uint64_t used_bytes) const {
    const auto notes = read_used_bytes(path_ / used_bytes_name);
    if (notes.empty() || notes.front().bytes >= used_bytes) { return std::nullopt; }
    const auto passed = now.milliseconds - notes.front().at.milliseconds;
    if (passed < days_seen_min * day_milliseconds) { return std::nullopt; }
    const auto days = static_cast<double>(passed) / static_cast<double>(day_milliseconds);
    const auto growth = static_cast<std::uint64_t>(static_cast<double>(used_bytes - notes.front().bytes) / days);
    return growth > 0 ? std::optional(growth) : std::nullopt;
}

}  // namespace tradewind::storage
