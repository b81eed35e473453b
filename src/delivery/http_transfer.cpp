#include "delivery/http_transfer.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/text.h"

namespace tradewind::delivery {
namespace {

constexpr std::size_t retry_after_bytes_max = 100;

// The address with the host as it was checked, so that nobody reads another one out of it.
std::string checked_url(std::string_view url, const domain::WebAddress& address) {
    const auto authority = url.find("://") + 3;
    const auto rest = std::min(url.find_first_of("/?#", authority), url.size());
    std::string checked(address.scheme());
    checked.append("://").append(address.host()).append(":").append(std::to_string(address.port()));
    if (rest == url.size() || url[rest] != '/') { checked.push_back('/'); }
    return checked.append(url.substr(rest));
}

bool stands_for_itself(const domain::WebAddress& address) {
    return address.host().starts_with('[') || base::IpAddress::parse(address.host());
}

// `host:port:address,address`.
std::string resolve_entry(const domain::WebAddress& address, const std::vector<base::IpAddress>& addresses) {
    auto entry = address.host() + ":" + std::to_string(address.port()) + ":";
    for (const auto& one : addresses) {
        if (!entry.ends_with(':')) { entry.push_back(','); }
        entry.append(one.is_version_4() ? one.text() : "[" + one.text() + "]");
    }
    return entry;
}

struct SocketAddress {
    std::optional<base::IpAddress> address;
    std::uint16_t port = 0;
};

SocketAddress read_socket_address(const curl_sockaddr& given) {
    const auto bytes_of = [](const void* bytes, std::size_t size) {
        return base::IpAddress::from_bytes({static_cast<const std::uint8_t*>(bytes), size});
    };
    if (given.family == AF_INET) {
        const auto& four = reinterpret_cast<const sockaddr_in&>(given.addr);
        return {.address = bytes_of(&four.sin_addr, sizeof(four.sin_addr)), .port = ntohs(four.sin_port)};
    }
    if (given.family == AF_INET6) {
        const auto& six = reinterpret_cast<const sockaddr_in6&>(given.addr);
        return {.address = bytes_of(&six.sin6_addr, sizeof(six.sin6_addr)), .port = ntohs(six.sin6_port)};
    }
    return {};
}

}  // namespace

struct HttpTransfer::Lists {
    ~Lists() {
        curl_slist_free_all(headers);
        curl_slist_free_all(resolve);
    }
    static void add(curl_slist*& list, const std::string& text) {
        auto* const longer = curl_slist_append(list, text.c_str());
        if (longer == nullptr) { throw std::bad_alloc(); }
        list = longer;
    }

    curl_slist* headers = nullptr;
    curl_slist* resolve = nullptr;
};

HttpTransfer::HttpTransfer(domain::WebCall call, domain::WebAddress address, HttpCaller::Done done)
    : call_(std::move(call)),
      address_(std::move(address)),
      done_(std::move(done)),
      easy_(curl_easy_init()),
      lists_(std::make_unique<Lists>()) {
    if (easy_ == nullptr) { throw std::bad_alloc(); }
}

HttpTransfer::~HttpTransfer() {
    curl_easy_cleanup(easy_);
}

void HttpTransfer::prepare(const std::vector<base::IpAddress>& addresses, const OutboundGuard& guard,
                           std::chrono::milliseconds time_max) {
    guard_ = &guard;
    for (const auto& header : call_.headers) { Lists::add(lists_->headers, header.name + ": " + header.value); }
    Lists::add(lists_->headers, "Expect:");  // Asks for no permission to send the body.
    // An address that stands for itself needs no entry, and one of version 6 would not be understood.
    if (!stands_for_itself(address_)) { Lists::add(lists_->resolve, resolve_entry(address_, addresses)); }
    auto* const easy = static_cast<CURL*>(easy_);
    curl_easy_setopt(easy, CURLOPT_URL, checked_url(call_.url, address_).c_str());
    curl_easy_setopt(easy, CURLOPT_RESOLVE, lists_->resolve);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(time_max.count()));
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "Tradewind");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, lists_->headers);
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call_.body.size()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, call_.body.c_str());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(
        easy, CURLOPT_OPENSOCKETFUNCTION,
        +[](void* transfer, curlsocktype purpose, curl_sockaddr* address) -> curl_socket_t {
            return open_socket(transfer, purpose, address);
        });
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
}

void HttpTransfer::finish(int result) {
    domain::WebCallAnswer answer;
    const bool is_whole = result == CURLE_OK || (result == CURLE_WRITE_ERROR && is_cut_);
    if (is_whole) {
        long status = 0;
        curl_easy_getinfo(static_cast<CURL*>(easy_), CURLINFO_RESPONSE_CODE, &status);
        answer.status = status;
        answer.text = std::move(text_);
        answer.retry_after = std::move(retry_after_);
    } else if (refusal_) {
        answer.error = std::move(refusal_);
        answer.is_refused = true;
    } else if (result == CURLE_OPERATION_TIMEDOUT) {
        answer.error = "there was no answer in time";
    } else {
        answer.error = curl_easy_strerror(static_cast<CURLcode>(result));
    }
    done_(std::move(answer));
}

std::size_t HttpTransfer::take_body(char* bytes, std::size_t size, std::size_t count, void* transfer) {
    auto& self = *static_cast<HttpTransfer*>(transfer);
    const auto given = size * count;
    const auto taken = std::min(given, domain::call_answer_bytes_max - self.text_.size());
    self.text_.append(bytes, taken);
    // What is answered less than was given ends the transfer: the rest is not waited for.
    self.is_cut_ = taken < given;
    return taken;
}

std::size_t HttpTransfer::take_header(char* bytes, std::size_t size, std::size_t count, void* transfer) {
    auto& self = *static_cast<HttpTransfer*>(transfer);
    const std::string_view line(bytes, size * count);
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && base::equals_ignoring_case(line.substr(0, colon), "retry-after")) {
        self.retry_after_ = base::trim(line.substr(colon + 1).substr(0, retry_after_bytes_max));
    }
    return line.size();
}

int HttpTransfer::open_socket(void* transfer, int purpose, void* address) {
    auto& self = *static_cast<HttpTransfer*>(transfer);
    const auto& given = *static_cast<const curl_sockaddr*>(address);
    const auto target = read_socket_address(given);
    self.refusal_ = "the address is neither of version 4 nor 6";
    if (purpose != CURLSOCKTYPE_IPCXN || !target.address) { return CURL_SOCKET_BAD; }
    self.refusal_ = self.guard_->refusal(*target.address, target.port);
    if (self.refusal_) { return CURL_SOCKET_BAD; }
    return socket(given.family, given.socktype | SOCK_CLOEXEC, given.protocol);
}

}  // namespace tradewind::delivery
