#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/messages/liquid/markup_token.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// Brackets in brackets, and blocks in blocks.
inline constexpr std::size_t nesting_max = 100;

// Why markup could not be read.
struct MarkupProblem {
    std::size_t place = 0;
    std::string words;
    bool is_too_deep = false;
};

// Reads markup by the letter of the language. After the first mistake it reads nothing more, returns what has no
// meaning, and `problem()` tells of it.
class ExpressionParser {
  public:
    ExpressionParser(std::string_view markup, std::size_t place);

    Expression expression();
    Output output();
    Condition condition();

    [[nodiscard]] bool sees(MarkupKind kind, std::size_t ahead = 0) const;
    bool takes(MarkupKind kind);
    bool takes_name(std::string_view name);
    // The text of the next token, which must be of this kind.
    std::string_view expects(MarkupKind kind, std::string_view what);
    void expects_end();
    void refuse(std::string words, bool is_too_deep = false);

    [[nodiscard]] std::size_t place() const { return tokens_[at_].place; }
    [[nodiscard]] bool failed() const { return problem_.has_value(); }
    [[nodiscard]] const std::optional<MarkupProblem>& problem() const { return problem_; }

  private:
    Expression named_expression();
    Expression range();
    void read_steps(Lookup& lookup);
    LookupStep bracketed();
    Comparison comparison();
    FilterUse filter();
    void argument(FilterUse& filter);

    std::vector<MarkupToken> tokens_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::optional<MarkupProblem> problem_;
};

// `true`, `nil`, `empty` and the like.
std::optional<Expression> named_literal(std::string_view name, std::size_t place);
LookupStep named_step(std::string_view name);
// A literal in quotes, without them.
std::string_view unquoted(std::string_view text);
std::optional<Operator> find_operator(std::string_view text);

}  // namespace tradewind::domain::liquid
