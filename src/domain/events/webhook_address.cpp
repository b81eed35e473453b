#include "domain/events/webhook_address.h"

#include "base/ip_address.h"
#include "domain/settings/web_address.h"

namespace tradewind::domain {
namespace {

base::Result<void> check_host(std::string_view host) {
    const auto refusal = [] { return base::invalid("", "must not be a private address"); };
    if (host == "localhost" || host.ends_with(".localhost")) { return refusal(); }
    const bool is_bracketed = host.starts_with('[');
    if (!is_bracketed && !base::ends_in_a_number(host)) { return {}; }
    const auto address = base::IpAddress::parse(is_bracketed ? host.substr(1, host.size() - 2) : host);
    if (!address) { return base::invalid("", "must have the name of a host or its plain address"); }
    if (!address->is_public()) { return refusal(); }
    return {};
}

// Whether there is something before the host of an address: `https://user:word@shop.example`.
bool names_somebody(std::string_view address) {
    const auto authority = address.substr(address.find("://") + 3);
    return authority.substr(0, authority.find_first_of("/?#")).find('@') != std::string_view::npos;
}

}  // namespace

base::Result<void> check_webhook_address(std::string_view text, const WebhookReach& reach) {
    const auto address = TRY(WebAddress::parse(text));
    if (names_somebody(text)) {
        return base::invalid("", "must not hold a user or password; send them in webhookHeaders");
    }
    if (reach.private_addresses) { return {}; }
    TRY(check_host(address.host()));
    const auto own = WebAddress::parse(reach.own_address);
    if (own && own.value().host() == address.host() && own.value().port() == address.port()) {
        return base::invalid("", "must not be the address of this service");
    }
    return {};
}

}  // namespace tradewind::domain
