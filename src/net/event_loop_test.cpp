#include "net/event_loop.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <future>
#include <thread>

#include "net/http_server.h"
#include "net/io_thread.h"

namespace tradewind::net {
namespace {

TEST(IoThreads, RunWorkInTheOrderEachThreadPostedIt) {
    constexpr int each = 1000;
    IoThreads threads(1);
    std::vector<std::vector<int>> seen(3);
    std::vector<std::thread> posting;
    for (auto& mine : seen) {
        posting.emplace_back([&threads, &mine] {
            for (int number = 0; number < each; ++number) {
                threads.executor(0).post([&mine, number] { mine.push_back(number); });
            }
        });
    }
    for (auto& thread : posting) thread.join();
    std::promise<void> done;
    threads.executor(0).post([&] { done.set_value(); });
    done.get_future().wait();
    for (const auto& mine : seen) {
        ASSERT_EQ(mine.size(), static_cast<std::size_t>(each));
        EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    }
}

TEST(IoThreads, RunWhatTheirOwnWorkPostsAfterwards) {
    IoThreads threads(1);
    std::promise<std::string> done;
    std::string order;
    threads.executor(0).post([&] {
        threads.executor(0).post([&] {
            order += "second";
            threads.executor(0).post([&] { done.set_value(order + " third"); });
        });
        order += "first ";
    });
    EXPECT_EQ(done.get_future().get(), "first second third");
}

TEST(IoThreads, AreNamedAndEachItsOwn) {
    IoThreads threads(2);
    EXPECT_EQ(threads.count(), 2u);
    for (const std::size_t index : {0u, 1u}) {
        std::promise<std::string> name;
        threads.executor(index).post([&] {
            char text[16] = {};
            ::pthread_getname_np(::pthread_self(), text, sizeof text);
            name.set_value(text);
        });
        EXPECT_EQ(name.get_future().get(), "tw-io-" + std::to_string(index));
    }
}

TEST(IoThreads, AreAtLeastOne) {
    EXPECT_EQ(IoThreads(0).count(), 1u);
}

TEST(IoThreads, DestroyWorkTheyDoNotGetTo) {
    const auto held = std::make_shared<int>(1);
    std::promise<void> go;
    {
        IoThreads threads(1);
        // The first piece keeps the thread busy until the end has been asked for; what the second posts comes too late.
        threads.executor(0).post([waits = go.get_future().share()] { waits.wait(); });
        threads.executor(0).post(
            [&threads, held] { threads.executor(0).post([&threads, held] { threads.executor(0).post([held] {}); }); });
        go.set_value();
    }
    EXPECT_EQ(held.use_count(), 1);
}

TEST(Mailbox, DropsWhatComesAfterItsLoopIsGone) {
    const auto held = std::make_shared<int>(1);
    std::shared_ptr<Mailbox> mailbox;
    {
        EventLoop loop;
        mailbox = loop.mailbox();
        // Never run, so this is dropped with the loop, and posts in its turn while it is being dropped.
        struct PostsWhenDropped {
            std::shared_ptr<Mailbox> to;
            std::shared_ptr<int> holds;
            PostsWhenDropped(std::shared_ptr<Mailbox> mailbox_to_use, std::shared_ptr<int> held_value)
                : to(std::move(mailbox_to_use)), holds(std::move(held_value)) {}
            PostsWhenDropped(PostsWhenDropped&&) noexcept = default;
            ~PostsWhenDropped() {
                if (to) to->post([kept = holds] {});
            }
            void operator()() {}
        };
        mailbox->post(PostsWhenDropped(mailbox, held));
    }
    mailbox->post([held] {});
    EXPECT_EQ(held.use_count(), 1);
}

TEST(EventLoop, TellsWatchersAndTickersAndSparesTheRetired) {
    struct Probe final : EventLoop::Watcher, EventLoop::Ticker {
        explicit Probe(EventLoop& its_loop) : loop(its_loop) {}
        void on_ready(std::uint32_t events) override {
            EXPECT_NE(events & EPOLLIN, 0u);
            ++ready;
            // The other one is ready in this same round: its memory must live until that was told.
            if (other) loop.retire(std::move(other));
        }
        void on_tick() override {
            if (++ticks == 2) {
                loop.remove_ticker(*this);
                loop.stop();
            }
        }
        EventLoop& loop;
        std::unique_ptr<Probe> other;
        int ready = 0;
        int ticks = 0;
    };
    EventLoop loop;
    FileDescriptor first(::eventfd(1, EFD_CLOEXEC));
    FileDescriptor second(::eventfd(1, EFD_CLOEXEC));
    FileDescriptor forgotten(::eventfd(1, EFD_CLOEXEC));
    Probe probe(loop);
    probe.other = std::make_unique<Probe>(loop);
    Probe never(loop);
    EXPECT_TRUE(loop.watch(first.get(), EPOLLIN | EPOLLET, probe));
    EXPECT_TRUE(loop.watch(second.get(), EPOLLIN | EPOLLET, *probe.other));
    EXPECT_TRUE(loop.watch(forgotten.get(), EPOLLIN, never));
    EXPECT_FALSE(loop.watch(-1, EPOLLIN, never));
    loop.forget(forgotten.get());
    loop.add_ticker(probe);
    EXPECT_EQ(EventLoop::current(), nullptr);
    loop.run();
    EXPECT_EQ(probe.ready, 1);
    EXPECT_EQ(probe.ticks, 2);
    EXPECT_EQ(never.ready, 0);
}

}  // namespace
}  // namespace tradewind::net
