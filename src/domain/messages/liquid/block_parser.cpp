#include "domain/messages/liquid/block_parser.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tradewind::domain::liquid {
namespace {

constexpr std::array<std::string_view, 8> block_names{"if",       "unless",  "case", "for",
                                                      "tablerow", "capture", "raw",  "ifchanged"};

bool divides_if(std::string_view name) {
    return name == "else" || name == "elsif";
}

bool divides_case(std::string_view name) {
    return name == "else" || name == "when";
}

bool divides_for(std::string_view name) {
    return name == "else";
}

Markup markup_of(const Token& token) {
    return {.text = token.markup, .place = token.markup_place};
}

// A block that writes only white space writes nothing.
void drop_blank_texts(Block& block) {
    std::erase_if(block.nodes, [](const Node& node) {
        const auto* const text = std::get_if<TextNode>(&node.form);
        return text != nullptr && !text->is_raw;
    });
}

std::string tag_words(std::string_view name) {
    return "the tag \"" + std::string(name) + "\"";
}

}  // namespace

BlockParser::BlockParser(ParseMode mode, Partials partials, std::vector<MarkupProblem>& problems)
    : tags_(mode, problems), partials_(partials), problems_(problems) {}

Block BlockParser::parse(std::vector<Token> tokens) {
    tokens_ = std::move(tokens);
    Block body;
    parse_body(body, nullptr);
    return body;
}

void BlockParser::stop(std::size_t place, std::string words, bool is_too_deep) {
    if (!is_stopped_) { problems_.push_back({.place = place, .words = std::move(words), .is_too_deep = is_too_deep}); }
    is_stopped_ = true;
}

BlockParser::Ending BlockParser::parse_body(Block& body, const OpenBlock* open) {
    if (depth_ >= nesting_max) {
        stop(open != nullptr ? open->place : 0, "there are too many blocks in blocks", true);
        return {};
    }
    ++depth_;
    Ending ending;
    while (has_next()) {
        const auto token = tokens_[next_++];
        if (token.kind == TokenKind::Text) {
            add_text(body, token);
            continue;
        }
        if (!is_in_lines_) {
            auto* const before = body.nodes.empty() ? nullptr : std::get_if<TextNode>(&body.nodes.back().form);
            if (token.trims_before && before != nullptr && !before->is_raw) {
                before->text.resize(trim_end(before->text).size());
            }
            trims_next_text_ = token.trims_after;
        }
        if (token.kind == TokenKind::Output) {
            add_output(body, token);
        } else if (token.kind == TokenKind::Broken || !add_tag(body, token)) {
            ending = unexpected(token, open);
            break;
        }
    }
    if (open != nullptr && ending.name.empty()) { stop(open->place, tag_words(open->name) + " is never closed"); }
    --depth_;
    return ending;
}

BlockParser::Ending BlockParser::unexpected(const Token& token, const OpenBlock* open) {
    if (token.kind == TokenKind::Broken) {
        const bool is_output = token.whole.starts_with("{{");
        stop(token.place, is_output ? "\"{{\" is not closed by \"}}\""
                          : token.whole.size() < 4 || !token.whole.ends_with("%}")
                              ? "\"{%\" is not closed by \"%}\""
                              : "here should be the name of a tag");
        return {};
    }
    const bool is_end = open != nullptr && token.name.starts_with("end") && token.name.substr(3) == open->name;
    if (is_end || (open != nullptr && open->divides != nullptr && open->divides(token.name))) {
        return {.name = token.name, .markup = markup_of(token), .place = token.place};
    }
    const bool closes = token.name.starts_with("end") &&
                        std::find(block_names.begin(), block_names.end(), token.name.substr(3)) != block_names.end();
    const bool divides = divides_if(token.name) || divides_case(token.name);
    if (closes || divides) {
        stop(token.place, tag_words(token.name) + " has no place " +
                              (open != nullptr ? "in \"" + std::string(open->name) + "\"" : "here"));
    } else {
        stop(token.place, tag_words(token.name) + " is not known");
    }
    return {};
}

void BlockParser::add(Block& body, Node node, bool is_blank) {
    body.is_blank = body.is_blank && is_blank;
    body.nodes.push_back(std::move(node));
}

void BlockParser::add_text(Block& body, const Token& token) {
    const auto text = trims_next_text_ ? trim_start(token.whole) : token.whole;
    trims_next_text_ = false;
    add(body, {.form = TextNode{.text = std::string(text)}, .place = token.place}, is_blank_text(text));
}

void BlockParser::add_output(Block& body, const Token& token) {
    if (auto output = tags_.output(markup_of(token))) {
        add(body, {.form = OutputNode{*std::move(output)}, .place = token.place}, false);
    }
}

bool BlockParser::add_tag(Block& body, const Token& token) {
    const auto markup = markup_of(token);
    const auto name = token.name;
    if (name == "if" || name == "unless") {
        add_if(body, token, name == "unless");
    } else if (name == "case") {
        add_case(body, token);
    } else if (name == "for") {
        add_for(body, token);
    } else if (name == "capture" || name == "tablerow" || name == "ifchanged") {
        add_simple_block(body, token);
    } else if (name == "assign") {
        if (auto node = tags_.assign(markup)) { add(body, {.form = *std::move(node), .place = token.place}, true); }
    } else if (name == "echo") {
        add_output(body, token);
    } else if (name == "raw") {
        add_raw(body, token);
    } else if (name == "comment" || name == "doc" || name == "#") {
        skip_comment(body, token);
    } else if (name == "liquid") {
        add_lines(body, token);
    } else if (name == "break" || name == "continue") {
        const auto interrupt = name == "break" ? Interrupt::Break : Interrupt::Continue;
        add(body, {.form = InterruptNode{interrupt}, .place = token.place}, false);
    } else if (name == "cycle") {
        if (auto node = tags_.cycle(markup)) { add(body, {.form = *std::move(node), .place = token.place}, false); }
    } else if (name == "increment" || name == "decrement") {
        CounterNode counter{.name = std::string(trim_both(token.markup)), .is_increment = name == "increment"};
        add(body, {.form = std::move(counter), .place = token.place}, false);
    } else if (partials_ == Partials::Allowed && (name == "include" || name == "render")) {
        if (auto node = tags_.partial(markup, name == "render")) {
            add(body, {.form = *std::move(node), .place = token.place}, false);
        }
    } else {
        return false;
    }
    return true;
}

void BlockParser::add_if(Block& body, const Token& token, bool is_unless) {
    const OpenBlock open{.name = token.name, .place = token.place, .divides = divides_if};
    IfNode node;
    node.is_unless = is_unless;
    bool is_blank = true;
    Ending ending{.name = "elsif", .markup = markup_of(token)};
    while (divides_if(ending.name)) {
        auto& branch = node.branches.emplace_back();
        if (ending.name == "elsif") { branch.condition = tags_.condition(ending.markup).value_or(Condition()); }
        ending = parse_body(branch.body, &open);
        is_blank = is_blank && branch.body.is_blank;
    }
    if (is_blank) {
        for (auto& branch : node.branches) { drop_blank_texts(branch.body); }
    }
    add(body, {.form = std::move(node), .place = token.place}, is_blank);
}

void BlockParser::add_case(Block& body, const Token& token) {
    const OpenBlock open{.name = token.name, .place = token.place, .divides = divides_case};
    CaseNode node;
    node.subject = tags_.case_subject(markup_of(token)).value_or(Expression());
    Block before;
    auto ending = parse_body(before, &open);
    bool is_blank = before.is_blank;
    while (divides_case(ending.name)) {
        auto& when = node.whens.emplace_back();
        if (ending.name == "when") {
            when.values = tags_.when_values(ending.markup).value_or(std::vector<Expression>(1));
        } else if (!is_blank_text(ending.markup.text)) {
            tags_.refuse(ending.markup.place, "\"else\" takes no value");
        }
        ending = parse_body(when.body, &open);
        is_blank = is_blank && when.body.is_blank;
    }
    if (is_blank) {
        for (auto& when : node.whens) { drop_blank_texts(when.body); }
    }
    add(body, {.form = std::move(node), .place = token.place}, is_blank);
}

void BlockParser::add_for(Block& body, const Token& token) {
    const OpenBlock open{.name = token.name, .place = token.place, .divides = divides_for};
    ForNode node;
    node.head = tags_.for_head(markup_of(token)).value_or(LoopHead());
    auto ending = parse_body(node.body, &open);
    bool is_blank = node.body.is_blank;
    while (divides_for(ending.name)) {
        node.otherwise.emplace();
        ending = parse_body(*node.otherwise, &open);
        is_blank = is_blank && node.otherwise->is_blank;
    }
    if (is_blank) {
        drop_blank_texts(node.body);
        if (node.otherwise) { drop_blank_texts(*node.otherwise); }
    }
    add(body, {.form = std::move(node), .place = token.place}, is_blank);
}

// Those that nothing divides.
void BlockParser::add_simple_block(Block& body, const Token& token) {
    const OpenBlock open{.name = token.name, .place = token.place};
    if (token.name == "capture") {
        CaptureNode node;
        node.name = tags_.capture_name(markup_of(token)).value_or("");
        parse_body(node.body, &open);
        add(body, {.form = std::move(node), .place = token.place}, true);
    } else if (token.name == "tablerow") {
        TableRowNode node;
        node.head = tags_.table_row_head(markup_of(token)).value_or(LoopHead());
        parse_body(node.body, &open);
        add(body, {.form = std::move(node), .place = token.place}, false);
    } else {
        IfChangedNode node;
        parse_body(node.body, &open);
        const bool is_blank = node.body.is_blank;
        add(body, {.form = std::move(node), .place = token.place}, is_blank);
    }
}

void BlockParser::add_raw(Block& body, const Token& token) {
    if (!is_blank_text(token.markup)) { tags_.refuse(token.markup_place, "\"raw\" takes no value"); }
    std::string text;
    while (has_next()) {
        const auto& next = tokens_[next_++];
        const auto last = last_tag(next.whole);
        if (last.name == "endraw") {
            text += last.before;
            trims_next_text_ = next.whole[next.whole.size() - 3] == '-';
            const bool is_empty = text.empty();
            return add(body, {.form = TextNode{.text = std::move(text), .is_raw = true}, .place = token.place},
                       is_empty);
        }
        text += next.whole;
    }
    stop(token.place, tag_words("raw") + " is never closed");
}

void BlockParser::skip_raw() {
    while (has_next() && last_tag(tokens_[next_++].whole).name != "endraw") {}
}

// A comment writes nothing, but white space is not trimmed across it.
void BlockParser::skip_comment(Block& body, const Token& token) {
    if (token.name == "comment") {
        skip_block_comment(token);
    } else if (token.name == "doc") {
        skip_doc(token);
    } else {
        check_inline_comment(token);
    }
    add(body, {.form = TextNode{.text = {}, .is_raw = true}, .place = token.place}, true);
}

// Comments in comments are counted; what is written otherwise inside makes no difference.
void BlockParser::skip_block_comment(const Token& token) {
    std::size_t open = 1;
    while (has_next()) {
        const auto& next = tokens_[next_++];
        if (next.name == "raw") { skip_raw(); }
        if (next.name == "comment") { ++open; }
        if (next.name == "endcomment" && --open == 0) {
            trims_next_text_ = next.trims_after;
            return;
        }
    }
    stop(token.place, tag_words("comment") + " is never closed");
}

void BlockParser::skip_doc(const Token& token) {
    if (!is_blank_text(token.markup)) { tags_.refuse(token.markup_place, "\"doc\" takes no value"); }
    while (has_next()) {
        const auto& next = tokens_[next_++];
        const auto name = last_tag(next.whole).name;
        if (name == "doc") { return stop(next.place, tag_words("doc") + " has no place in \"doc\""); }
        if (name == "enddoc") {
            trims_next_text_ = next.whole[next.whole.size() - 3] == '-';
            return;
        }
    }
    stop(token.place, tag_words("doc") + " is never closed");
}

// Each of its lines begins with `#`.
void BlockParser::check_inline_comment(const Token& token) {
    auto rest = token.markup;
    for (auto at = rest.find('\n'); at != std::string_view::npos; at = rest.find('\n')) {
        rest = trim_start(rest.substr(at));
        if (!rest.empty() && !rest.starts_with('#')) {
            return tags_.refuse(token.place, "each line of this comment must begin with \"#\"");
        }
    }
}

// The lines are tags of the same body, but what they open they close.
void BlockParser::add_lines(Block& body, const Token& token) {
    auto outer = std::exchange(tokens_, split_lines(token.markup, token.markup_place));
    const auto outer_next = std::exchange(next_, 0);
    const bool was_in_lines = std::exchange(is_in_lines_, true);
    parse_body(body, nullptr);
    tokens_ = std::move(outer);
    next_ = outer_next;
    is_in_lines_ = was_in_lines;
}

}  // namespace tradewind::domain::liquid
