#include "domain/messages/liquid/tag_parser.h"

#include <algorithm>
#include <utility>

#include "domain/messages/liquid/filters.h"
#include "domain/messages/liquid/template_lexer.h"
#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {
namespace {

// What a variable may be called, as the tags that make one see it.
bool is_signature(char character) {
    return is_word(character) || std::string_view("-.[]()").find(character) != std::string_view::npos;
}

std::size_t signature_start(std::string_view text, std::size_t end) {
    while (end > 0 && is_signature(text[end - 1])) { --end; }
    return end;
}

std::string arguments_text(const FilterDefinition& filter) {
    const auto most = std::to_string(filter.arguments_max);
    if (filter.arguments_max == 0) { return "no arguments"; }
    if (filter.arguments_min == filter.arguments_max) { return most + (most == "1" ? " argument" : " arguments"); }
    return std::to_string(filter.arguments_min) + " to " + most + " arguments";
}

// The whole of a list of values between commas, or the words `or` between them.
std::vector<Expression> value_list(ExpressionParser& parser, bool knows_or) {
    std::vector<Expression> values;
    do {
        values.push_back(parser.expression());
    } while (parser.takes(MarkupKind::Comma) || (knows_or && parser.takes_name("or")));
    parser.expects_end();
    return values;
}

// Cycles through the same constants go on from each other; any other goes on from itself alone.
std::string cycle_key(const CycleNode& cycle, std::size_t place) {
    std::string key;
    for (const auto& value : cycle.values) {
        const auto* const constant = std::get_if<LiquidValue>(&value.form);
        if (constant == nullptr) { return "#" + std::to_string(place); }
        key += inspected_text(*constant) + ",";
    }
    return key;
}

// A group before a colon, and the first value of each part between commas.
CycleNode lax_cycle(const Markup& markup) {
    CycleNode node;
    std::size_t begin = 0;
    const auto first = fragment_length(markup.text, 0);
    const auto colon = markup.text.find(':', markup.text.starts_with('"') || markup.text.starts_with('\'') ? first : 0);
    if (first != 0 && colon != std::string_view::npos &&
        is_blank_text(markup.text.substr(std::min(first, colon), colon - std::min(first, colon)))) {
        node.group = lax_expression(markup.part(0, std::min(first, colon)));
        begin = colon + 1;
    }
    while (begin < markup.text.size()) {
        const auto part = markup.part(begin, markup.text.find(',', begin) - begin);
        const auto fragment = find_fragment(part.text, 0);
        auto value =
            fragment ? lax_expression(part.part(fragment->begin, fragment->end - fragment->begin)) : std::nullopt;
        if (value) { node.values.push_back(*std::move(value)); }
        begin += part.text.size() + 1;
    }
    return node;
}

void strict_attributes(ExpressionParser& parser, LoopHead& head, bool is_for) {
    while (!parser.failed() && (parser.sees(MarkupKind::Comma) || parser.sees(MarkupKind::Name))) {
        parser.takes(MarkupKind::Comma);
        if (parser.sees(MarkupKind::End)) { break; }
        const bool is_limit = parser.takes_name("limit");
        const bool is_offset = !is_limit && parser.takes_name("offset");
        const bool is_columns = !is_for && !is_limit && !is_offset && parser.takes_name("cols");
        if (!is_limit && !is_offset && !is_columns) {
            return parser.refuse(is_for ? "here can be limit, offset or reversed"
                                        : "here can be cols, limit or offset");
        }
        parser.expects(MarkupKind::Colon, "\":\"");
        if (is_offset && is_for && parser.takes_name("continue")) {
            head.is_continued = true;
            continue;
        }
        (is_limit ? head.limit : is_offset ? head.offset : head.columns) = parser.expression();
    }
}

LoopHead strict_loop(ExpressionParser& parser, const Markup& markup, bool is_for) {
    LoopHead head;
    head.variable = parser.expects(MarkupKind::Name, "the name of a variable");
    if (!parser.takes_name("in")) { parser.refuse("here should be \"in\""); }
    const auto begin = parser.place() - markup.place;
    head.collection = parser.expression();
    const auto end = parser.place() - markup.place;
    if (!parser.failed()) {
        head.name = head.variable + "-" + std::string(trim_both(markup.text.substr(begin, end - begin)));
    }
    if (head.name.ends_with(',')) { head.name.pop_back(); }
    head.is_reversed = is_for && parser.takes_name("reversed");
    strict_attributes(parser, head, is_for);
    parser.expects_end();
    return head;
}

}  // namespace

void TagParser::refuse(std::size_t place, std::string words) {
    problems_.push_back({.place = place, .words = std::move(words)});
}

// What the strict parser found, if it found no mistake. In strict mode a mistake is a problem; else the caller goes on.
template <class Found>
std::optional<Found> TagParser::strict_only(ExpressionParser& parser, Found found) {
    if (!parser.failed()) { return found; }
    if (mode_ == ParseMode::Strict || parser.problem()->is_too_deep) { problems_.push_back(*parser.problem()); }
    return std::nullopt;
}

bool TagParser::check_filters(const Output& output) {
    if (mode_ == ParseMode::Lax) { return true; }
    for (const auto& filter : output.filters) {
        if (filter.definition == nullptr) {
            refuse(filter.place, "there is no filter \"" + filter.name + "\"");
            return false;
        }
        const auto& definition = *filter.definition;
        const auto given = filter.arguments.size() + (filter.named_arguments.empty() || definition.takes_names ? 0 : 1);
        if (given < definition.arguments_min || given > definition.arguments_max) {
            refuse(filter.place, "the filter \"" + filter.name + "\" takes " + arguments_text(definition));
            return false;
        }
    }
    return true;
}

std::optional<Output> TagParser::output(const Markup& markup) {
    const auto before = problems_.size();
    ExpressionParser parser(markup.text, markup.place);
    auto found = strict_only(parser, parser.output());
    if (!found && problems_.size() == before) {
        found = lax_output(markup);
        if (!found) {
            problems_.push_back(
                {.place = markup.place, .words = "there are too many brackets in brackets", .is_too_deep = true});
        }
    }
    if (found && !check_filters(*found)) { return std::nullopt; }
    return found;
}

std::optional<Condition> TagParser::condition(const Markup& markup) {
    const auto before = problems_.size();
    ExpressionParser parser(markup.text, markup.place);
    auto found = strict_only(parser, parser.condition());
    if (found || problems_.size() != before) { return found; }
    std::optional<MarkupProblem> problem;
    found = lax_condition(markup, problem);
    if (!found) { problems_.push_back(*problem); }
    return found;
}

std::optional<Expression> TagParser::case_subject(const Markup& markup) {
    const auto before = problems_.size();
    ExpressionParser parser(markup.text, markup.place);
    auto subject = parser.expression();
    parser.expects_end();
    auto found = strict_only(parser, std::move(subject));
    if (found || problems_.size() != before) { return found; }
    const auto fragment = find_fragment(markup.text, 0);
    if (fragment) { found = lax_expression(markup.part(fragment->begin, fragment->end - fragment->begin)); }
    if (!found) { refuse(markup.place, "\"case\" needs a value"); }
    return found;
}

std::optional<std::vector<Expression>> TagParser::when_values(const Markup& markup) {
    const auto before = problems_.size();
    ExpressionParser parser(markup.text, markup.place);
    auto found = strict_only(parser, value_list(parser, true));
    if (found || problems_.size() != before) { return found; }
    std::vector<Expression> values;
    for (auto fragment = find_fragment(markup.text, 0); fragment;) {
        auto value = lax_expression(markup.part(fragment->begin, fragment->end - fragment->begin));
        if (!value) { break; }
        values.push_back(*std::move(value));
        const auto rest = markup.text.substr(fragment->end);
        const auto word = trim_start(rest);
        const bool has_or = word.size() < rest.size() && word.starts_with("or") && word.size() > 2 && is_space(word[2]);
        if (!has_or && !word.starts_with(',')) { break; }
        const auto next = trim_start(word.substr(has_or ? 2 : 1));
        const auto begin = markup.text.size() - next.size();
        const auto length = fragment_length(markup.text, begin);
        if (length == 0) { break; }
        fragment = Fragment{.begin = begin, .end = begin + length};
    }
    if (values.empty()) {
        refuse(markup.place, "\"when\" needs a value");
        return std::nullopt;
    }
    return values;
}

std::optional<LoopHead> TagParser::for_head(const Markup& markup) {
    const auto before = problems_.size();
    ExpressionParser parser(markup.text, markup.place);
    auto found = strict_only(parser, strict_loop(parser, markup, true));
    return found || problems_.size() != before ? found : lax_loop(markup, true);
}

std::optional<LoopHead> TagParser::table_row_head(const Markup& markup) {
    const auto before = problems_.size();
    ExpressionParser parser(markup.text, markup.place);
    auto found = strict_only(parser, strict_loop(parser, markup, false));
    return found || problems_.size() != before ? found : lax_loop(markup, false);
}

// `item in collection`, then anything that has attributes in it.
std::optional<LoopHead> TagParser::lax_loop(const Markup& markup, bool is_for) {
    const auto text = markup.text;
    const auto refused = [&]() -> std::optional<LoopHead> {
        refuse(markup.place, is_for ? "a loop is written as \"for item in collection\""
                                    : "a table is written as \"tablerow item in collection\"");
        return std::nullopt;
    };
    LoopHead head;
    const auto name_end = static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), [](char each) { return is_word(each) || each == '-'; }) -
        text.begin());
    const auto after_name = trim_start(text.substr(name_end));
    if (name_end == 0 || after_name.size() + name_end == text.size() || !after_name.starts_with("in")) {
        return refused();
    }
    const auto after_in = trim_start(after_name.substr(2));
    const auto begin = text.size() - after_in.size();
    const auto length = fragments_length(text, begin);
    if (length == 0 || after_in.size() + 2 == after_name.size()) { return refused(); }
    head.variable = text.substr(0, name_end);
    head.name = head.variable + "-" + std::string(text.substr(begin, length));
    auto collection = lax_expression(markup.part(begin, length));
    if (!collection) { return refused(); }
    head.collection = *std::move(collection);
    head.is_reversed = is_for && trim_start(text.substr(begin + length)).starts_with("reversed");
    for (const auto& [key, value] : lax_attributes(markup)) {
        auto expression = lax_expression(value);
        if (!expression) { return refused(); }
        if (key == "offset" && is_for && value.text == "continue") {
            head.is_continued = true;
        } else if (key == "limit" || key == "offset" || (key == "cols" && !is_for)) {
            (key == "limit" ? head.limit : key == "offset" ? head.offset : head.columns) = std::move(expression);
        }
    }
    return head;
}

std::optional<AssignNode> TagParser::assign(const Markup& markup) {
    const auto text = markup.text;
    for (auto at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
        const auto target = trim_end(text.substr(0, at));
        const auto begin = signature_start(text, target.size());
        if (begin == target.size()) { continue; }
        if (mode_ == ParseMode::Strict && begin != 0) { break; }
        auto value = output(markup.part(at + 1));
        if (!value) { return std::nullopt; }
        return AssignNode{.name = std::string(target.substr(begin)), .output = *std::move(value)};
    }
    refuse(markup.place, "an assignment is written as \"assign name = value\"");
    return std::nullopt;
}

std::optional<std::string> TagParser::capture_name(const Markup& markup) {
    const auto text = trim_end(markup.text);
    const auto begin = std::find_if(text.begin(), text.end(), is_signature);
    const auto end = std::find_if_not(begin, text.end(), is_signature);
    if (begin == end || (mode_ == ParseMode::Strict && (begin != text.begin() || end != text.end()))) {
        refuse(markup.place, "\"capture\" needs the name of a variable");
        return std::nullopt;
    }
    return std::string(begin, end);
}

std::optional<CycleNode> TagParser::cycle(const Markup& markup) {
    const auto before = problems_.size();
    ExpressionParser parser(markup.text, markup.place);
    CycleNode node;
    auto first = parser.expression();
    if (parser.takes(MarkupKind::Colon)) {
        node.group = std::move(first);
        node.values = value_list(parser, false);
    } else {
        node.values.push_back(std::move(first));
        while (parser.takes(MarkupKind::Comma) && !parser.sees(MarkupKind::End)) {
            node.values.push_back(parser.expression());
        }
        parser.expects_end();
    }
    node.key = cycle_key(node, markup.place);
    auto found = strict_only(parser, std::move(node));
    if (found || problems_.size() != before) { return found; }
    node = lax_cycle(markup);
    node.key = cycle_key(node, markup.place);
    if (!node.values.empty() || node.group) { return node; }
    refuse(markup.place, "\"cycle\" needs values");
    return std::nullopt;
}

std::optional<PartialNode> TagParser::partial(const Markup& markup, bool is_isolated) {
    ExpressionParser parser(markup.text, markup.place);
    PartialNode node{.is_isolated = is_isolated};
    if (is_isolated && !parser.sees(MarkupKind::String)) {
        parser.refuse("here should be the name of a template in quotes");
    }
    node.name = parser.expression();
    node.is_for_each = parser.takes_name("for");
    if (node.is_for_each || parser.takes_name("with")) { node.value = parser.expression(); }
    if (parser.takes_name("as")) { node.alias = parser.expects(MarkupKind::Name, "a name"); }
    parser.takes(MarkupKind::Comma);
    while (parser.sees(MarkupKind::Name)) {
        std::string name(parser.expects(MarkupKind::Name, "a name"));
        parser.expects(MarkupKind::Colon, "\":\"");
        node.arguments.emplace_back(std::move(name), parser.expression());
        parser.takes(MarkupKind::Comma);
    }
    parser.expects_end();
    if (!parser.failed()) { return node; }
    problems_.push_back(*parser.problem());
    return std::nullopt;
}

}  // namespace tradewind::domain::liquid
