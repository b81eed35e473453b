-- wrk -s custom_event_post.lua -H ... URL -- EXISTING PATH EVENTS
-- POSTs events of contacts at random to PATH: one as a JSON body, or several as lines. Bodies with several are made
-- before the load starts: making them must not cost more than the server.

local address_of = dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "contact_address.lua")

local bodies_of_lines = 16

local path = ""
local existing = 0
local events = 1
local head = ""
local random = 1
local requests = 0
local bodies = {}

local function event()
   random = random * 16807 % 2147483647
   local address = address_of(random % existing)
   return '{"guest":"c' .. address .. '.contact@example.org","workshop":"wheel","seats":2,"paid":true,"price":19.99,'
          .. '"note":"by the window"}'
end

local function with_length(body)
   return "Content-Length: " .. #body .. "\r\n\r\n" .. body
end

function init(arguments)
   existing = tonumber(arguments[1])
   path = arguments[2]
   events = tonumber(arguments[3])
   head = "POST " .. path .. " HTTP/1.1\r\n"
   for name, value in pairs(wrk.headers) do
      head = head .. name .. ": " .. value .. "\r\n"
   end
   if events > 1 then
      for number = 1, bodies_of_lines do
         local lines = {}
         for line = 1, events do
            lines[line] = event()
         end
         bodies[number] = with_length(table.concat(lines, "\n"))
      end
   end
end

function request()
   requests = requests + 1
   return head .. (events > 1 and bodies[requests % bodies_of_lines + 1] or with_length(event()))
end
