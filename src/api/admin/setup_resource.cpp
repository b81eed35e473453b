#include "api/admin/resources.h"

#include "api/admin/me_answer.h"
#include "api/console_session.h"
#include "api/database_answer.h"
#include "api/sign_in.h"
#include "base/json_writer.h"
#include "domain/fields/json_fields.h"
#include "domain/settings/sign_in_request.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view setup_path = "/admin/v1/setup";
constexpr std::string_view setup_link_path = "/control/v1/setup-link";

void get_setup(Call& call) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("needed");
    writer.boolean(call.caller.definitions->people.empty());
    writer.end_object();
    call.answer.json({.status = 200, .body = std::move(json)});
}

// One who follows a link, on the way from the request to the answer.
struct SettingUp {
    Services services;
    base::Executor& executor;
    Answer answer;
    operations::PeopleDesk desk;
    SignInLimits::Guess guess;
    base::Secret token;
    base::Secret password;
    operations::LinkAnswer link_answer;
    operations::SignIn sign_in;
};
using SettingUpPointer = std::unique_ptr<SettingUp>;

void accept(SettingUpPointer setting_up) {
    auto& self = *setting_up;
    self.services.database.write(
        storage::Priority::Request, self.executor,
        [desk = self.desk, token = self.token, answer = self.link_answer,
         sign_in = self.sign_in](storage::Transaction& transaction) -> base::Result<operations::StartedSession> {
            const auto person = TRY(operations::accept_link(transaction, desk, token.reveal(), answer));
            auto session = sign_in;
            session.person = person.id;
            return operations::start_first_session(transaction, desk, person, session);
        },
        [setting_up = std::move(setting_up)](base::Result<operations::StartedSession> started) mutable {
            if (!started) { return setting_up->answer.refuse(started.error()); }
            give_session(setting_up->services, setting_up->answer, started.value());
        });
}

void hash_new_password(SettingUpPointer setting_up) {
    auto& self = *setting_up;
    auto shared = std::make_shared<SettingUpPointer>(std::move(setting_up));
    const bool will_be_done =
        self.services.sign_in->hashing.make(self.password, self.executor, [shared](std::optional<std::string> hash) {
            if (!hash) { return refuse_for_now((*shared)->answer, std::chrono::seconds(1)); }
            (*shared)->link_answer.password_hash = std::move(*hash);
            accept(std::move(*shared));
        });
    if (!will_be_done) { refuse_for_now(self.answer, std::chrono::seconds(1)); }
}

void look_at_link(SettingUpPointer setting_up) {
    auto& self = *setting_up;
    self.services.database.read(
        storage::ReadCost::Point, self.executor,
        [desk = self.desk, token = self.token,
         answer = self.link_answer](storage::Transaction& transaction) -> base::Result<domain::PersonLink> {
            return operations::check_link(transaction, desk, token.reveal(), answer);
        },
        [setting_up = std::move(setting_up)](const base::Result<domain::PersonLink>& link) mutable {
            if (!link) { return setting_up->answer.refuse(link.error()); }
            // Nobody guesses a token of 256 bits: who has one may come as often as they like.
            setting_up->services.sign_in->limits.give_back(setting_up->guess);
            hash_new_password(std::move(setting_up));
        });
}

base::Result<domain::SetupRequest> read_setup(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto read = TRY(read_fields(domain::setup_request_fields, document.root(), domain::ReadMode::Create));
    return read.values;
}

void accept_setup(const Services& services, Call& call) {
    auto read = read_setup(call.request.body);
    if (!read) { return call.answer.refuse(read.error()); }
    auto wanted = std::move(read).take();
    if (const auto way = check_private_way(services.public_address); !way) { return call.answer.refuse(way.error()); }
    auto address = services.sign_in->address_of(call.request);
    SignInLimits::Guess guess{.address = address_group(address), .account = "link:" + wanted.token};
    if (const auto wait = services.sign_in->limits.take(guess)) { return refuse_for_now(call.answer, *wait); }
    auto& executor = call.answer.executor();
    look_at_link(std::make_unique<SettingUp>(SettingUp{
        .services = services,
        .executor = executor,
        .answer = std::move(call.answer),
        .desk = people_desk(services, call.caller),
        .guess = std::move(guess),
        .token = base::Secret(std::move(wanted.token)),
        .password = base::Secret(std::move(wanted.password)),
        .link_answer = {.name = std::move(wanted.name),
                        .email = std::move(wanted.email),
                        .language = std::move(wanted.language),
                        .password_hash = {}},
        .sign_in = {.person = {},
                    .password_hash = {},
                    .code = {},
                    .address = std::move(address),
                    .user_agent = std::string(call.request.head.header("user-agent").value_or("")),
                    .replaced_token = {}},
    }));
}

void create_link(const Services& services, Call& call) {
    answer_write(services, call,
                 [services, desk = people_desk(services, call.caller)](
                     storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto token = TRY(operations::create_setup_link(transaction, desk));
                     return JsonAnswer{.status = 201, .body = render_link(services, token)};
                 });
}

}  // namespace

std::vector<Route> setup_routes(const Services& services) {
    return {
        Route(net::Method::Get, setup_path, Public{}, BodyKind::Ignored, get_setup),
        Route(net::Method::Post, setup_path, Public{}, BodyKind::Json,
              [services](Call& call) { accept_setup(services, call); })
            .signing_in(),
    };
}

std::vector<Route> setup_link_routes(const Services& services) {
    return {Route(net::Method::Post, setup_link_path, domain::Scope::Admin, BodyKind::Any,
                  [services](Call& call) { create_link(services, call); })};
}

}  // namespace tradewind::api::admin
