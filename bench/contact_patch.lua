-- wrk -s contact_patch.lua -H ... URL -- BODIES EXISTING
-- PATCHes contacts, by turns one that exists and a new one, in the same order as ContactSequence in contact_values.h.
-- The requests are put together here, not by wrk.format: the load must not cost more than the server.

local address_of = dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "contact_address.lua")

local first_points = 1000000 -- All that follow have as many digits.
local bodies = {}
local head = ""
local made = 0
local requests = 0
local random = 1
local is_looked_at = false

function init(arguments)
   for line in io.lines(arguments[1]) do
      bodies[#bodies + 1] = "Content-Length: " .. #line + #tostring(first_points) + 1 .. "\r\n\r\n" .. line
   end
   made = tonumber(arguments[2])
   head = ".contact%40example.org HTTP/1.1\r\n"
   for name, value in pairs(wrk.headers) do
      head = head .. name .. ": " .. value .. "\r\n"
   end
end

local function next_number()
   requests = requests + 1
   if requests % 2 == 0 then
      made = made + 1
      return made - 1
   end
   random = random * 16807 % 2147483647
   return random % made
end

function request()
   if not is_looked_at then -- Before it starts, wrk asks for a request that it does not send.
      is_looked_at = true
      return "PATCH / HTTP/1.1\r\n\r\n"
   end
   return "PATCH /contacts/email/c" .. address_of(next_number()) .. head .. bodies[requests % #bodies + 1]
          .. first_points + requests .. "}"
end
