#pragma once

#include "domain/messages/liquid/source_lines.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// What a Template holds.
struct TemplateTree {
    SourceLines source;
    Block body = {};
};

}  // namespace tradewind::domain::liquid
