-- wrk -s contact_get.lua -H ... URL -- PATH EXISTING
-- GETs contacts at random, each as PATH and its address. A server of static files finds the same file for all of them
-- when PATH ends in a question mark.

local address_of = dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "contact_address.lua")

local start = ""
local head = ""
local existing = 0
local random = 1

function init(arguments)
   start = "GET " .. arguments[1] .. "c"
   existing = tonumber(arguments[2])
   head = ".contact%40example.org HTTP/1.1\r\n"
   for name, value in pairs(wrk.headers) do
      head = head .. name .. ": " .. value .. "\r\n"
   end
   head = head .. "\r\n"
end

function request()
   random = random * 16807 % 2147483647
   return start .. address_of(random % existing) .. head
end
