#include "delivery/outbound_guard.h"

#include <gtest/gtest.h>

#include "domain/events/webhook_address.h"

namespace tradewind::delivery::outbound_guard_test {
namespace {

base::IpAddress ip(const char* text) {
    return base::IpAddress::parse(text).value();
}

// Whether something stops a call of this address before a socket is opened: its text, or what its host is.
bool is_stopped(const OutboundGuard& guard, const std::string& url) {
    if (!domain::check_webhook_address(url, {.private_addresses = false, .own_address = "https://shop.example"})) {
        return true;
    }
    const auto target = guard.look_at(domain::WebAddress::parse(url).value());
    return target.refusal.has_value();
}

TEST(OutboundGuard, RefusesEveryRangeThatIsNotTheOpenInternet) {
    const OutboundGuard guard(OutboundGuard::Reach::Public);
    for (const auto* text : {
             // Version 4, each range by its ends.
             "0.0.0.0",
             "0.255.255.255",
             "10.0.0.0",
             "10.255.255.255",
             "100.64.0.0",
             "100.127.255.255",
             "127.0.0.0",
             "127.0.0.1",
             "127.255.255.255",
             "169.254.0.0",
             "169.254.169.254",
             "169.254.255.255",
             "172.16.0.0",
             "172.31.255.255",
             "192.0.0.0",
             "192.0.0.255",
             "192.0.2.0",
             "192.0.2.255",
             "192.88.99.0",
             "192.88.99.255",
             "192.168.0.0",
             "192.168.255.255",
             "198.18.0.0",
             "198.19.255.255",
             "198.51.100.0",
             "198.51.100.255",
             "203.0.113.0",
             "203.0.113.255",
             "224.0.0.0",
             "239.255.255.255",
             "240.0.0.0",
             "255.255.255.255",
             // The same inside version 6.
             "::ffff:127.0.0.1",
             "::ffff:10.1.2.3",
             "::ffff:169.254.169.254",
             "::ffff:0:0",
             "::ffff:192.168.1.1",
             "64:ff9b::127.0.0.1",
             "64:ff9b::10.0.0.1",
             "64:ff9b::a9fe:a9fe",
             "64:ff9b::",
             "::127.0.0.1",
             "::ffff:0:127.0.0.1",
             "64:ff9b:1::1",
             // Version 6.
             "::",
             "::1",
             "100::1",
             "1fff:ffff::1",
             "2001::1",
             "2001:0:4136:e378::1",
             "2001:1ff:ffff::1",
             "2001:db8::1",
             "2001:db8:ffff::1",
             "2002::1",
             "2002:7f00:1::1",
             "2002:ffff::1",
             "3fff::1",
             "3fff:fff:ffff::1",
             "4000::1",
             "fc00::1",
             "fd00:ec2::254",
             "fe80::1",
             "febf::1",
             "fec0::1",
             "ff02::1",
             "ffff::1",
         }) {
        EXPECT_TRUE(guard.refusal(ip(text), 443)) << text;
    }
}

TEST(OutboundGuard, LetsTheOpenInternetPass) {
    const OutboundGuard guard(OutboundGuard::Reach::Public);
    for (const auto* text :
         {"1.0.0.0",          "9.255.255.255",   "11.0.0.0",        "100.63.255.255",   "100.128.0.0",
          "126.255.255.255",  "128.0.0.0",       "169.253.255.255", "169.255.0.0",      "172.15.255.255",
          "172.32.0.0",       "192.0.1.0",       "192.0.3.0",       "192.88.98.255",    "192.88.100.0",
          "192.167.255.255",  "192.169.0.0",     "198.17.255.255",  "198.20.0.0",       "198.51.99.255",
          "198.51.101.0",     "203.0.112.255",   "203.0.114.0",     "223.255.255.255",  "::ffff:8.8.8.8",
          "64:ff9b::808:808", "2000::1",         "2001:200::1",     "2001:db7:ffff::1", "2001:db9::1",
          "2003::1",          "2606:4700::1111", "3ffe:ffff::1",    "3fff:1000::1"}) {
        EXPECT_FALSE(guard.refusal(ip(text), 443)) << text;
    }
}

TEST(OutboundGuard, StopsWhatAttackersWrite) {
    OutboundGuard guard(OutboundGuard::Reach::Public);
    guard.add_own(ip("93.184.216.34"), 8080);
    for (const auto* url : {
             // Odd forms of this machine.
             "http://127.0.0.1/",
             "http://127.1/",
             "http://127.0.1/",
             "http://127/",
             "http://0/",
             "http://0.0.0.0/",
             "http://2130706433/",
             "http://0x7f000001/",
             "http://0X7F000001/",
             "http://0x7f.0.0.1/",
             "http://0x7f.1/",
             "http://0177.0.0.1/",
             "http://0177.0.0.01/",
             "http://00177.1/",
             "http://017700000001/",
             "http://127.0.0.1./",
             "http://127.0.0.1:80/",
             "http://127.000.000.001/",
             "http://[::1]/",
             "http://[::]/",
             "http://[0:0:0:0:0:0:0:1]/",
             "http://[::ffff:127.0.0.1]/",
             "http://[::ffff:7f00:1]/",
             "http://[0:0:0:0:0:ffff:7f00:0001]/",
             "http://[::127.0.0.1]/",
             "http://[64:ff9b::7f00:1]/",
             "http://[64:ff9b::127.0.0.1]/",
             "http://[2002:7f00:1::]/",
             "http://localhost/",
             "http://LocalHost/",
             "http://localhost./",
             "http://any.localhost/",
             "http://LOCALHOST:8080/",
             // Private networks, and those who tell secrets of clouds.
             "http://10.0.0.1/",
             "http://10.1/",
             "http://0xa000001/",
             "http://012.0.0.1/",
             "http://192.168.1.1/",
             "http://192.168.257/",
             "http://3232235777/",
             "http://172.16.0.1/",
             "http://172.31.255.255/",
             "http://100.64.0.1/",
             "http://169.254.169.254/latest/meta-data/",
             "http://2852039166/",
             "http://0xa9fea9fe/",
             "http://0xA9.0xFE.0xA9.0xFE/",
             "http://0251.0376.0251.0376/",
             "http://169.254.43518/",
             "http://[::ffff:169.254.169.254]/",
             "http://[::ffff:a9fe:a9fe]/",
             "http://[fd00:ec2::254]/",
             "http://[fe80::1]/",
             "http://[fe80::1%25eth0]/",
             "http://[fe80::1%eth0]/",
             "http://[fc00::1]/",
             "http://[ff02::1]/",
             "http://198.18.0.1/",
             "http://255.255.255.255/",
             // Other letters and digits for the same.
             "http://\u2460\u2461\u2466.0.0.1/",
             "http://127\u30020\u30020\u30021/",
             "http://127.0.0.\uff11/",
             "http://\uff11\uff12\uff17.0.0.1/",
             "http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/",
             // Somebody else before the host.
             "http://shop.example@127.0.0.1/",
             "http://127.0.0.1@shop.example/",
             "http://a:b@10.0.0.1/",
             "http://good.example\\@127.0.0.1/",
             "http:\\\\127.0.0.1/",
             "http://127.0.0.1\\.good.example/",
             "http://good.example%2f@127.0.0.1/",
             "http://127.0.0.1%00.example/",
             "http://127.0.0.1\t.example/",
             "http://127.0.0.1\n/",
             "http:// 127.0.0.1/",
             "http://[::1].example/",
             "http://[::1/",
             "http://::1/",
             "http://1.2.3.4.5/",
             "http://256.256.256.256/",
             "http://1.2.3.0x4/",
             "http://08.8.8.8/",
             // Other ways to ask than the web's.
             "file:///etc/passwd",
             "gopher://127.0.0.1:70/",
             "ftp://127.0.0.1/",
             "dict://127.0.0.1:11211/",
             "javascript:alert(1)",
             "//127.0.0.1/",
             "127.0.0.1",
             "http:127.0.0.1",
             "http:///127.0.0.1/",
             "",
             // The service itself.
             "https://shop.example/",
             "https://SHOP.example:443/x",
             "https://shop.example./",
             "http://93.184.216.34:8080/",
             "http://[::ffff:93.184.216.34]:8080/",
         }) {
        EXPECT_TRUE(is_stopped(guard, url)) << url;
    }
}

TEST(OutboundGuard, OneRefusedAddressRefusesTheWholeName) {
    const OutboundGuard guard(OutboundGuard::Reach::Public);
    EXPECT_FALSE(guard.refusal({ip("8.8.8.8"), ip("2606:4700::1111")}, 443));
    EXPECT_EQ(guard.refusal({ip("8.8.8.8"), ip("10.0.0.1")}, 443), "10.0.0.1 is a private address");
    EXPECT_TRUE(guard.refusal({ip("::1"), ip("8.8.8.8")}, 443));
    EXPECT_FALSE(guard.refusal(std::vector<base::IpAddress>(), 443)) << "nothing would be called";
}

TEST(OutboundGuard, WhereThisServiceListensIsRefusedWhateverTheSettingSays) {
    OutboundGuard guard(OutboundGuard::Reach::Private);
    guard.add_own(ip("127.0.0.1"), 8080);
    EXPECT_FALSE(guard.refusal(ip("127.0.0.1"), 8081));
    EXPECT_FALSE(guard.refusal(ip("10.0.0.1"), 8080));
    EXPECT_EQ(guard.refusal(ip("127.0.0.1"), 8080), "127.0.0.1 is where this service listens");
    EXPECT_TRUE(guard.refusal(ip("::ffff:127.0.0.1"), 8080));
    EXPECT_TRUE(guard.refusal(ip("0.0.0.0"), 8080)) << "connecting there connects to this machine";
    EXPECT_TRUE(guard.refusal(ip("::"), 8080));
}

TEST(OutboundGuard, AStoreWithATestClockCallsThisMachineAlone) {
    OutboundGuard guard(OutboundGuard::Reach::Loopback);
    guard.add_own(ip("127.0.0.1"), 8080);
    for (const auto* allowed : {"127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"}) {
        EXPECT_FALSE(guard.refusal(ip(allowed), 9)) << allowed;
    }
    for (const auto* refused : {"8.8.8.8", "10.0.0.1", "0.0.0.0", "::", "::2", "fe80::1", "2606:4700::1111"}) {
        EXPECT_TRUE(guard.refusal(ip(refused), 9)) << refused;
    }
    EXPECT_TRUE(guard.refusal(ip("127.0.0.1"), 8080)) << "but not where it listens";
}

TEST(OutboundGuard, TellsNamesFromAddresses) {
    const OutboundGuard guard(OutboundGuard::Reach::Private);
    const auto look = [&](const char* url) { return guard.look_at(domain::WebAddress::parse(url).value()); };
    EXPECT_EQ(look("http://10.0.0.1/").address, ip("10.0.0.1"));
    EXPECT_EQ(look("http://[::1]:9/").address, ip("::1"));
    EXPECT_FALSE(look("http://10.0.0.1/").refusal);
    for (const auto* url : {"https://shop.example/", "https://10.example/", "https://b\u00fccher.example"}) {
        EXPECT_FALSE(look(url).address) << url;
        EXPECT_FALSE(look(url).refusal) << url;
    }
    for (const auto* url : {"http://127.1/", "http://0x7f.1/", "http://2130706433/", "http://[1:2]/"}) {
        EXPECT_TRUE(look(url).refusal) << url;
    }
}

}  // namespace
}  // namespace tradewind::delivery::outbound_guard_test
