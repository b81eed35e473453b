#include "api/resources.h"

#include <algorithm>
#include <string>

#include "api/console_files.h"
#include "base/text.h"

namespace tradewind::api {
namespace {

constexpr std::string_view console_folder = "/console/";
constexpr std::string_view assets_folder = "assets/";

constexpr std::string_view without_console =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Tradewind</title>\n"
    "<p>This program was built without its console. Build it with Node 18 or newer and npm installed, and without\n"
    "<code>-DTRADEWIND_CONSOLE=off</code>; <code>make run</code> does both. The interface is described at\n"
    "<a href=\"/docs\">/docs</a>.</p>\n</html>\n";

const ConsoleFile* find_console_file(std::string_view path) {
    const auto place =
        std::lower_bound(console_files.begin(), console_files.end(), path,
                         [](const ConsoleFile& file, std::string_view name) { return file.path < name; });
    return place != console_files.end() && place->path == path ? &*place : nullptr;
}

// Whether an Accept-Encoding names a coding and does not refuse it.
bool accepts_coding(std::string_view header, std::string_view coding) {
    while (!header.empty()) {
        const auto comma = header.find(',');
        auto item = header.substr(0, comma);
        header = comma == std::string_view::npos ? std::string_view() : header.substr(comma + 1);
        const auto semicolon = item.find(';');
        const auto name = base::trim(item.substr(0, semicolon));
        if (!base::equals_ignoring_case(name, coding)) { continue; }
        const auto quality = semicolon == std::string_view::npos ? std::string_view() : item.substr(semicolon + 1);
        const auto value = base::trim(quality.substr(std::min(quality.size(), quality.find('=') + 1)));
        return value.empty() || value.find_first_not_of("0.") != std::string_view::npos;
    }
    return false;
}

struct ConsoleForm {
    std::string_view coding;  // Empty: as it is.
    std::string_view bytes;
};

ConsoleForm form_for(const ConsoleFile& file, const net::RequestHead& head) {
    const auto accepted = head.header("accept-encoding").value_or("");
    if (accepts_coding(accepted, "br")) { return {"br", file.brotli}; }
    if (accepts_coding(accepted, "gzip")) { return {"gzip", file.gzip}; }
    return {{}, file.plain};
}

// Whether an If-None-Match names the tag, also as a weak one.
bool names_tag(std::string_view header, std::string_view tag) {
    return base::trim(header) == "*" || header.find(tag) != std::string_view::npos;
}

// Pictures of products may come from where the store's pages are; nothing else comes from elsewhere.
std::string page_policy(const domain::Store& store) {
    std::string policy = "default-src 'self'; style-src 'self'; img-src 'self' data:";
    for (const auto& domain : store.allowed_domains) {
        const auto source = domain.find("://") == std::string::npos ? "https://" + domain : domain;
        policy.append(" ").append(source);
        // A policy means only what is below the domain; we mean the domain too.
        constexpr std::string_view all_below = "://*.";
        if (const auto place = source.find(all_below); place != std::string::npos) {
            policy.append(" ").append(source.substr(0, place + 3)).append(source.substr(place + all_below.size()));
        }
    }
    return policy + "; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
}

void send_file(Call& call, const ConsoleFile& file, std::string_view cache_control) {
    const auto form = form_for(file, call.request.head);
    auto tag = "\"" + std::string(file.hash);
    if (!form.coding.empty()) { tag.append("-").append(form.coding); }
    tag += '"';
    const auto known = call.request.head.header("if-none-match");
    const bool is_known = known && names_tag(*known, tag);
    net::HttpResponse response(is_known ? 304 : 200);
    if (!is_known) {
        response.add_header("Content-Type", file.content_type);
        if (!form.coding.empty()) { response.add_header("Content-Encoding", form.coding); }
        response.static_body = form.bytes;
    }
    response.add_header("ETag", tag);
    response.add_header("Vary", "Accept-Encoding");
    response.add_header("Content-Security-Policy", page_policy(call.caller.definitions->store));
    response.add_header("Referrer-Policy", "same-origin");
    call.answer.send(std::move(response), cache_control);
}

void get_console(Call& call) {
    if (console_files.empty()) {
        net::HttpResponse response(200);
        response.add_header("Content-Type", "text/html; charset=utf-8");
        response.add_header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.static_body = without_console;
        return call.answer.send(std::move(response));
    }
    auto path = std::string_view(call.request.head.path);
    path.remove_prefix(std::min(path.size(), console_folder.size()));
    if (path.starts_with(assets_folder)) {
        const auto* const file = find_console_file(path);
        if (file == nullptr) { return call.answer.refuse(base::not_found("The console has no such file.")); }
        return send_file(call, *file, "public, max-age=31536000, immutable");
    }
    // Every other address is a page, which the script in index.html shows.
    send_file(call, *find_console_file("index.html"), "no-cache");
}

void lead_to_console(Call& call) {
    net::HttpResponse response(302);
    response.add_header("Location", console_folder);
    call.answer.send(std::move(response));
}

}  // namespace

std::vector<Route> console_routes() {
    return {
        Route(net::Method::Get, "/", Public{}, BodyKind::Ignored, lead_to_console),
        Route(net::Method::Get, "/console", Public{}, BodyKind::Ignored, get_console),
        Route(net::Method::Get, "/console/**", Public{}, BodyKind::Ignored, get_console),
    };
}

}  // namespace tradewind::api
