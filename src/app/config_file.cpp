#include "app/config_file.h"

// Refusals are Results here, not exceptions; only the header-only form offers that.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>

#include "base/text.h"

namespace tradewind::app {
namespace {

constexpr std::uintmax_t file_bytes_max = 1024 * 1024;

std::optional<std::string> text_of(const toml::node& node) {
    if (const auto* text = node.as_string()) { return text->get(); }
    if (const auto* number = node.as_integer()) { return std::to_string(number->get()); }
    if (const auto* number = node.as_floating_point()) { return fmt::format("{}", number->get()); }
    if (const auto* flag = node.as_boolean()) { return flag->get() ? "true" : "false"; }
    return std::nullopt;
}

// Tables in tables are bounded by the reader's own limit on nesting.
void collect(const toml::table& table, const std::string& prefix, std::vector<ConfigFileEntry>& entries) {
    for (const auto& [key, node] : table) {
        const auto name = prefix + std::string(key.str());
        if (const auto* inner = node.as_table()) {
            if (inner->empty()) {
                entries.push_back({.name = name, .line = node.source().begin.line, .text = {}, .is_table = true});
            }
            collect(*inner, name + ".", entries);
        } else {
            entries.push_back({.name = name, .line = node.source().begin.line, .text = text_of(node)});
        }
    }
}

// The reader of TOML would name the wrong line for bytes that are no text.
base::Result<std::string> read_text(const std::filesystem::path& path) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file) { return base::bad_request(path.string() + ": is not a file that can be read"); }
    if (bytes > file_bytes_max) { return base::bad_request(path.string() + ": is too large for a configuration"); }
    std::string text;
    std::size_t line_number = 0;
    for (std::string line; std::getline(file, line);) {
        ++line_number;
        if (!base::is_valid_utf8(line)) {
            return base::bad_request(path.string() + ":" + std::to_string(line_number) + ": is not UTF-8");
        }
        text += line + "\n";
    }
    return text;
}

}  // namespace

base::Result<std::vector<ConfigFileEntry>> read_config_file(const std::filesystem::path& path) {
    const auto text = TRY(read_text(path));
    const auto parsed = toml::parse(text, path.string());
    if (!parsed) {
        const auto& error = parsed.error();
        const auto line = error.source().begin.line;
        const auto place = line == 0 ? path.string() : path.string() + ":" + std::to_string(line);
        return base::bad_request(place + ": " + std::string(error.description()));
    }
    std::vector<ConfigFileEntry> entries;
    collect(parsed.table(), "", entries);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& one, const auto& other) { return one.line < other.line; });
    return entries;
}

}  // namespace tradewind::app
