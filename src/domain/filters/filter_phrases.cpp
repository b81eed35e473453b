#include "domain/filters/filter_phrases.h"

#include <algorithm>

namespace tradewind::domain {
namespace {

// In the order of ActivityKind.
constexpr std::array<FilterPhrase, activity_kind_words.size()> activity_phrases{{
    {"contact created", "contacto creado"},
    {"contact identified", "contacto identificado"},
    {"contact merged", "contacto fusionado"},
    {"contact updated", "contacto actualizado"},
    {"segment entered", "entrada en un segmento"},
    {"segment left", "salida de un segmento"},
    {"login", "inicio de sesión"},
    {"registration", "registro"},
    {"newsletter subscribed", "suscripción al boletín"},
    {"web page visited", "página web visitada"},
    {"web content opened", "contenido web abierto"},
    {"web link clicked", "clic en un enlace web"},
    {"web form submitted", "formulario web enviado"},
    {"search", "búsqueda"},
    {"product visited", "producto visitado"},
    {"product searched", "producto buscado"},
    {"product added to the cart", "producto añadido al carrito"},
    {"product removed from the cart", "producto quitado del carrito"},
    {"cart abandoned", "carrito abandonado"},
    {"purchase", "compra"},
    {"coupon assigned", "cupón asignado"},
    {"e-mail sent", "correo enviado"},
    {"e-mail alert sent", "alerta por correo enviada"},
    {"e-mail opened", "correo abierto"},
    {"e-mail link clicked", "clic en un enlace de un correo"},
    {"e-mail bounced", "correo rebotado"},
    {"e-mail reported as spam", "correo marcado como spam"},
    {"e-mail unsubscribed", "baja del correo"},
    {"SMS sent", "SMS enviado"},
    {"SMS alert sent", "alerta por SMS enviada"},
    {"SMS bounced", "SMS rebotado"},
    {"push notifications subscribed", "alta en las notificaciones push"},
    {"push notifications unsubscribed", "baja de las notificaciones push"},
    {"push notification opened", "notificación push abierta"},
    {"push notification link clicked", "clic en un enlace de una notificación push"},
    {"push notification failed", "notificación push fallida"},
    {"custom event", "evento propio"},
}};

struct PropertyPhrase {
    std::string_view name;
    FilterPhrase words;
};

constexpr std::array<PropertyPhrase, 8> property_phrases{{
    {"productId", {"whose product id", "cuyo id de producto"}},
    {"name", {"whose name", "cuyo nombre"}},
    {"brand", {"whose brand", "cuya marca"}},
    {"category", {"whose category", "cuya categoría"}},
    {"tag", {"whose tag", "cuya etiqueta"}},
    {"sourceType", {"whose source type", "cuyo tipo de origen"}},
    {"sourceName", {"whose source name", "cuyo nombre de origen"}},
    {"paymentMethod", {"whose payment method", "cuya forma de pago"}},
}};

struct UnitPhrase {
    FilterPhrase one;
    FilterPhrase many;
    bool is_feminine;  // In Spanish.
};

constexpr std::array<UnitPhrase, 6> unit_phrases{{
    {{"year", "año"}, {"years", "años"}, false},
    {{"month", "mes"}, {"months", "meses"}, false},
    {{"day", "día"}, {"days", "días"}, false},
    {{"hour", "hora"}, {"hours", "horas"}, true},
    {{"minute", "minuto"}, {"minutes", "minutos"}, false},
    {{"second", "segundo"}, {"seconds", "segundos"}, false},
}};

// In the order of unit_phrases.
std::array<std::int64_t, 6> units_of(const Period& period) {
    return {period.months / 12,     period.months % 12,       period.days,
            period.seconds / 3'600, period.seconds / 60 % 60, period.seconds % 60};
}

// What stands before a period of one unit, by how many there are of it.
std::string_view side_phrase(PeriodSide side, bool is_one, bool is_feminine, Language language) {
    const bool is_last = side == PeriodSide::Last;
    if (language == Language::English) { return is_last ? "in the last " : "in the next "; }
    if (is_one) {
        if (is_feminine) { return is_last ? "en la última " : "en la próxima "; }
        return is_last ? "en el último " : "en el próximo ";
    }
    if (is_feminine) { return is_last ? "en las últimas " : "en las próximas "; }
    return is_last ? "en los últimos " : "en los próximos ";
}

}  // namespace

std::string_view activity_phrase(ActivityKind kind, Language language) {
    return phrase(activity_phrases[static_cast<std::size_t>(kind)], language);
}

std::string_view property_phrase(std::string_view property, Language language) {
    const auto* const found = std::ranges::find(property_phrases, property, &PropertyPhrase::name);
    return found == property_phrases.end() ? property : phrase(found->words, language);
}

std::string period_phrase(const Period& period, PeriodSide side, Language language) {
    const auto units = units_of(period);
    std::vector<std::string> parts;
    std::size_t first = units.size();
    for (std::size_t index = 0; index < units.size(); ++index) {
        if (units[index] == 0) { continue; }
        first = std::min(first, index);
        const auto& unit = unit_phrases[index];
        parts.push_back(std::to_string(units[index]) + " " +
                        std::string(phrase(units[index] == 1 ? unit.one : unit.many, language)));
    }
    if (parts.size() == 1) {
        const auto& unit = unit_phrases[first];
        const bool is_one = units[first] == 1;
        return std::string(side_phrase(side, is_one, unit.is_feminine, language)) +
               (is_one ? std::string(phrase(unit.one, language)) : parts.front());
    }
    const std::string_view span = language == Language::Spanish ? "período de " : "";
    return std::string(side_phrase(side, true, false, language)) + std::string(span) +
           list_phrase(parts, {" and ", " y "}, language);
}

std::string date_phrase(const DateOperand& date) {
    const auto text = date.at.text();  // 2024-05-06T10:30:00.000Z
    auto day = text.substr(0, 10);
    if (date.is_day) { return day; }
    const bool is_whole_minute = date.at.milliseconds % 60'000 == 0;
    return day + " " + text.substr(11, is_whole_minute ? 5 : 8) + " UTC";
}

std::string list_phrase(const std::vector<std::string>& items, const FilterPhrase& last_joint, Language language) {
    const bool is_cut = items.size() > described_values_max;
    const auto told = is_cut ? described_values_max : items.size();
    std::string text;
    for (std::size_t index = 0; index < told; ++index) {
        if (index > 0) { text += !is_cut && index + 1 == told ? phrase(last_joint, language) : ", "; }
        text += items[index];
    }
    if (!is_cut) { return text; }
    return text + std::string(phrase(last_joint, language)) + std::to_string(items.size() - told) +
           std::string(phrase({" more", " más"}, language));
}

}  // namespace tradewind::domain
