// Runs every file of a folder through a fuzz target, once: what was found stays found.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count);

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::cerr << "usage: " << arguments[0] << " FOLDER\n";
        return 2;
    }
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::vector<char> content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        if (!file) {
            std::cerr << "cannot read " << entry.path() << "\n";
            return 1;
        }
        std::cerr << entry.path().filename().string() << "\n";  // Names the culprit when the next line aborts.
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
        ++files;
    }
    std::cerr << files << " inputs replayed\n";
    return files > 0 ? 0 : 1;
}
