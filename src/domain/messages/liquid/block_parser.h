#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "domain/messages/liquid/tag_parser.h"
#include "domain/messages/liquid/template_lexer.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// Puts the tokens of a template together: which tag is inside of which. A tag that is not closed or not known ends the
// reading; a tag or output with something wrong in it does not.
class BlockParser {
  public:
    BlockParser(ParseMode mode, Partials partials, std::vector<MarkupProblem>& problems);

    Block parse(std::vector<Token> tokens);

  private:
    // The tag that ended a body: the end of the block, or one that divides it, such as `else`.
    struct Ending {
        std::string_view name;
        Markup markup;
        std::size_t place = 0;
    };
    struct OpenBlock {
        std::string_view name;
        std::size_t place = 0;
        bool (*divides)(std::string_view name) = nullptr;
    };

    Ending parse_body(Block& body, const OpenBlock* open);
    void add_text(Block& body, const Token& token);
    void add_output(Block& body, const Token& token);
    // False when the tag is not known.
    bool add_tag(Block& body, const Token& token);
    void add(Block& body, Node node, bool is_blank);

    void add_if(Block& body, const Token& token, bool is_unless);
    void add_case(Block& body, const Token& token);
    void add_for(Block& body, const Token& token);
    void add_simple_block(Block& body, const Token& token);
    void add_raw(Block& body, const Token& token);
    void skip_comment(Block& body, const Token& token);
    void skip_block_comment(const Token& token);
    void skip_doc(const Token& token);
    void skip_raw();
    void check_inline_comment(const Token& token);
    void add_lines(Block& body, const Token& token);

    [[nodiscard]] Ending unexpected(const Token& token, const OpenBlock* open);
    void stop(std::size_t place, std::string words, bool is_too_deep = false);
    [[nodiscard]] bool has_next() const { return !is_stopped_ && next_ < tokens_.size(); }

    TagParser tags_;
    Partials partials_;
    std::vector<MarkupProblem>& problems_;
    std::vector<Token> tokens_;
    std::size_t next_ = 0;
    std::size_t depth_ = 0;
    bool trims_next_text_ = false;
    bool is_stopped_ = false;
    bool is_in_lines_ = false;
};

}  // namespace tradewind::domain::liquid
