#include "api/admin/resources.h"

#include "api/admin/me_answer.h"
#include "api/database_answer.h"
#include "api/sign_in.h"
#include "base/json_writer.h"
#include "domain/fields/json_fields.h"
#include "domain/settings/sign_in_request.h"
#include "domain/settings/totp.h"
#include "storage/stores/settings/person_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view me_path = "/admin/v1/me";
constexpr std::string_view own_password_path = "/admin/v1/me/password";
constexpr std::string_view second_factor_path = "/admin/v1/me/second-factor";
constexpr std::string_view confirm_path = "/admin/v1/me/second-factor/confirm";
constexpr std::string_view remove_factor_path = "/admin/v1/me/second-factor/remove";

std::optional<base::Instant> ends_at(const Caller& caller) {
    if (caller.session == nullptr) { return caller.key != nullptr ? caller.key->key.expires_at : std::nullopt; }
    return domain::session_ends_at(caller.session->session, {caller.session->use_noted_at.load()});
}

void get_me(Call& call) {
    call.answer.json(
        {.status = 200,
         .body = render_me(
             {.person = call.caller.person(), .scopes = call.caller.scopes(), .expires_at = ends_at(call.caller)})});
}

// What the request says, of somebody who signed in.
template <class Struct, std::size_t Count>
base::Result<domain::Patch<Struct>> read_own(const Call& call, const domain::FieldTable<Struct, Count>& table,
                                             domain::ReadMode mode) {
    const auto document = TRY(domain::read_object(call.request.body));
    auto read = TRY(read_fields(table, document.root(), mode));
    TRY(signed_in_person(call.caller));
    return read;
}

void patch_me(const Services& services, Call& call) {
    const auto person = signed_in_person(call.caller);
    answer_write(
        services, call, read_own(call, domain::own_change_fields, domain::ReadMode::Merge),
        [desk = people_desk(services, call.caller), id = person.ok() ? person.value() : base::Id{},
         scopes = call.caller.scopes(), until = ends_at(call.caller)](
            storage::Transaction& transaction, const domain::Patch<domain::Person>& patch) -> base::Result<JsonAnswer> {
            const auto changed = TRY(operations::change_own_person(transaction, desk, id, patch));
            return JsonAnswer{.status = 200,
                              .body = render_me({.person = &changed, .scopes = scopes, .expires_at = until})};
        });
}

// One who proves again to know the password, before something is done.
struct Proving {
    using Then = base::UniqueFunction<void(std::unique_ptr<Proving>)>;

    Services services;
    base::Executor& executor;
    Answer answer;
    operations::PeopleDesk desk;
    SignInLimits::Guess guess;
    base::Id person;
    base::Id session;
    base::Secret password;
    std::string path;  // Where the password is in the body.
    base::Secret wanted;
    Then then;
};
using ProvingPointer = std::unique_ptr<Proving>;

void compare_own(ProvingPointer proving, std::optional<std::string> hash) {
    auto& self = *proving;
    auto& desk = *self.services.sign_in;
    auto shared = std::make_shared<ProvingPointer>(std::move(proving));
    const bool will_be_done =
        desk.hashing.compare(self.password, std::move(hash), self.executor, [shared](bool is_right) {
            auto& found = **shared;
            if (!is_right) { return found.answer.refuse(base::invalid(found.path, "is not your password")); }
            found.services.sign_in->limits.give_back(found.guess);
            auto then = std::move(found.then);
            then(std::move(*shared));
        });
    if (will_be_done) { return; }
    desk.limits.give_back(self.guess);
    refuse_for_now(self.answer, std::chrono::seconds(1));
}

// What the caller proves, and where it stands in the body.
struct Proof {
    std::string password;
    std::string path;
    std::string wanted = {};
};

void prove(const Services& services, Call& call, Proof proof, Proving::Then then) {
    const auto& person = *call.caller.person();
    SignInLimits::Guess guess{.address = address_group(services.sign_in->address_of(call.request)),
                              .account = base::ascii_lower(person.email)};
    if (const auto wait = services.sign_in->limits.take(guess)) { return refuse_for_now(call.answer, *wait); }
    auto& executor = call.answer.executor();
    auto proving = std::make_unique<Proving>(Proving{.services = services,
                                                     .executor = executor,
                                                     .answer = std::move(call.answer),
                                                     .desk = people_desk(services, call.caller),
                                                     .guess = std::move(guess),
                                                     .person = person.id,
                                                     .session = call.caller.session->session.id,
                                                     .password = base::Secret(std::move(proof.password)),
                                                     .path = std::move(proof.path),
                                                     .wanted = base::Secret(std::move(proof.wanted)),
                                                     .then = std::move(then)});
    using Found = std::optional<storage::StoredPerson>;
    services.database.read(
        storage::ReadCost::Point, executor,
        [id = person.id](storage::Transaction& transaction) -> base::Result<Found> {
            return storage::find_person(transaction, id);
        },
        [proving = std::move(proving)](base::Result<Found> found) mutable {
            if (!found) { return proving->answer.refuse(found.error()); }
            compare_own(std::move(proving), found.value() ? found.value()->secrets.password_hash : std::nullopt);
        });
}

// Runs `work`, a `Result<void>(Transaction&)`, and answers 204.
template <class Work>
void finish(ProvingPointer proving, Work work) {
    auto& self = *proving;
    self.services.database.write(storage::Priority::Request, self.executor, std::move(work),
                                 [proving = std::move(proving)](const base::Result<void>& done) mutable {
                                     if (!done) { return proving->answer.refuse(done.error()); }
                                     proving->answer.no_content();
                                 });
}

void hash_wanted(ProvingPointer proving) {
    auto& self = *proving;
    auto shared = std::make_shared<ProvingPointer>(std::move(proving));
    const bool will_be_done =
        self.services.sign_in->hashing.make(self.wanted, self.executor, [shared](std::optional<std::string> hash) {
            auto& found = **shared;
            if (!hash) { return refuse_for_now(found.answer, std::chrono::seconds(1)); }
            finish(std::move(*shared), [desk = found.desk, person = found.person, session = found.session,
                                        hash = std::move(*hash)](storage::Transaction& transaction) {
                return operations::change_password(transaction, desk, person, hash, session);
            });
        });
    if (!will_be_done) { refuse_for_now(self.answer, std::chrono::seconds(1)); }
}

void change_own_password(const Services& services, Call& call) {
    const auto read = read_own(call, domain::password_change_fields, domain::ReadMode::Create);
    if (!read) { return call.answer.refuse(read.error()); }
    const auto& change = read.value().values;
    prove(services, call, {.password = change.current, .path = "/current", .wanted = change.wanted},
          [](ProvingPointer proving) { hash_wanted(std::move(proving)); });
}

void remove_own_factor(const Services& services, Call& call) {
    const auto read = read_own(call, domain::password_request_fields, domain::ReadMode::Create);
    if (!read) { return call.answer.refuse(read.error()); }
    prove(services, call, {.password = read.value().values.password, .path = "/password"}, [](ProvingPointer proving) {
        auto& self = *proving;
        finish(std::move(proving), [desk = self.desk, person = self.person](storage::Transaction& transaction) {
            return operations::remove_second_factor(transaction, desk, person);
        });
    });
}

std::string render_factor(const base::Secret& secret, const std::string& issuer, const domain::Person& person) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("secret");
    writer.string(domain::base32(secret.reveal()));
    writer.key("uri");
    writer.string(domain::totp_uri(secret.reveal(), issuer, person.email));
    writer.end_object();
    return json;
}

void start_factor(const Services& services, Call& call) {
    const auto person = signed_in_person(call.caller);
    if (!person) { return call.answer.refuse(person.error()); }
    answer_write(
        services, call,
        [desk = people_desk(services, call.caller), who = *call.caller.person(),
         store = call.caller.definitions->store.name](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
            const auto secret = TRY(operations::start_second_factor(transaction, desk, who.id));
            return JsonAnswer{.status = 201, .body = render_factor(secret, store, who)};
        });
}

void confirm_factor(const Services& services, Call& call) {
    const auto person = signed_in_person(call.caller);
    answer_write(services, call, read_own(call, domain::code_request_fields, domain::ReadMode::Create),
                 [desk = people_desk(services, call.caller), id = person.ok() ? person.value() : base::Id{}](
                     storage::Transaction& transaction,
                     const domain::Patch<domain::CodeRequest>& read) -> base::Result<JsonAnswer> {
                     const auto codes = TRY(operations::confirm_second_factor(transaction, desk, id, read.values.code));
                     JsonAnswer answer{.status = 200, .body = {}};
                     base::JsonWriter writer(answer.body);
                     writer.begin_object();
                     writer.key("recoveryCodes");
                     writer.begin_array();
                     for (const auto& code : codes) { writer.string(code); }
                     writer.end_array();
                     writer.end_object();
                     return answer;
                 });
}

}  // namespace

std::vector<Route> me_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Get, me_path, Anybody{}, BodyKind::Ignored, get_me),
        Route(net::Method::Patch, me_path, Anybody{}, BodyKind::Json, with_services(patch_me)),
        Route(net::Method::Post, own_password_path, Anybody{}, BodyKind::Json, with_services(change_own_password)),
        Route(net::Method::Post, second_factor_path, Anybody{}, BodyKind::Any, with_services(start_factor)),
        Route(net::Method::Post, confirm_path, Anybody{}, BodyKind::Json, with_services(confirm_factor)),
        Route(net::Method::Post, remove_factor_path, Anybody{}, BodyKind::Json, with_services(remove_own_factor)),
    };
}

}  // namespace tradewind::api::admin
