#include "api/admin/filter_because.h"

#include "domain/filters/describe_filter.h"
#include "domain/filters/write_filter.h"

namespace tradewind::api::admin {

void write_because(base::JsonWriter& writer, const std::vector<domain::FilterReason>& reasons,
                   const domain::FilterNames& names) {
    writer.key("because");
    writer.begin_array();
    for (const auto& reason : reasons) {
        writer.begin_object();
        writer.key("test");
        domain::write_filter(writer, *reason.test, names, domain::FilterForm::Shown);
        writer.key("text");
        writer.string(domain::describe_filter({.test = *reason.test}, names, domain::Language::English));
        writer.key("value");
        writer.raw(reason.value);
        writer.key("holds");
        writer.boolean(reason.holds);
        writer.end_object();
    }
    writer.end_array();
}

}  // namespace tradewind::api::admin
