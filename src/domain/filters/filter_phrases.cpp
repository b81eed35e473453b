#include "domain/filters/filter_phrases.h"

#include <algorithm>

#include "base/search_key.h"

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

// What fields of the system and their options are called in Spanish; in English they are called as they are.
struct SpanishName {
    std::string_view id;
    std::string_view name;
};

constexpr std::array<SpanishName, 34> spanish_field_names{{
    {"_email", "Correo electrónico"},
    {"_externalId", "Id externo"},
    {"_name", "Nombre"},
    {"_surname", "Apellidos"},
    {"_birthdate", "Fecha de nacimiento"},
    {"_mobilePhone", "Móvil"},
    {"_mobilePhoneStatus", "Estado del móvil"},
    {"_emailStatus", "Estado del correo"},
    {"_newsletterSubscriptionStatus", "Suscripción al boletín"},
    {"_smsSubscriptionStatus", "Suscripción a SMS"},
    {"_points", "Puntos"},
    {"_emailBouncedReason", "Motivo del último rebote"},
    {"_emailLastBouncedDate", "Último rebote"},
    {"_emailLastSoftBounceDate", "Último rebote leve"},
    {"_emailSoftBounces", "Rebotes leves"},
    {"_emailLastUnsubscribedDate", "Última baja por correo"},
    {"_emailLastUnsubscribedIp", "Dirección IP de la última baja por correo"},
    {"_hasPushSubscriptions", "Tiene notificaciones push"},
    {"_isAnonymous", "Es anónimo"},
    {"_createdAt", "Creado"},
    {"_updatedAt", "Cambiado"},
    {"_totalPurchases", "Número de compras"},
    {"_totalPurchasesAmount", "Importe de las compras"},
    {"_averagePurchasesAmount", "Importe medio por compra"},
    {"_firstPurchaseDate", "Primera compra"},
    {"_lastPurchaseDate", "Última compra"},
    {"_recency", "Recencia"},
    {"_frequency", "Frecuencia"},
    {"_monetary", "Gasto"},
    {"_rfm", "Grupo RFM"},
    {"_clv", "Valor esperado"},
    {"_pAlive", "Probabilidad de seguir siendo cliente"},
    {"_churnRate", "Probabilidad de abandono"},
    {"_expectedPurchases", "Compras esperadas"},
}};

constexpr std::array<SpanishName, 18> spanish_option_names{{
    {"active", "Activo"},
    {"bounced", "Rebotado"},
    {"paused", "En pausa"},
    {"banned", "Bloqueado"},
    {"subscribed", "Suscrito"},
    {"unsubscribed", "Dado de baja"},
    {"none", "Ninguna"},
    {"champions", "Campeones"},
    {"loyal-customers", "Clientes fieles"},
    {"potential-loyalists", "Fieles en potencia"},
    {"new-customers", "Clientes nuevos"},
    {"promising", "Prometedores"},
    {"need-attention", "Necesitan atención"},
    {"about-to-sleep", "A punto de dormirse"},
    {"at-risk", "En riesgo"},
    {"cannot-lose-them", "No se pueden perder"},
    {"hibernating", "Hibernando"},
    {"lost", "Perdidos"},
}};

template <std::size_t Size>
std::string in_spanish(const std::array<SpanishName, Size>& names, const std::string& id,
                       const std::string& otherwise) {
    const auto* const found = std::ranges::find(names, id, &SpanishName::id);
    return found == names.end() ? otherwise : std::string(found->name);
}

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

// The sound that words begin with in Spanish: `i`, `o`, or another one.
char first_sound(std::string_view words) {
    while (words.starts_with('(')) { words.remove_prefix(1); }
    const auto key = base::search_key(words);
    std::string_view spoken(key);
    if (spoken.starts_with('8')) { return 'o'; }  // Ocho, ochenta, ochocientos.
    if (spoken.substr(0, spoken.find_first_not_of("0123456789")) == "11") { return 'o'; }  // Once.
    if (spoken.starts_with("hia") || spoken.starts_with("hie")) { return 'y'; }
    if (spoken.starts_with('h')) { spoken.remove_prefix(1); }
    return spoken.empty() ? '\0' : spoken.front();
}

}  // namespace

std::string_view activity_phrase(ActivityKind kind, Language language) {
    return phrase(activity_phrases[static_cast<std::size_t>(kind)], language);
}

std::string_view property_phrase(std::string_view property, Language language) {
    const auto* const found = std::ranges::find(property_phrases, property, &PropertyPhrase::name);
    return found == property_phrases.end() ? property : phrase(found->words, language);
}

std::string field_phrase(const ContactField& field, Language language) {
    if (field.custom || language == Language::English) { return field.name; }
    return in_spanish(spanish_field_names, field.id, field.name);
}

std::string option_phrase(const ContactField& field, const FieldOption& option, Language language) {
    if (field.custom || language == Language::English) { return option.label; }
    return in_spanish(spanish_option_names, option.id, option.label);
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

std::string joint_phrase(const FilterPhrase& joint, std::string_view next, Language language) {
    std::string text(phrase(joint, language));
    if (language != Language::Spanish) { return text; }
    const auto sound = first_sound(next);
    if (text.ends_with(" y ") && sound == 'i') { text.replace(text.size() - 2, 1, "e"); }
    if (text.ends_with(" o ") && sound == 'o') { text.replace(text.size() - 2, 1, "u"); }
    return text;
}

std::string list_phrase(const std::vector<std::string>& items, const FilterPhrase& last_joint, Language language) {
    const bool is_cut = items.size() > described_values_max;
    const auto told = is_cut ? described_values_max : items.size();
    std::string text;
    for (std::size_t index = 0; index < told; ++index) {
        if (index > 0) {
            text += !is_cut && index + 1 == told ? joint_phrase(last_joint, items[index], language) : ", ";
        }
        text += items[index];
    }
    if (!is_cut) { return text; }
    const auto more = std::to_string(items.size() - told) + std::string(phrase({" more", " más"}, language));
    return text + joint_phrase(last_joint, more, language) + more;
}

}  // namespace tradewind::domain
