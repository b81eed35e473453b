#include "domain/files/cell_json.h"

#include "base/json.h"

namespace tradewind::domain {
namespace {

bool is_number(std::string_view cell) {
    const auto document = base::JsonDocument::parse(cell);
    return document && document.value().root().kind() == base::JsonKind::Number;
}

void write_list(base::JsonWriter& writer, std::string_view cell) {
    writer.begin_array();
    while (true) {
        const auto end = cell.find('|');
        writer.string(cell.substr(0, end));
        if (end == std::string_view::npos) { break; }
        cell.remove_prefix(end + 1);
    }
    writer.end_array();
}

}  // namespace

void write_cell(base::JsonWriter& writer, CellKind kind, std::string_view cell) {
    switch (kind) {
        case CellKind::Number:
            return is_number(cell) ? writer.raw(cell) : writer.string(cell);
        case CellKind::Boolean:
            if (cell == "true" || cell == "1") { return writer.boolean(true); }
            if (cell == "false" || cell == "0") { return writer.boolean(false); }
            return writer.string(cell);
        case CellKind::List:
            return write_list(writer, cell);
        case CellKind::Text:
            return writer.string(cell);
    }
}

}  // namespace tradewind::domain
