// A shop in JavaScript that sends too much, or with a key that nobody knows: what it learns of each of its requests, by
// fetch. NODE_EXTRA_CA_CERTS says whom it trusts.

const told = [];
for (const [method, path, key, size] of JSON.parse(process.env.SHOP_ATTEMPTS)) {
  try {
    const answer = await fetch(process.env.SHOP_URL + path, {
      method,
      body: Buffer.alloc(size, "x"),
      headers: { Authorization: `apiKey ${key}`, "Content-Type": "application/json" },
    });
    told.push([answer.status, (await answer.json()).status]);
  } catch (problem) {
    told.push(`${problem}: ${problem.cause}`);
  }
}
process.stdout.write(JSON.stringify(told));
