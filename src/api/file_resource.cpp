#include "api/file_resource.h"

#include <algorithm>
#include <optional>

#include "api/error_response.h"
#include "base/signed_link.h"
#include "base/text.h"

namespace tradewind::api {
namespace {

constexpr std::string_view file_item_path = "/files/{token}";
constexpr std::string_view file_collection_path = "/files/";

// A name that is more than ASCII is told twice: for old clients with `_` in the place of what they cannot read.
std::string disposition(const std::string& name) {
    auto plain = name;
    const auto is_unfit = [](char c) { return !(c >= ' ' && c <= '~') || c == '"' || c == '\\'; };
    std::ranges::replace_if(plain, is_unfit, '_');
    auto value = "attachment; filename=\"" + plain + "\"";
    if (plain != name) { value += "; filename*=UTF-8''" + base::percent_encode(name); }
    return value;
}

constexpr int range_not_satisfiable = 416;

// The answer with its headers, and the body that every refusal has.
net::HttpResponse outside_file(const net::HttpResponse& bare) {
    auto response = http_error_response(bare.status, "The file ends before the range that was asked for.");
    response.header_lines += bare.header_lines;
    return response;
}

void get_file(const Services& services, const std::vector<LinkedFile>& files, Call& call) {
    const auto link = base::open_link(services.secret_key, call.parameters[0], services.sources.clock.now());
    if (!link) { return call.answer.refuse(unknown_file()); }
    const auto file = std::ranges::find(files, link->purpose, &LinkedFile::purpose);
    if (file == files.end()) { return call.answer.refuse(unknown_file()); }
    file->answer(call, link->object);
}

}  // namespace

std::vector<Route> file_routes(const Services& services, std::vector<LinkedFile> files) {
    return {
        Route(net::Method::Get, file_item_path, Public{}, BodyKind::Ignored,
              [services, files = std::move(files)](Call& call) { get_file(services, files, call); }),
    };
}

std::string link_to_file(const Services& services, const WantedLink& wanted) {
    const auto now = services.sources.clock.now();
    const base::SignedLink link{.purpose = std::string(wanted.purpose),
                                .object = wanted.object,
                                .expires_at = {now.milliseconds + wanted.lifetime.count()}};
    return services.public_address.with_path(file_collection_path) + base::sign_link(services.secret_key, link, now);
}

void answer_file(Answer& answer, const HandedFile& file) {
    auto response = net::file_response(file.path, file.content_type, file.range);
    if (!response) { return answer.refuse(unknown_file()); }
    if (response->status == range_not_satisfiable) { return answer.send(outside_file(*response)); }
    response->add_header("Content-Disposition", disposition(file.name));
    if (response->file) { response->file->keeper = file.keeper; }
    answer.send(std::move(*response));
}

std::optional<std::string> wanted_range(const net::RequestHead& head) {
    const auto range = head.header("range");
    if (!range || head.method != net::Method::Get || head.header("if-range")) { return std::nullopt; }
    return std::string(*range);
}

base::Error unknown_file() {
    return base::not_found("There is no file here, or the link to it has expired.");
}

}  // namespace tradewind::api
