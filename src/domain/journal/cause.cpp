#include "domain/journal/cause.h"

#include <array>
#include <charconv>

namespace tradewind::domain {
namespace {

// In the order of Cause::Kind.
constexpr std::array<std::string_view, 6> cause_words{"api", "quiet", "import", "build", "scores", "run"};
static_assert(cause_words.size() == static_cast<std::size_t>(Cause::Kind::Run) + 1);

std::optional<std::int64_t> parse_number(std::string_view text) {
    std::int64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end) { return std::nullopt; }
    return number;
}

}  // namespace

std::optional<std::string> cause_text(const Cause& cause) {
    if (cause.kind == Cause::Kind::Api) { return std::nullopt; }
    std::string text(cause_words[static_cast<std::size_t>(cause.kind)]);
    if (cause.kind == Cause::Kind::Run) { text += " " + cause.run.text() + " " + std::to_string(cause.node); }
    return text;
}

std::optional<Cause> parse_cause(const std::optional<std::string>& text) {
    if (!text) { return Cause{}; }
    const std::string_view all = *text;
    const auto word = all.substr(0, all.find(' '));
    for (std::size_t index = 0; index < cause_words.size(); ++index) {
        if (cause_words[index] != word) { continue; }
        Cause cause{.kind = static_cast<Cause::Kind>(index)};
        if (cause.kind != Cause::Kind::Run) { return word == all ? std::optional(cause) : std::nullopt; }
        const auto space = all.rfind(' ');
        if (space == std::string_view::npos || space <= word.size()) { return std::nullopt; }
        const auto run = base::Id::parse(all.substr(word.size() + 1, space - word.size() - 1));
        const auto node = parse_number(all.substr(space + 1));
        if (!run || !run.value() || !node) { return std::nullopt; }
        cause.run = *run.value();
        cause.node = *node;
        return cause;
    }
    return std::nullopt;
}

}  // namespace tradewind::domain
