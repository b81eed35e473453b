#include "api/resources.h"

#include <algorithm>
#include <cassert>
#include <span>

#include "base/embedded_text.h"
#include "base/fault.h"

namespace tradewind::api {

// Defined by the build: openapi.json and docs.html.
extern const std::span<const base::EmbeddedText> reference_texts;

namespace {

std::string_view text_of(std::string_view name) {
    const auto place = std::find_if(reference_texts.begin(), reference_texts.end(),
                                    [&](const base::EmbeddedText& text) { return text.name == name; });
    assert(place != reference_texts.end() && "the build embeds it");
    return place->text;
}

// All who ask share the one text.
net::HttpResponse shared_text(std::string_view name, std::string_view type) {
    net::HttpResponse response(200);
    response.add_header("Content-Type", type);
    if (base::is_planted(base::Fault::CopyTexts)) {
        response.body = text_of(name);
    } else {
        response.static_body = text_of(name);
    }
    return response;
}

void get_document(Call& call) {
    call.answer.send(shared_text("openapi.json", "application/json; charset=utf-8"));
}

void get_page(Call& call) {
    auto response = shared_text("docs.html", "text/html; charset=utf-8");
    response.add_header("Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'");
    call.answer.send(std::move(response));
}

}  // namespace

std::vector<Route> reference_routes() {
    return {
        Route(net::Method::Get, "/openapi.json", Public{}, BodyKind::Ignored, get_document),
        Route(net::Method::Get, "/docs", Public{}, BodyKind::Ignored, get_page),
    };
}

}  // namespace tradewind::api
