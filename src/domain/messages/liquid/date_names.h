#pragma once

#include <array>
#include <string_view>

namespace tradewind::domain::liquid {

// What the days and months are called in a language.
struct DateNames {
    std::array<std::string_view, 12> months;
    std::array<std::string_view, 12> short_months;
    std::array<std::string_view, 7> days;  // From Sunday on.
    std::array<std::string_view, 7> short_days;
    std::string_view before_noon;
    std::string_view after_noon;
};

inline constexpr DateNames english_dates{
    .months = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
               "November", "December"},
    .short_months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
    .days = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
    .short_days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
    .before_noon = "AM",
    .after_noon = "PM",
};

inline constexpr DateNames spanish_dates{
    .months = {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
               "noviembre", "diciembre"},
    .short_months = {"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"},
    .days = {"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
    .short_days = {"dom", "lun", "mar", "mié", "jue", "vie", "sáb"},
    .before_noon = "a. m.",
    .after_noon = "p. m.",
};

// `es` and `es-MX` are Spanish; everything else is English.
inline bool is_spanish(std::string_view language) {
    return language == "es" || language.starts_with("es-");
}

inline const DateNames& date_names(std::string_view language) {
    return is_spanish(language) ? spanish_dates : english_dates;
}

}  // namespace tradewind::domain::liquid
