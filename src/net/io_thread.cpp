#include "net/io_thread.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <string>

#include "net/http_server.h"

namespace tradewind::net {
namespace {

void run_named(EventLoop& loop, std::size_t index) {
    ::pthread_setname_np(::pthread_self(), ("tw-io-" + std::to_string(index)).c_str());
    // sendfile() to a reader that went away raises it, and has no flag against that.
    sigset_t broken_pipe;
    ::sigemptyset(&broken_pipe);
    ::sigaddset(&broken_pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
    loop.run();
}

}  // namespace

IoThread::IoThread(std::size_t index) : thread_([this, index] { run_named(loop_, index); }) {}

IoThread::~IoThread() {
    loop_.stop();
    thread_.join();
}

IoThreads::IoThreads(std::size_t count) {
    for (std::size_t index = 0; index < std::max<std::size_t>(count, 1); ++index) {
        threads_.push_back(std::make_unique<IoThread>(index));
    }
}

IoThreads::~IoThreads() = default;

std::size_t IoThreads::count() const {
    return threads_.size();
}

base::Executor& IoThreads::executor(std::size_t index) {
    return threads_.at(index)->loop();
}

}  // namespace tradewind::net
