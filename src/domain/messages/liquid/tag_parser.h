#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/messages/liquid/lax_parser.h"
#include "domain/messages/liquid/template.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// Reads what follows the name of a tag, and outputs. Each returns nothing after it has put a problem into the list.
class TagParser {
  public:
    TagParser(ParseMode mode, std::vector<MarkupProblem>& problems) : mode_(mode), problems_(problems) {}

    std::optional<Output> output(const Markup& markup);
    std::optional<Condition> condition(const Markup& markup);
    std::optional<Expression> case_subject(const Markup& markup);
    std::optional<std::vector<Expression>> when_values(const Markup& markup);
    std::optional<LoopHead> for_head(const Markup& markup);
    std::optional<LoopHead> table_row_head(const Markup& markup);
    std::optional<AssignNode> assign(const Markup& markup);
    std::optional<std::string> capture_name(const Markup& markup);
    std::optional<CycleNode> cycle(const Markup& markup);
    // There is no lax form of it.
    std::optional<PartialNode> partial(const Markup& markup, bool is_isolated);

    void refuse(std::size_t place, std::string words);

  private:
    template <class Found>
    std::optional<Found> strict_only(ExpressionParser& parser, Found found);
    bool check_filters(const Output& output);
    std::optional<LoopHead> lax_loop(const Markup& markup, bool is_for);

    ParseMode mode_;
    std::vector<MarkupProblem>& problems_;
};

}  // namespace tradewind::domain::liquid
