#include "net/response_head.h"

#include <gtest/gtest.h>

namespace tradewind::net {
namespace {

TEST(ResponseHead, IsWrittenByteForByte) {
    std::string text = "before";
    append_response_head(text, {.status = 413,
                                .header_lines = "A: b\r\nC: d\r\n",
                                .date = "Wed, 05 Oct 2022 14:48:00 GMT",
                                .content_length = 18446744073709551615u,
                                .connection = ConnectionLine::Close});
    EXPECT_EQ(text,
              "beforeHTTP/1.1 413 Content Too Large\r\nDate: Wed, 05 Oct 2022 14:48:00 GMT\r\nA: b\r\nC: d\r\n"
              "Content-Length: 18446744073709551615\r\nConnection: close\r\n\r\n");
    text.clear();
    append_response_head(text, {.status = 204,
                                .header_lines = "",
                                .date = "D",
                                .content_length = std::nullopt,
                                .connection = ConnectionLine::None});
    EXPECT_EQ(text, "HTTP/1.1 204 No Content\r\nDate: D\r\n\r\n");
    text.clear();
    append_response_head(text, {.status = 204,
                                .header_lines = "",
                                .date = "D",
                                .content_length = std::nullopt,
                                .connection = ConnectionLine::None,
                                .is_over_tls = true});
    EXPECT_EQ(text, "HTTP/1.1 204 No Content\r\nDate: D\r\nStrict-Transport-Security: max-age=31536000\r\n\r\n");
}

TEST(ResponseHead, KnowsWhichStatusHasABody) {
    for (const int status : {200, 201, 206, 400, 404, 500}) EXPECT_TRUE(allows_body(status)) << status;
    for (const int status : {100, 101, 204, 304}) EXPECT_FALSE(allows_body(status)) << status;
}

}  // namespace
}  // namespace tradewind::net
