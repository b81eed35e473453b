#include "jobs/export_source.h"

#include <cassert>

#include "jobs/activity_export_source.h"
#include "jobs/contact_export_source.h"
#include "jobs/report_export_source.h"
#include "jobs/web_call_export_source.h"

namespace tradewind::jobs {

std::unique_ptr<ExportSource> make_export_source(const ExportReading& reading, const domain::Export& wanted) {
    const auto type = domain::export_type(wanted.type);
    assert(type && "the type was checked when the export was asked for");
    switch (*type) {
        case domain::ExportType::Contacts:
            return std::make_unique<ContactExportSource>(reading, wanted);
        case domain::ExportType::Activities:
            return std::make_unique<ActivityExportSource>(reading, wanted);
        case domain::ExportType::DataExplorer:
            return std::make_unique<ReportExportSource>(reading, wanted);
        case domain::ExportType::WebCalls:
            return std::make_unique<WebCallExportSource>(reading, wanted);
    }
    return nullptr;
}

}  // namespace tradewind::jobs
