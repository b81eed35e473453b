import './contact.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CirclePause, CircleQuestionMark, Download, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { bodyOf, client, saveFile } from '~/api/client';
import { type Contact, loadContact, nameOf } from '~/api/contacts';
import { useLive } from '~/api/live';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { Figures } from '~/ui/FactList';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { ErrorBox, wordsOf } from '~/ui/states';
import { say, sayFailed } from '~/ui/toasts';
import { EraseDialog, HoldContactDialog } from './ContactDialogs';
import { Facts } from './Facts';
import { Runs } from './Runs';
import { Timeline } from './Timeline';
import { WhyDialog } from './WhyDialog';

type Open = 'why' | 'hold' | 'erase' | undefined;

export default function ContactPage() {
  const t = useText();
  const { id = '' } = useParams();
  const contact = useQuery({ queryKey: ['contacts', id], queryFn: () => loadContact(id) });
  useLive(contact.data ? [`contact:${id}`] : [], [['contacts', id], ['runs']]);
  return (
    <One
      of={contact}
      gone={{ title: t.contact.gone, help: t.contact.goneHelp, list: t.contacts.title, href: '/contacts' }}
    >
      {(known) => <Known contact={known} />}
    </One>
  );
}

function Known({ contact }: { contact: Contact }) {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const path = { params: { path: { id: contact.id } } };
  const hold = useQuery({
    queryKey: ['contacts', contact.id, 'hold'],
    queryFn: () => bodyOf(client.GET('/admin/v1/contacts/{id}/hold', path)),
  });
  const name = nameOf(contact) || t.contacts.unnamed;
  const isHeld = hold.data?.since != null;
  const release = async () => {
    try {
      await client.DELETE('/admin/v1/contacts/{id}/hold', path);
      await queries.invalidateQueries({ queryKey: ['contacts', contact.id, 'hold'] });
      say(t.contact.released);
    } catch (error) {
      sayFailed(wordsOf(error, t));
    }
  };
  const download = () =>
    saveFile(`/admin/v1/contacts/${contact.id}/export`, `contact-${contact.id}.json`).catch((error) =>
      sayFailed(wordsOf(error, t)),
    );

  return (
    <div className="page">
      <div className="page-head">
        <Link href="/contacts" className="crumb">
          {t.contacts.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <div className="contact-name">
          <h1>{name}</h1>
          {contact._email && contact._email !== name && <span className="dim">{contact._email}</span>}
        </div>
        {isHeld && <Badge tone="warning">{t.contact.onHold}</Badge>}
        <span className="grow" />
        <Button icon={<CircleQuestionMark aria-hidden />} onClick={() => setOpen('why')}>
          {t.contact.why}
        </Button>
        <IfMay scope="contact:write">
          {isHeld ? (
            <Button icon={<Play aria-hidden />} onClick={() => void release()}>
              {t.contact.release}
            </Button>
          ) : (
            <Button icon={<CirclePause aria-hidden />} onClick={() => setOpen('hold')}>
              {t.contact.hold}
            </Button>
          )}
        </IfMay>
        <Button icon={<Download aria-hidden />} onClick={() => void download()}>
          {t.contact.download}
        </Button>
        <IfMay scope="contact:delete">
          <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setOpen('erase')}>
            {t.contact.erase}
          </Button>
        </IfMay>
      </div>
      {isHeld && hold.data?.reason && <p className="dim">{hold.data.reason}</p>}
      <Figures
        facts={[
          [t.contact.spent, format.money(contact._totalPurchasesAmount)],
          [t.contact.purchases, format.number(contact._totalPurchases)],
          [
            t.contact.lastPurchase,
            contact._lastPurchaseDate ? format.date(contact._lastPurchaseDate) : t.contact.noneYet,
          ],
          [t.contact.value, contact._clv === null ? '–' : format.money(contact._clv)],
          [t.contact.alive, contact._pAlive === null ? '–' : format.percent(contact._pAlive)],
        ]}
      />
      <div className="contact-columns">
        <Timeline contactId={contact.id} />
        <div className="contact-side">
          <Runs contactId={contact.id} />
          <Segments contactId={contact.id} />
          <Facts contact={contact} />
        </div>
      </div>
      {open === 'why' && <WhyDialog contact={contact} onClose={() => setOpen(undefined)} />}
      {open === 'hold' && <HoldContactDialog contact={contact} name={name} onClose={() => setOpen(undefined)} />}
      {open === 'erase' && (
        <EraseDialog
          contact={contact}
          name={name}
          onClose={() => setOpen(undefined)}
          onErased={() => {
            say(t.contact.erased);
            go('/contacts');
          }}
        />
      )}
    </div>
  );
}

function Segments({ contactId }: { contactId: string }) {
  const t = useText();
  const format = useFormat();
  const segments = useQuery({
    queryKey: ['contacts', contactId, 'segments'],
    queryFn: () =>
      bodyOf(
        client.GET('/admin/v1/contacts/{id}/segments/', {
          params: { path: { id: contactId }, query: { pageSize: 100 } },
        }),
      ),
  });
  return (
    <section className="card">
      <header>
        <h2>{t.contact.segments}</h2>
      </header>
      {segments.error && <ErrorBox error={segments.error} />}
      <ul className="card-rows">
        {segments.data?.results.map((segment) => (
          <li key={segment.segmentId}>
            <Link href={`/segments/${segment.segmentId}`}>{segment.name}</Link>
            <span className="dim">{format.ago(segment.enteredAt)}</span>
          </li>
        ))}
        {segments.data?.results.length === 0 && <li className="dim">{t.contact.noSegments}</li>}
      </ul>
    </section>
  );
}
