-- wrk -s purchase_post.lua -H ... URL -- EXISTING PRODUCTS
-- POSTs purchases of three products by contacts at random. The requests are put together here, not by wrk.format: the
-- load must not cost more than the server.

local address_of = dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "contact_address.lua")

local existing = 0
local products = 0
local head = ""
local requests = 0
local random = 1
local is_looked_at = false

function init(arguments)
   existing = tonumber(arguments[1])
   products = tonumber(arguments[2])
   head = "POST /purchases/ HTTP/1.1\r\n"
   for name, value in pairs(wrk.headers) do
      head = head .. name .. ": " .. value .. "\r\n"
   end
end

local function next_random(limit)
   random = random * 16807 % 2147483647
   return random % limit
end

function request()
   if not is_looked_at then -- Before it starts, wrk asks for a request that it does not send.
      is_looked_at = true
      return "POST / HTTP/1.1\r\n\r\n"
   end
   requests = requests + 1
   local address = address_of(next_random(existing))
   local body = '{"purchaseId":"B-' .. requests .. '","contactEmail":"c' .. address
                .. '.contact@example.org","products":['
   for place = 1, 3 do
      body = body .. '{"productId":"p-' .. next_random(products) .. '","quantity":' .. place .. ',"price":19.99}'
             .. (place < 3 and "," or "")
   end
   body = body .. '],"totalPrice":59.97,"totalQuantity":6,"paymentMethod":"card","sourceType":"digital-store"}'
   return head .. "Content-Length: " .. #body .. "\r\n\r\n" .. body
end
