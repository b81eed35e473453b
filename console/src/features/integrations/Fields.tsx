import type { EventType } from '~/api/integrations';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';

// The values that events of a type have.
export function Fields({ type }: { type: EventType }) {
  const t = useText();
  return (
    <section className="card event-card">
      <header>
        <h2>{t.integrations.types.fields}</h2>
      </header>
      {type.fields.length === 0 && <p className="dim">{t.integrations.noFields}</p>}
      <ul className="event-fields">
        {type.fields.map((field) => (
          <li key={field.id}>
            <span className="event-field-name">
              <strong>{field.name}</strong> <code className="dim">{field.jsonPointerPath ?? field.id}</code>
            </span>
            <span className="dim">
              {t.integrations.fieldTypes[field.type]}
              {field.options && `: ${field.options.map(({ label }) => label).join(', ')}`}
            </span>
            {field.isPrimaryKey ? (
              <Badge tone="accent">{t.integrations.isKey}</Badge>
            ) : (
              field.required && <Badge>{t.integrations.required}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
