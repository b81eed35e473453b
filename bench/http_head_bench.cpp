#include <benchmark/benchmark.h>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <string_view>

#include "net/http_head.h"

namespace tradewind::net {
namespace {

// What a client with a key sends for a read.
constexpr std::string_view typical_head =
    "GET /contacts/email/ada%40example.org HTTP/1.1\r\n"
    "Host: api.example.org\r\n"
    "User-Agent: store-plugin/2.4\r\n"
    "Accept: application/json\r\n"
    "Authorization: apiKey 0123456789ABCDEFGHIJKL:abcdefghijklmnopqrstuv\r\n"
    "X-Request-Id: 4f1c9a\r\n"
    "Connection: keep-alive\r\n"
    "\r\n";

void FindHeadEnd(benchmark::State& state) {
    for (auto _ : state) {
        std::size_t searched = 0;
        benchmark::DoNotOptimize(find_head_end(typical_head, searched));
    }
}
BENCHMARK(FindHeadEnd);

void ReadHead(benchmark::State& state) {
    for (auto _ : state) {
        const auto outcome = read_head(typical_head);
        if (!std::holds_alternative<RequestHead>(outcome)) state.SkipWithError("refused");
        benchmark::DoNotOptimize(&outcome);
    }
}
BENCHMARK(ReadHead);

// The yardstick: what a widely used parser takes for the same bytes.
void BeastPut(benchmark::State& state) {
    for (auto _ : state) {
        boost::beast::http::request_parser<boost::beast::http::empty_body> parser;
        boost::beast::error_code error;
        parser.put(boost::asio::buffer(typical_head.data(), typical_head.size()), error);
        if (error || !parser.is_done()) state.SkipWithError("refused");
        benchmark::DoNotOptimize(&parser.get());
    }
}
BENCHMARK(BeastPut);

}  // namespace
}  // namespace tradewind::net
