#include "app/progress_bar.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace tradewind::app {
namespace {

class Output {
  public:
    Output() : file_(std::tmpfile(), &std::fclose) {}
    [[nodiscard]] std::FILE* file() const { return file_.get(); }
    [[nodiscard]] std::string text() const {
        std::rewind(file_.get());
        std::array<char, 4096> buffer{};
        return {buffer.data(), std::fread(buffer.data(), 1, buffer.size(), file_.get())};
    }

  private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

TEST(ProgressBar, TellsEachTenthOnceInPlainLines) {
    const Output output;
    ProgressBar bar(output.file(), ProgressBar::Style::Lines, "rows");
    for (const auto done : {0, 1, 199, 200, 201, 555, 1000, 1000}) { bar.show(done, 1000); }
    bar.finish();
    EXPECT_EQ(output.text(),
              "0 of 1000 rows, 0 %\n199 of 1000 rows, 19 %\n200 of 1000 rows, 20 %\n555 of 1000 rows, 55 %\n"
              "1000 of 1000 rows, 100 %\n");
}

TEST(ProgressBar, DrawsOverItselfOnATerminal) {
    const Output output;
    ProgressBar bar(output.file(), ProgressBar::Style::Bar, "rows");
    bar.show(5, 10);
    bar.show(5, 10);
    bar.show(10, 10);
    bar.finish();
    EXPECT_EQ(output.text(),
              "\r[###############...............] 5 of 10 rows, 50 %"
              "\r[##############################] 10 of 10 rows, 100 %\n");
}

TEST(ProgressBar, HasNoTroubleWithNothingToDo) {
    const Output output;
    ProgressBar bar(output.file(), ProgressBar::Style::Lines, "rows");
    bar.show(0, 0);
    EXPECT_EQ(output.text(), "0 of 0 rows, 0 %\n");
}

TEST(ProgressBar, AFileIsNoTerminal) {
    const Output output;
    EXPECT_EQ(ProgressBar::style_of(output.file()), ProgressBar::Style::Lines);
}

}  // namespace
}  // namespace tradewind::app
