// Walks through the console by keyboard alone: node walks.mjs NAME URL EMAIL PASSWORD PICTURES [LINK]
// A walk fails when something is not where it should be, when the page says anything on its console, breaks its policy or
// asks for anything from elsewhere, and when axe finds a fault in what is shown.
import assert from 'node:assert/strict';
import { name, takeWalk, walks } from './walker.mjs';
// In the order in which the tests walk: all of them share one store.
import './walks/setup.mjs';
import './walks/home.mjs';
import './walks/contacts.mjs';
import './walks/segments.mjs';
import './walks/workflows.mjs';
import './walks/store.mjs';
import './walks/people.mjs';
import './walks/access.mjs';
import './walks/integrations.mjs';
import './walks/events.mjs';
import './walks/calls.mjs';
import './walks/imports.mjs';
import './walks/fields.mjs';
import './walks/coupons.mjs';
import './walks/shop.mjs';
import './walks/reports.mjs';
import './walks/operations.mjs';
import './walks/attacks.mjs';

const steps = walks.get(name);
assert.ok(steps, `there is no walk ${name}`);
await takeWalk(steps);
