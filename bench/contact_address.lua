-- What contact_values.cpp makes of the number of a contact, n * 2654435761 % 2^32, by halves: beyond 2^53 Lua does not
-- count exactly.
local function address_of(number)
   return string.format("%.0f", (number * 40503 % 65536 * 65536 + number * 31153) % 4294967296)
end

return address_of
