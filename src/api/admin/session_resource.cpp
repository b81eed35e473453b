#include "api/admin/resources.h"

#include <algorithm>

#include "api/admin/me_answer.h"
#include "api/console_session.h"
#include "api/database_answer.h"
#include "api/memory_list.h"
#include "api/sign_in.h"
#include "domain/fields/json_fields.h"
#include "domain/settings/sign_in_request.h"
#include "operations/audit.h"
#include "storage/stores/settings/person_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view session_collection_path = "/admin/v1/sessions/";
constexpr std::string_view session_item_path = "/admin/v1/sessions/{id}";
constexpr std::string_view own_session_path = "/admin/v1/sessions/current";

// One who signs in, on the way from the request to the answer.
struct SigningIn {
    Services services;
    base::Executor& executor;
    Answer answer;
    operations::PeopleDesk desk;
    SignInLimits::Guess guess;
    base::Secret password;
    operations::SignIn sign_in;
};
using SigningInPointer = std::unique_ptr<SigningIn>;

// Not waited for: it would take longer for somebody who is known.
void note_refusal(const SigningIn& signing_in) {
    if (signing_in.sign_in.person == base::Id{}) { return; }
    static base::InlineExecutor here;
    signing_in.services.database.write(
        storage::Priority::Bulk, here,
        [&sources = signing_in.services.sources,
         person = signing_in.sign_in.person](storage::Transaction& transaction) -> base::Result<void> {
            operations::audit(transaction, sources, domain::Actor{"nobody"},
                              {.action = "session.refuse", .subject = person.text()});
            return {};
        },
        [](const base::Result<void>&) {});
}

void start(SigningInPointer signing_in) {
    auto& self = *signing_in;
    self.services.database.write(
        storage::Priority::Request, self.executor,
        [desk = self.desk, sign_in = self.sign_in](storage::Transaction& transaction) {
            return operations::start_session(transaction, desk, sign_in);
        },
        [signing_in = std::move(signing_in)](base::Result<operations::StartedSession> started) mutable {
            // Only who knows the password comes this far without a code.
            const bool was_right = started.ok() || started.error().code == operations::second_factor_needed_code;
            if (was_right) { signing_in->services.sign_in->limits.give_back(signing_in->guess); }
            if (started) { return give_session(signing_in->services, signing_in->answer, started.value()); }
            if (started.error().kind == base::ErrorKind::Unauthorized && !was_right) { note_refusal(*signing_in); }
            signing_in->answer.refuse(started.error());
        });
}

void compare(SigningInPointer signing_in) {
    auto& self = *signing_in;
    auto& desk = *self.services.sign_in;
    // Kept for the case that nobody has time for it.
    auto shared = std::make_shared<SigningInPointer>(std::move(signing_in));
    const bool will_be_done =
        desk.hashing.compare(self.password, self.sign_in.password_hash, self.executor, [shared](bool is_right) {
            if (is_right) { return start(std::move(*shared)); }
            note_refusal(**shared);
            (*shared)->answer.refuse(operations::wrong_credentials());
        });
    if (will_be_done) { return; }
    desk.limits.give_back(self.guess);
    refuse_for_now(self.answer, std::chrono::seconds(1));
}

void find_person_of(SigningInPointer signing_in) {
    auto& self = *signing_in;
    using Found = std::optional<storage::StoredPerson>;
    self.services.database.read(
        storage::ReadCost::Point, self.executor,
        [email = self.guess.account](storage::Transaction& transaction) -> base::Result<Found> {
            return storage::find_person_by_email(transaction, email);
        },
        [signing_in = std::move(signing_in)](base::Result<Found> found) mutable {
            if (!found) { return signing_in->answer.refuse(found.error()); }
            if (found.value()) {
                signing_in->sign_in.person = found.value()->person.id;
                signing_in->sign_in.password_hash = found.value()->secrets.password_hash;
            }
            compare(std::move(signing_in));
        });
}

base::Result<domain::SignInRequest> read_sign_in(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto read = TRY(read_fields(domain::sign_in_request_fields, document.root(), domain::ReadMode::Create));
    return read.values;
}

void create_session(const Services& services, Call& call) {
    auto read = read_sign_in(call.request.body);
    if (!read) { return call.answer.refuse(read.error()); }
    auto wanted = std::move(read).take();
    if (const auto way = check_private_way(services.public_address); !way) { return call.answer.refuse(way.error()); }
    auto address = services.sign_in->address_of(call.request);
    SignInLimits::Guess guess{.address = address_group(address),
                              .account = base::ascii_lower(base::trim(wanted.email))};
    if (const auto wait = services.sign_in->limits.take(guess)) { return refuse_for_now(call.answer, *wait); }
    const auto replaced = session_token(call.request.head, services.public_address);
    auto& executor = call.answer.executor();
    find_person_of(std::make_unique<SigningIn>(SigningIn{
        .services = services,
        .executor = executor,
        .answer = std::move(call.answer),
        .desk = people_desk(services, call.caller),
        .guess = std::move(guess),
        .password = base::Secret(std::move(wanted.password)),
        .sign_in = {.person = {},
                    .password_hash = {},
                    .code = std::move(wanted.code),
                    .address = std::move(address),
                    .user_agent = std::string(call.request.head.header("user-agent").value_or("")),
                    .replaced_token =
                        replaced ? std::optional(services.secret_key.hash(domain::session_hash_purpose, *replaced))
                                 : std::nullopt},
    }));
}

void list_sessions(const Services& services, Call& call) {
    const auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    const auto person = signed_in_person(call.caller);
    if (!person) { return call.answer.refuse(person.error()); }
    const auto now = services.sources.clock.now();
    std::vector<const storage::KnownSession*> own;
    for (const auto& [hash, known] : call.caller.definitions->sessions) {
        const base::Instant used_at{known->use_noted_at.load()};
        const bool is_over = domain::session_ends_at(known->session, used_at) <= now;
        if (known->session.person == person.value() && !is_over) { own.push_back(known.get()); }
    }
    std::ranges::sort(own, std::ranges::greater(), [](const auto* known) { return known->session.id; });
    const auto place_at = [&](std::size_t index) {
        return RowPlace{.created_at = own[index]->session.id.made_at(), .id = own[index]->session.id.text()};
    };
    const auto page = page_of_list(own.size(), request.value(), place_at, [](std::size_t index) { return index; });
    const auto address = services.public_address.with_path(session_collection_path);
    call.answer.json({.status = 200,
                      .body = render_list({.address = address, .query = call.query, .request = request.value()}, page,
                                          place_at, [&](base::JsonWriter& writer, std::size_t index) {
                                              auto session = own[index]->session;
                                              session.last_used_at = {own[index]->use_noted_at.load()};
                                              writer.begin_object();
                                              write_fields(writer, domain::session_fields, session);
                                              writer.key("isCurrent");
                                              writer.boolean(own[index] == call.caller.session);
                                              writer.end_object();
                                          })});
}

void end_one(const Services& services, Call& call, base::Id person, base::Id id) {
    answer_write(services, call,
                 [desk = people_desk(services, call.caller), person,
                  id](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     TRY(operations::end_session(transaction, desk, person, id));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

void delete_session(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    const auto person = signed_in_person(call.caller);
    if (!person) { return call.answer.refuse(person.error()); }
    end_one(services, call, person.value(), id.value().value_or(base::Id{}));
}

void delete_own_session(const Services& services, Call& call) {
    const auto person = signed_in_person(call.caller);
    if (!person) { return call.answer.refuse(person.error()); }
    call.answer.set_header_lines(session_cookie_line(services.public_address, "", 0));
    end_one(services, call, person.value(), call.caller.session->session.id);
}

}  // namespace

std::vector<Route> session_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Post, session_collection_path, Public{}, BodyKind::Json, with_services(create_session))
            .signing_in(),
        Route(net::Method::Get, session_collection_path, Anybody{}, BodyKind::Ignored, with_services(list_sessions)),
        Route(net::Method::Delete, own_session_path, Anybody{}, BodyKind::Ignored, with_services(delete_own_session)),
        Route(net::Method::Delete, session_item_path, Anybody{}, BodyKind::Ignored, with_services(delete_session)),
    };
}

}  // namespace tradewind::api::admin
