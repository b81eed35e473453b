#include "domain/settings/currency.h"

namespace tradewind::domain {
namespace {

// The active codes of countries' currencies; funds, metals and test codes are left out.
constexpr std::string_view codes =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF "
    "CLP "
    "CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF "
    "IDR "
    "ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK "
    "MNT "
    "MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR "
    "SBD "
    "SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED "
    "VES "
    "VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ";

}  // namespace

base::Result<std::string> check_currency(std::string_view text) {
    constexpr std::size_t step = 4;
    if (text.size() == step - 1) {
        for (std::size_t at = 0; at < codes.size(); at += step) {
            if (codes.substr(at, step - 1) == text) { return std::string(text); }
        }
    }
    return base::invalid("", "is not a currency code of ISO 4217, such as EUR");
}

}  // namespace tradewind::domain
