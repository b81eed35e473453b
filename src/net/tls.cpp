#include "net/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <array>
#include <string>
#include <utility>

namespace tradewind::net {
namespace {

constexpr std::string_view spoken_protocol = "http/1.1";

// To those who speak plain HTTP here, because they forgot the s.
constexpr std::string_view plain_answer =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 45\r\n"
    "Connection: close\r\n\r\nThis address speaks HTTPS: begin it https://\n";
constexpr int plain_reads_max = 16;

// Of TLS 1.2, which has worse: keys that nobody learns from the certificate's later on, and one pass that both
// enciphers and vouches. TLS 1.3 has no others.
constexpr const char* ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

void answer_plainly(int socket) {
    static_cast<void>(::send(socket, plain_answer.data(), plain_answer.size(), MSG_NOSIGNAL));
    // Closing with something unread could destroy the answer on its way.
    std::array<char, 4096> dropped;
    for (int reads = 0; reads < plain_reads_max; ++reads) {
        if (::recv(socket, dropped.data(), dropped.size(), MSG_DONTWAIT) <= 0) return;
    }
}

int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size, const unsigned char* offered,
                    unsigned int offered_size, void*) {
    for (unsigned int place = 0; place < offered_size; place += offered[place] + 1U) {
        const std::string_view name(reinterpret_cast<const char*>(offered + place + 1), offered[place]);
        if (name != spoken_protocol) continue;
        *chosen = offered + place + 1;
        *chosen_size = offered[place];
        return SSL_TLSEXT_ERR_OK;
    }
    return SSL_TLSEXT_ERR_NOACK;
}

base::Error refused(const std::filesystem::path& file, std::string_view what) {
    std::array<char, 256> cause{};
    const auto code = ERR_get_error();
    ERR_error_string_n(code, cause.data(), cause.size());
    ERR_clear_error();
    return base::bad_request(file.string() + " " + std::string(what) + (code == 0 ? "" : ": ") +
                             (code == 0 ? "" : cause.data()));
}

}  // namespace

void TlsSession::Free::operator()(ssl_st* handle) const {
    SSL_free(handle);
}

bool TlsSession::is_established() const {
    return SSL_is_init_finished(handle_.get()) == 1;
}

Transfer TlsSession::receive(std::span<char> space) {
    if (is_over_) return {Transfer::End::Failed};
    ERR_clear_error();
    std::size_t bytes = 0;
    const int code = SSL_read_ex(handle_.get(), space.data(), space.size(), &bytes);
    return result_of(code, bytes);
}

Transfer TlsSession::send(std::string_view bytes) {
    if (is_over_) return {Transfer::End::Failed};
    ERR_clear_error();
    std::size_t sent = 0;
    const int code = SSL_write_ex(handle_.get(), bytes.data(), bytes.size(), &sent);
    return result_of(code, sent);
}

Transfer TlsSession::result_of(int code, std::size_t bytes) {
    if (code == 1) return {Transfer::End::Moved, bytes};
    switch (SSL_get_error(handle_.get(), code)) {
        case SSL_ERROR_WANT_READ:
            return {Transfer::End::AwaitsInput};
        case SSL_ERROR_WANT_WRITE:
            return {Transfer::End::AwaitsOutput};
        case SSL_ERROR_ZERO_RETURN:
            return {Transfer::End::Moved, 0};
        default:
            is_over_ = true;
            if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST) answer_plainly(SSL_get_fd(handle_.get()));
            ERR_clear_error();
            return {Transfer::End::Failed};
    }
}

void TlsSession::end_output() {
    if (std::exchange(is_over_, true) || !is_established()) return;
    ERR_clear_error();
    SSL_shutdown(handle_.get());
    ERR_clear_error();
}

base::Result<std::unique_ptr<TlsIdentity>> TlsIdentity::load(Files files) {
    std::unique_ptr<TlsIdentity> identity(new TlsIdentity(std::move(files)));
    TRY(identity->reload());
    return identity;
}

base::Result<void> TlsIdentity::reload() {
    auto context = TRY(read());
    const std::lock_guard lock(mutex_);
    context_ = std::move(context);
    return {};
}

base::Result<TlsIdentity::Context> TlsIdentity::read() const {
    ERR_clear_error();
    Context context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
    if (!context) { return refused(files_.certificate, "cannot be used"); }
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    if (SSL_CTX_set_cipher_list(context.get(), ciphers) != 1) return refused(files_.certificate, "cannot be used");
    SSL_CTX_set_options(context.get(),
                        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // A connection that waits for its next request holds no buffers.
    SSL_CTX_set_mode(context.get(),
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(context.get(), choose_protocol, nullptr);
    // Nobody is asked for a passphrase: there may be nobody.
    SSL_CTX_set_default_passwd_cb(context.get(), [](char*, int, int, void*) { return 0; });
    if (SSL_CTX_use_certificate_chain_file(context.get(), files_.certificate.c_str()) != 1) {
        return refused(files_.certificate, "holds no certificate that can be used");
    }
    if (SSL_CTX_use_PrivateKey_file(context.get(), files_.key.c_str(), SSL_FILETYPE_PEM) != 1) {
        return refused(files_.key, "holds no key that can be used with the certificate");
    }
    // A key of another kind than the certificate's was taken for one whose certificate is still to come.
    if (SSL_CTX_check_private_key(context.get()) != 1) {
        return refused(files_.key, "holds no key that can be used with the certificate");
    }
    return context;
}

std::unique_ptr<TlsSession> TlsIdentity::accept(int socket) const {
    Context context;
    {
        const std::lock_guard lock(mutex_);
        context = context_;
    }
    auto* const handle = SSL_new(context.get());
    if (handle == nullptr) return nullptr;
    auto session = std::make_unique<TlsSession>(handle);
    if (SSL_set_fd(handle, socket) != 1) return nullptr;
    SSL_set_accept_state(handle);
    return session;
}

}  // namespace tradewind::net
