#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "domain/messages/liquid/liquid_value.h"

namespace tradewind::domain::liquid {

struct FilterDefinition;
struct Expression;
struct Node;

// One step of `a.b['c'][d]`: a name, or in brackets what gives it.
struct LookupStep {
    std::string name = {};
    std::vector<Expression> computed;  // One, or none.
};

struct Lookup {
    std::vector<LookupStep> steps;  // The first is looked up among all names.
};

// `blank` and `empty`, which conditions compare with.
enum class Emptiness { Blank, Empty };

struct RangeOf {
    std::vector<Expression> ends;  // Two.
};

struct Expression {
    std::variant<LiquidValue, Emptiness, Lookup, RangeOf> form = {};
    std::size_t place = 0;
};

struct FilterUse {
    std::string name = {};
    const FilterDefinition* definition = nullptr;  // None of an unknown filter, which changes nothing.
    std::vector<Expression> arguments = {};
    std::vector<std::pair<std::string, Expression>> named_arguments = {};
    std::size_t place = 0;
};

// What stands between `{{` and `}}`.
struct Output {
    Expression value = {};
    std::vector<FilterUse> filters = {};
};

// Lax mode keeps an operator that there is not; whoever comes to it fails.
enum class Operator { None, Unknown, Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual, Contains };

struct Comparison {
    Expression left = {};
    Operator is = Operator::None;
    Expression right = {};
};

enum class Joiner { And, Or };

// Comparisons with `and` and `or` between them. They bind to the right: `a or b and c` is `a or (b and c)`.
struct Condition {
    std::vector<Comparison> comparisons = {};
    std::vector<Joiner> joiners = {};
};

struct Block {
    std::vector<Node> nodes;
    bool is_blank = true;  // Writes nothing but white space.
};

struct TextNode {
    std::string text = {};
    bool is_raw = false;
};

struct OutputNode {
    Output output = {};
};

struct AssignNode {
    std::string name = {};
    Output output = {};
};

struct CaptureNode {
    std::string name = {};
    Block body;
};

struct Branch {
    std::optional<Condition> condition = {};  // None of `else`.
    Block body;
};

struct IfNode {
    std::vector<Branch> branches;
    bool is_unless = false;
};

struct When {
    std::vector<Expression> values = {};  // None of `else`.
    Block body;
};

struct CaseNode {
    Expression subject = {};
    std::vector<When> whens;
};

// What `for` and `tablerow` go through, and how.
struct LoopHead {
    std::string variable = {};
    std::string name = {};  // As in `forloop.name`; loops of one name continue each other.
    Expression collection = {};
    std::optional<Expression> limit = {};
    std::optional<Expression> offset = {};
    std::optional<Expression> columns = {};
    bool is_continued = false;
    bool is_reversed = false;
};

struct ForNode {
    LoopHead head = {};
    Block body;
    std::optional<Block> otherwise;
};

struct TableRowNode {
    LoopHead head = {};
    Block body;
};

enum class Interrupt { None, Break, Continue };

struct InterruptNode {
    Interrupt interrupt = Interrupt::None;
};

struct CycleNode {
    std::optional<Expression> group = {};
    std::string key = {};  // Of a cycle without group: what it goes through.
    std::vector<Expression> values = {};
};

// `increment` shows the number before, `decrement` the one after.
struct CounterNode {
    std::string name = {};
    bool is_increment = true;
};

struct IfChangedNode {
    Block body;
};

// `include` and `render`: another template at this place. The second sees no names but those that are handed to it.
struct PartialNode {
    Expression name = {};
    std::optional<Expression> value = {};
    std::string alias = {};  // What the value is called there; by default as the template.
    bool is_for_each = false;
    bool is_isolated = false;
    std::vector<std::pair<std::string, Expression>> arguments = {};
};

struct Node {
    std::variant<TextNode, OutputNode, AssignNode, CaptureNode, IfNode, CaseNode, ForNode, TableRowNode, InterruptNode,
                 CycleNode, CounterNode, IfChangedNode, PartialNode>
        form;
    std::size_t place = 0;
};

}  // namespace tradewind::domain::liquid
