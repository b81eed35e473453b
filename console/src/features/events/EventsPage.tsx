import './events.css';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { curlOf, exampleBody } from '~/api/eventExample';
import { type CameInEvent, useEventTail } from '~/api/events';
import { type EventField, type KnownType, useEventTypes } from '~/api/integrations';
import { useMay } from '~/api/session';
import { type Format, useFormat } from '~/text/format';
import { type Texts, useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { CodeBlock } from '~/ui/CodeBlock';
import { Select } from '~/ui/fields';
import { IfMay } from '~/ui/IfMay';
import { Empty, ErrorBox, Skeleton } from '~/ui/states';

// What comes in, the last first, by itself. `?type=` in the address shows one type of event alone.
export default function EventsPage() {
  const t = useText();
  const may = useMay();
  const [parameters, setParameters] = useSearchParams();
  const typeId = parameters.get('type') ?? '';
  const [isFollowing, setIsFollowing] = useState(true);
  const { data: types } = useEventTypes(may('custom-integration:read'));
  const tail = useEventTail(isFollowing);
  const received = (types ?? []).filter((type) => type.category === 'receive');
  const shown = tail.data?.events.filter((event) => !typeId || event.eventTypeId === typeId) ?? [];
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t.events.title}</h1>
        <span role="status">
          <Badge tone={isFollowing ? 'good' : 'warning'}>{isFollowing ? t.events.live : t.events.paused}</Badge>
        </span>
        <span className="grow" />
        {received.length > 0 && (
          <Select
            label={t.events.type}
            isLabelHidden
            value={typeId}
            choices={[{ id: '', label: t.events.allTypes }, ...received.map(({ id, name }) => ({ id, label: name }))]}
            onChange={(type) => setParameters(type ? { type } : {}, { replace: true })}
          />
        )}
        <Button
          icon={isFollowing ? <Pause aria-hidden /> : <Play aria-hidden />}
          onClick={() => setIsFollowing(!isFollowing)}
        >
          {isFollowing ? t.events.pause : t.events.resume}
        </Button>
      </div>
      <div className="events-columns">
        <section className="card" aria-label={t.events.title}>
          {tail.error && <ErrorBox error={tail.error} onRetry={() => void tail.refetch()} />}
          {!tail.data && !tail.error && <Skeleton lines={8} />}
          {tail.data && shown.length === 0 && (
            <Empty title={typeId ? t.events.noneOfType : t.events.noneTitle}>{t.events.none}</Empty>
          )}
          <ol className="tail">
            {shown.map((event) => (
              <Came key={event.id} event={event} type={types?.find(({ id }) => id === event.eventTypeId)} />
            ))}
          </ol>
        </section>
        <HowToSend types={received} typeId={typeId} />
      </div>
    </div>
  );
}

// A value as people read it.
function eventWords(field: EventField | undefined, value: unknown, format: Format, t: Texts): string {
  if (Array.isArray(value)) return value.map((one) => eventWords(field, one, format, t)).join(', ');
  if (typeof value === 'boolean') return value ? t.contact.yes : t.contact.no;
  if (typeof value === 'number') return format.number(value);
  if (field?.type === 'date' && typeof value === 'string')
    return /T00:00:00(\.000)?Z$|^[\d-]{10}$/.test(value) ? format.day(value) : format.dateTime(value);
  return (
    field?.options?.find((one) => one.id === value)?.label ??
    (typeof value === 'string' ? value : JSON.stringify(value))
  );
}

function Came({ event, type }: { event: CameInEvent; type: KnownType | undefined }) {
  const t = useText();
  const format = useFormat();
  // Whose it is stands above already.
  const values = Object.entries(event.values).filter(([, value]) => value !== event.email);
  const name = type?.name ?? t.events.unknownType;
  return (
    <li>
      <div className="came-head">
        <strong>{type ? <Link href={`/integrations/${type.integration.id}/${type.id}`}>{name}</Link> : name}</strong>
        <Link href={`/contacts/${event.contactId}`}>{event.email ?? t.contacts.unnamed}</Link>
        <time dateTime={event.at} title={format.dateTime(event.at)}>
          {format.clock(event.at)}
        </time>
      </div>
      {values.length > 0 && (
        <dl className="came-values">
          {values.map(([id, value]) => {
            const field = type?.fields.find((one) => one.id === id);
            return (
              <div key={id}>
                <dt>{field?.name ?? id}</dt>
                <dd>{eventWords(field, value, format, t)}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </li>
  );
}

// A command for the type that is shown, or for the first one that a program may send.
function HowToSend({ types, typeId }: { types: KnownType[]; typeId: string }) {
  const t = useText();
  const sent = types.filter((type) => type.receiveType === 'api');
  const type = types.find(({ id }) => id === typeId) ?? sent[0];
  const isSent = type?.receiveType === 'api';
  return (
    <IfMay scope="custom-integration:read">
      <section className="card how-to-send">
        <header>
          <h2>{t.integrations.howToSend}</h2>
        </header>
        {type && isSent && (
          <>
            <p className="dim">{t.integrations.howToSendLead}</p>
            <CodeBlock
              label={t.integrations.howToSend}
              text={curlOf(
                `${window.location.origin}/custom-events/alias/${type.alias}?createContact=true`,
                exampleBody(type),
                true,
              )}
            />
          </>
        )}
        {type && !isSent && (
          <>
            <p className="dim">{t.integrations.wayHelp[type.receiveType ?? 'send']}</p>
            <Link href={`/integrations/${type.integration.id}/${type.id}`}>{type.name}</Link>
          </>
        )}
        {!type && (
          <>
            <p className="dim">{t.events.noTypes}</p>
            <Link href="/integrations">{t.integrations.title}</Link>
          </>
        )}
      </section>
    </IfMay>
  );
}
