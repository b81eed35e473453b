// Tells what our reader makes of the table of heads.
//   http_head_probe cases         JSON, one object per case
//   http_head_probe seeds FOLDER  each head as a file
// The corpus of the fuzz target is what the fuzzer keeps of these files:
//   http_head_fuzz -set_cover_merge=1 tests/fuzz/corpus/http_head_fuzz FOLDER
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "base/text.h"
#include "net/http_head_cases.h"

namespace {

using tradewind::net::all_head_cases;
using tradewind::net::RequestHead;

void print_cases() {
    std::cout << "[";
    std::string_view separator = "\n";
    for (const auto& one : all_head_cases()) {
        const auto outcome = tradewind::net::read_head(one.bytes.view);
        const auto* head = std::get_if<RequestHead>(&outcome);
        std::string target;
        if (head != nullptr) target.append(head->path).append(head->query.empty() ? "" : "?").append(head->query);
        // Names and reasons are plain text without quotes; bytes go as hexadecimal digits.
        std::cout << separator << R"({"name":")" << one.name << R"(","bytes":")"
                  << tradewind::base::to_hex(one.bytes.view) << R"(","accepted":)"
                  << (head != nullptr ? "true" : "false") << R"(,"keep_alive":)"
                  << (head != nullptr && head->keep_alive ? "true" : "false") << R"(,"target":")"
                  << tradewind::base::to_hex(target) << R"(","unlike_nginx":")" << one.unlike_nginx << R"("})";
        separator = ",\n";
    }
    std::cout << "\n]\n";
}

bool write_seeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    for (const auto& one : all_head_cases()) {
        std::ofstream file(folder / one.name, std::ios::binary);
        file << one.bytes.view;
        if (!file.flush()) return false;
    }
    return true;
}

}  // namespace

int main(int argument_count, char** arguments) {
    const std::string_view command = argument_count > 1 ? arguments[1] : "";
    if (command == "cases" && argument_count == 2) {
        print_cases();
        return 0;
    }
    if (command == "seeds" && argument_count == 3) return write_seeds(arguments[2]) ? 0 : 1;
    std::cerr << "usage: http_head_probe cases | http_head_probe seeds FOLDER\n";
    return 2;
}
