#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tradewind::domain::liquid {

enum class TokenKind {
    Text,
    Output,
    Tag,
    Broken,  // A tag without a name, or something that is not closed.
};

// A piece of a template: text, `{{ … }}` or `{% … %}`.
struct Token {
    TokenKind kind = TokenKind::Text;
    std::string_view whole = {};
    std::size_t place = 0;  // Of the whole.
    std::string_view name = {};
    std::string_view markup = {};  // Of a tag what follows its name, of an output all.
    std::size_t markup_place = 0;
    bool trims_before = false;
    bool trims_after = false;
};

// The views are into the source. All tokens together are the source, byte for byte.
std::vector<Token> split_template(std::string_view source);

// The lines of a `{% liquid %}` tag, each a tag. `place` is where the markup begins.
std::vector<Token> split_lines(std::string_view markup, std::size_t place);

// The name of the last tag in a token that may hold anything, and what comes before that tag. `{% raw %}` ends by it.
struct LastTag {
    std::string_view name = {};
    std::string_view before = {};
};
LastTag last_tag(std::string_view token);

bool is_space(char character);
bool is_word(char character);
bool is_blank_text(std::string_view text);
std::string_view trim_start(std::string_view text);
std::string_view trim_end(std::string_view text);
std::string_view trim_both(std::string_view text);

}  // namespace tradewind::domain::liquid
