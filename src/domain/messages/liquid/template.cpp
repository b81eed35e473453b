#include "domain/messages/liquid/template.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domain/messages/liquid/block_parser.h"
#include "domain/messages/liquid/parsed_template.h"

namespace tradewind::domain {

std::string LiquidProblem::text() const {
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + words;
}

Template::Template(std::shared_ptr<const liquid::TemplateTree> tree) : tree_(std::move(tree)) {}

std::optional<Template> Template::parse(std::string_view source, ParseMode mode, std::vector<LiquidProblem>& problems,
                                        Partials partials) {
    problems.clear();
    if (source.size() > source_bytes_max) {
        problems.push_back({.words = "the template is larger than 512 KiB", .limit = LiquidLimit::Source});
        return std::nullopt;
    }
    if (!base::is_valid_utf8(source)) {
        problems.push_back({.words = "the template is not valid UTF-8"});
        return std::nullopt;
    }
    auto tree = std::make_shared<liquid::TemplateTree>(
        liquid::TemplateTree{.source = liquid::SourceLines(std::string(source))});
    std::vector<liquid::MarkupProblem> found;
    liquid::BlockParser parser(mode, partials, found);
    tree->body = parser.parse(liquid::split_template(tree->source.text()));
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& one, const auto& other) { return one.place < other.place; });
    found.resize(std::min(found.size(), problems_max));
    for (auto& problem : found) {
        const auto where = tree->source.at(problem.place);
        problems.push_back({.line = where.line,
                            .column = where.column,
                            .words = std::move(problem.words),
                            .limit = problem.is_too_deep ? std::optional(LiquidLimit::Nesting) : std::nullopt});
    }
    if (!problems.empty()) { return std::nullopt; }
    return Template(std::move(tree));
}

}  // namespace tradewind::domain
