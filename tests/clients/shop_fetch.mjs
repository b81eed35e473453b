// A shop in JavaScript: fetch as it comes with Node, and once a body from a stream, which makes it chunked.

const { SHOP_URL: base, SHOP_KEY: key, SHOP_EMAIL: email, SHOP_FIELD: field } = process.env;
const path = `/contacts/email/${encodeURIComponent(email)}`;

async function ask(method, target, body, more = {}) {
  const answer = await fetch(target.startsWith("http") ? target : base + target, {
    method,
    headers: { Authorization: `apiKey ${key}`, "Content-Type": "application/json" },
    body,
    ...more,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

const patch = (target, value) => ask("PATCH", target, JSON.stringify(value));
const inPieces = (value) => new Blob([JSON.stringify(value)]).stream();

const told = {};
told.made = await patch(path, { _name: "Ada", _points: 3, _birthdate: new Date(0), [field]: ["b", "a"] });
told.read = await ask("GET", path);
const change = inPieces({ _name: null, _surname: "L\u00f6velace" });
told.changed = await ask("PATCH", `/contacts/${email}`, change, { duplex: "half" });
told.empty = await patch(path, {});
told.fields = [];
for (let next = "/contact-fields/"; next; ) {
  const { body } = await ask("GET", next);
  told.fields.push(...body.results.map((one) => one.id));
  next = body.links.next;
}
const refused = await patch(path, { _points: "3", nothing: 1 });
told.problems = refused.body.validationErrors.map((problem) => problem.path);
told.deleted = (await ask("DELETE", path)).status;
told.missing = await ask("GET", path);
process.stdout.write(JSON.stringify(told));
