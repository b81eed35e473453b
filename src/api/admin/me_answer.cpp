#include "api/admin/me_answer.h"

#include "api/console_session.h"
#include "base/json_writer.h"

namespace tradewind::api::admin {

std::string render_me(const Me& me) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("person");
    if (me.person == nullptr) {
        writer.null();
    } else {
        writer.begin_object();
        writer.key("id");
        writer.string(me.person->id.text());
        writer.key("name");
        writer.string(me.person->name);
        writer.key("email");
        writer.string(me.person->email);
        writer.key("role");
        writer.string(me.person->role);
        writer.key("language");
        writer.string(me.person->language);
        writer.end_object();
    }
    writer.key("scopes");
    writer.begin_array();
    for (const auto& word : me.scopes.words()) { writer.string(word); }
    writer.end_array();
    writer.key("secondFactor");
    writer.boolean(me.person != nullptr && me.person->has_second_factor);
    writer.key("expiresAt");
    me.expires_at ? writer.instant(*me.expires_at) : writer.null();
    writer.end_object();
    return json;
}

void give_session(const Services& services, Answer& answer, const operations::StartedSession& started) {
    const auto& session = started.session;
    const auto role = domain::find_role(started.person.role);
    const auto seconds = std::chrono::seconds(domain::session_time_max).count();
    answer.set_header_lines(session_cookie_line(services.public_address, started.token.reveal(), seconds));
    answer.json({.status = 201,
                 .body = render_me({.person = &started.person,
                                    .scopes = role ? domain::scopes_of(*role) : domain::ScopeSet(),
                                    .expires_at = domain::session_ends_at(session, session.last_used_at)})});
}

base::Result<base::Id> signed_in_person(const Caller& caller) {
    if (caller.person() == nullptr) {
        return base::Error{.kind = base::ErrorKind::Forbidden,
                           .detail = "This is for people who signed in; an API key is nobody."};
    }
    return caller.person()->id;
}

operations::PeopleDesk people_desk(const Services& services, const Caller& caller) {
    return {.sources = services.sources, .secret_key = services.secret_key, .actor = caller.actor()};
}

void refuse_for_now(Answer& answer, std::chrono::seconds wait) {
    answer.set_header_lines("Retry-After: " + std::to_string(wait.count()) + "\r\n");
    answer.refuse({.kind = base::ErrorKind::TooManyRequests,
                   .detail = "Too many tried to sign in; wait " + std::to_string(wait.count()) + " s."});
}

std::string render_link(const Services& services, const base::Secret& token) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("link");
    writer.string(link_of(services, token));
    writer.end_object();
    return json;
}

std::string link_of(const Services& services, const base::Secret& token) {
    return services.public_address.with_path("/console/setup#" + token.reveal());
}

}  // namespace tradewind::api::admin
