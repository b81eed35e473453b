import type { EventField, EventType } from './integrations';

function exampleOf(field: EventField): unknown {
  switch (field.type) {
    case 'email':
      return 'ada@example.org';
    case 'phone':
      return '+34600000000';
    case 'integer':
      return 1;
    case 'decimal':
      return 9.99;
    case 'boolean':
      return true;
    case 'date':
      return '2026-01-31T10:00:00Z';
    case 'radio':
      return field.options?.[0]?.id ?? '';
    case 'checkbox':
      return field.options?.slice(0, 1).map(({ id }) => id) ?? [];
    case 'text':
      return 'text';
  }
}

type Body = { [name: string]: unknown };

// Puts a value where a JSON Pointer says, with the objects on the way there.
function put(body: Body, pointer: string, value: unknown): void {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let place = body;
  for (const name of names.slice(0, -1)) {
    place[name] ??= {};
    place = place[name] as Body;
  }
  const last = names.at(-1);
  if (last !== undefined) place[last] = value;
}

// An event of this type as whoever sends it would write it.
export function exampleBody(type: EventType): Body {
  const body: Body = {};
  for (const field of type.fields) {
    if (type.receiveType === 'webhook' && field.jsonPointerPath) put(body, field.jsonPointerPath, exampleOf(field));
    else body[field.id] = exampleOf(field);
  }
  return body;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// A command that sends one event. The key is that of whoever runs it.
export function curlOf(address: string, body: Body, hasKey: boolean): string {
  return [
    `curl ${quoted(address)} \\`,
    ...(hasKey ? ['  -H "Authorization: apiKey $API_KEY" \\'] : []),
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n');
}
