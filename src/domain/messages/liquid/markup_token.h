#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tradewind::domain::liquid {

enum class MarkupKind {
    Name,
    Number,
    String,
    Comparison,
    Pipe,
    Dot,
    DotDot,
    Colon,
    Comma,
    OpenSquare,
    CloseSquare,
    OpenRound,
    CloseRound,
    End,
    Unknown,  // No token of the language; nothing is read behind it.
};

// A word or sign inside of `{{ … }}` or `{% … %}`.
struct MarkupToken {
    MarkupKind kind = MarkupKind::End;
    std::string_view text = {};
    std::size_t place = 0;  // In the template.
};

// Ends with one token that is End or Unknown. `place` is where the markup begins in the template.
std::vector<MarkupToken> split_markup(std::string_view markup, std::size_t place);

}  // namespace tradewind::domain::liquid
