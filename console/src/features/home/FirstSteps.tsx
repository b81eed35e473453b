import { Check, KeyRound, type LucideIcon, Store, Telescope, Upload, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSampleData } from '~/api/sampleData';
import { type Scope, useMay } from '~/api/session';
import { useStore } from '~/api/store';
import { useText } from '~/text/t';
import { AddSampleData } from './SampleDataCard';

interface Step {
  id: 'store' | 'contacts' | 'shop' | 'people';
  icon: LucideIcon;
  href: string;
  needs: Scope;
}

const steps: Step[] = [
  { id: 'store', icon: Store, href: '/store', needs: 'settings:write' },
  { id: 'contacts', icon: Upload, href: '/imports/new', needs: 'import:write' },
  { id: 'shop', icon: KeyRound, href: '/keys', needs: 'key:write' },
  { id: 'people', icon: UserPlus, href: '/people', needs: 'people:write' },
];

// What to do in a store without contacts, for whoever may do it.
export function FirstSteps() {
  const t = useText();
  const may = useMay();
  const { data: store } = useStore();
  const { data: sample } = useSampleData();
  // Nobody has to be told again what they did already.
  const isDone = (id: Step['id']) => id === 'store' && store !== undefined && store.updatedAt !== store.createdAt;
  return (
    <section className="card">
      <header>
        <h2>{t.home.first.title}</h2>
      </header>
      <ol className="needs">
        {steps
          .filter(({ needs }) => may(needs))
          .map(({ id, icon: Icon, href }) => (
            <Line key={id} icon={isDone(id) ? <Check /> : <Icon />} isDone={isDone(id)} words={t.home.first[id]}>
              <Link href={href} className="button small">
                {t.home.first[id].action}
              </Link>
            </Line>
          ))}
        {sample?.canBeAdded && may('settings:write') && (
          <Line icon={<Telescope />} words={t.home.first.sample}>
            <AddSampleData />
          </Line>
        )}
      </ol>
    </section>
  );
}

function Line({
  icon,
  isDone,
  words,
  children,
}: {
  icon: ReactNode;
  isDone?: boolean;
  words: { title: string; help: string };
  children: ReactNode;
}) {
  const t = useText();
  return (
    <li>
      <span className={isDone ? 'need-icon good' : 'need-icon accent'} aria-hidden>
        {icon}
      </span>
      <span className="need-words">
        <strong>
          {words.title}
          {isDone && <span className="unseen"> ({t.actions.done})</span>}
        </strong>
        <span className="dim">{words.help}</span>
      </span>
      {children}
    </li>
  );
}
