#include "domain/messages/liquid/expression_parser.h"

#include <array>
#include <utility>

#include "domain/messages/liquid/filters.h"

namespace tradewind::domain::liquid {
namespace {

constexpr std::array<std::pair<std::string_view, Operator>, 8> operators{{
    {"==", Operator::Equal},
    {"!=", Operator::NotEqual},
    {"<>", Operator::NotEqual},
    {"<", Operator::Less},
    {"<=", Operator::LessOrEqual},
    {">", Operator::Greater},
    {">=", Operator::GreaterOrEqual},
    {"contains", Operator::Contains},
}};

}  // namespace

std::optional<Operator> find_operator(std::string_view text) {
    for (const auto& [word, is] : operators) {
        if (word == text) { return is; }
    }
    return std::nullopt;
}

std::optional<Expression> named_literal(std::string_view name, std::size_t place) {
    if (name == "nil" || name == "null") { return Expression{.form = LiquidValue(), .place = place}; }
    if (name == "true" || name == "false") { return Expression{.form = LiquidValue(name == "true"), .place = place}; }
    if (name == "blank") { return Expression{.form = Emptiness::Blank, .place = place}; }
    if (name == "empty") { return Expression{.form = Emptiness::Empty, .place = place}; }
    return std::nullopt;
}

LookupStep named_step(std::string_view name) {
    LookupStep step;
    step.name = name;
    return step;
}

std::string_view unquoted(std::string_view text) {
    return text.size() < 2 ? std::string_view() : text.substr(1, text.size() - 2);
}

ExpressionParser::ExpressionParser(std::string_view markup, std::size_t place) : tokens_(split_markup(markup, place)) {}

bool ExpressionParser::sees(MarkupKind kind, std::size_t ahead) const {
    return !failed() && at_ + ahead < tokens_.size() && tokens_[at_ + ahead].kind == kind;
}

bool ExpressionParser::takes(MarkupKind kind) {
    if (!sees(kind)) { return false; }
    if (at_ + 1 < tokens_.size()) { ++at_; }
    return true;
}

bool ExpressionParser::takes_name(std::string_view name) {
    return sees(MarkupKind::Name) && tokens_[at_].text == name && takes(MarkupKind::Name);
}

std::string_view ExpressionParser::expects(MarkupKind kind, std::string_view what) {
    const auto text = tokens_[at_].text;
    if (takes(kind)) { return text; }
    refuse("here should be " + std::string(what));
    return {};
}

void ExpressionParser::expects_end() {
    if (!sees(MarkupKind::End)) { refuse("\"" + std::string(tokens_[at_].text) + "\" is not expected here"); }
}

void ExpressionParser::refuse(std::string words, bool is_too_deep) {
    if (!failed()) {
        problem_ = MarkupProblem{.place = place(), .words = std::move(words), .is_too_deep = is_too_deep};
    }
}

Expression ExpressionParser::expression() {
    const auto start = place();
    const auto text = tokens_[at_].text;
    if (++depth_ > nesting_max) {
        refuse("there are too many brackets in brackets", true);
        return {};
    }
    Expression found{.place = start};
    if (sees(MarkupKind::Name) || sees(MarkupKind::OpenSquare)) {
        found = named_expression();
    } else if (takes(MarkupKind::String)) {
        found.form = LiquidValue(unquoted(text));
    } else if (takes(MarkupKind::Number)) {
        const auto number = LiquidNumber::parse(text);
        if (!number) { refuse("the number is too large"); }
        found.form = number ? LiquidValue(*number) : LiquidValue();
    } else if (sees(MarkupKind::OpenRound)) {
        found = range();
    } else {
        refuse("here should be a value");
    }
    --depth_;
    return found;
}

Expression ExpressionParser::named_expression() {
    const auto start = place();
    Lookup lookup;
    if (sees(MarkupKind::OpenSquare)) {
        lookup.steps.push_back(bracketed());
    } else {
        lookup.steps.push_back(named_step(expects(MarkupKind::Name, "a name")));
    }
    read_steps(lookup);
    if (lookup.steps.size() == 1 && lookup.steps.front().computed.empty()) {
        if (auto literal = named_literal(lookup.steps.front().name, start)) { return *std::move(literal); }
    }
    return {.form = std::move(lookup), .place = start};
}

void ExpressionParser::read_steps(Lookup& lookup) {
    while (!failed()) {
        if (sees(MarkupKind::OpenSquare)) {
            lookup.steps.push_back(bracketed());
        } else if (takes(MarkupKind::Dot)) {
            lookup.steps.push_back(named_step(expects(MarkupKind::Name, "a name")));
        } else {
            return;
        }
    }
}

LookupStep ExpressionParser::bracketed() {
    LookupStep step;
    takes(MarkupKind::OpenSquare);
    step.computed.push_back(expression());
    expects(MarkupKind::CloseSquare, "\"]\"");
    return step;
}

Expression ExpressionParser::range() {
    const auto start = place();
    RangeOf range;
    takes(MarkupKind::OpenRound);
    range.ends.push_back(expression());
    expects(MarkupKind::DotDot, "\"..\"");
    range.ends.push_back(expression());
    expects(MarkupKind::CloseRound, "\")\"");
    return {.form = std::move(range), .place = start};
}

Comparison ExpressionParser::comparison() {
    Comparison found;
    found.left = expression();
    const auto text = tokens_[at_].text;
    if (takes(MarkupKind::Comparison)) {
        found.is = find_operator(text).value_or(Operator::None);
        found.right = expression();
    }
    return found;
}

Condition ExpressionParser::condition() {
    Condition found;
    found.comparisons.push_back(comparison());
    while (sees(MarkupKind::Name)) {
        const bool is_or = takes_name("or");
        if (!is_or && !takes_name("and")) { break; }
        found.joiners.push_back(is_or ? Joiner::Or : Joiner::And);
        found.comparisons.push_back(comparison());
    }
    expects_end();
    return found;
}

Output ExpressionParser::output() {
    Output found;
    found.value.place = place();
    if (sees(MarkupKind::End)) { return found; }
    found.value = expression();
    while (takes(MarkupKind::Pipe)) { found.filters.push_back(filter()); }
    expects_end();
    return found;
}

FilterUse ExpressionParser::filter() {
    FilterUse found{.place = place()};
    found.name = expects(MarkupKind::Name, "the name of a filter");
    found.definition = find_filter(found.name);
    if (!takes(MarkupKind::Colon)) { return found; }
    do { argument(found); } while (takes(MarkupKind::Comma));
    return found;
}

void ExpressionParser::argument(FilterUse& filter) {
    if (sees(MarkupKind::Name) && sees(MarkupKind::Colon, 1)) {
        std::string name(expects(MarkupKind::Name, "a name"));
        takes(MarkupKind::Colon);
        filter.named_arguments.emplace_back(std::move(name), expression());
        return;
    }
    filter.arguments.push_back(expression());
}

}  // namespace tradewind::domain::liquid
