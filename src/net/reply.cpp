#include "net/reply.h"

#include "net/http_connection.h"

namespace tradewind::net {

void Reply::deliver(std::optional<HttpResponse> response) {
    const auto path = std::exchange(path_, nullptr);
    const bool on_its_thread = EventLoop::current() == path->loop;
    if (on_its_thread && path->connection == nullptr) return;
    if (on_its_thread && path->connection->is_in_handler()) {
        path->connection->take_answer_in_handler(std::move(response));
        return;
    }
    auto later = [path, response = std::move(response)]() mutable {
        if (path->connection != nullptr) path->connection->take_answer(std::move(response));
    };
    if (on_its_thread) {
        path->connection->loop().post(std::move(later));
    } else {
        path->mailbox->post(std::move(later));
    }
}

}  // namespace tradewind::net
