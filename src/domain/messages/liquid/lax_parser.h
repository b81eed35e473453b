#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/messages/liquid/expression_parser.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// Liquid has always read what was meant, too: what the letter of the language refuses is searched for things that make
// sense, and the rest is passed over. All of this takes time linear in the markup.

// Text of a template and where it begins.
struct Markup {
    std::string_view text;
    std::size_t place = 0;

    [[nodiscard]] Markup part(std::size_t from, std::size_t length = std::string_view::npos) const {
        return {.text = text.substr(from, length), .place = place + from};
    }
};

// A text in quotes, or a run of anything but white space, commas, pipes and lone quotes. The first from there on.
struct Fragment {
    std::size_t begin = 0;
    std::size_t end = 0;
};
std::optional<Fragment> find_fragment(std::string_view text, std::size_t from);
// How long the one is that begins exactly there; 0 when none does.
std::size_t fragment_length(std::string_view text, std::size_t from);
// Several without anything between.
std::size_t fragments_length(std::string_view text, std::size_t from);

// `key: value`, wherever they are.
std::vector<std::pair<std::string_view, Markup>> lax_attributes(const Markup& markup);

// Nothing when brackets are nested too deep.
std::optional<Expression> lax_expression(Markup markup, std::size_t depth = 0);
std::optional<Output> lax_output(const Markup& markup);
// The problem tells why there is none.
std::optional<Condition> lax_condition(const Markup& markup, std::optional<MarkupProblem>& problem);

}  // namespace tradewind::domain::liquid
