import './home.css';
import { Link } from 'wouter';
import type { Filter } from '~/api/filters';
import { useStore } from '~/api/store';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { countWords, useCount } from '~/ui/filter/useCount';
import { IfMay } from '~/ui/IfMay';
import { FirstSteps } from './FirstSteps';
import { NeedsCard } from './NeedsCard';
import { PeopleCard, SalesCard } from './ReportCards';
import { SampleDataCard } from './SampleDataCard';
import { WorkflowsCard } from './WorkflowsCard';

const everybody: Filter = { field: '_createdAt', is: 'isSet' };

export default function HomePage() {
  const t = useText();
  const store = useStore();
  const people = useCount(everybody);
  const isNew = people.data?.high === 0;
  return (
    <div className="page home">
      <div className="page-head">
        <h1>{store.data?.name ?? t.home.title}</h1>
      </div>
      <SampleDataCard />
      {isNew && <FirstSteps />}
      <NeedsCard />
      {!isNew && <Figures />}
      <WorkflowsCard />
    </div>
  );
}

function Figures() {
  const t = useText();
  return (
    <>
      <dl className="tiles">
        <Tile title={t.home.total} filter={everybody} href="/contacts" />
        <Tile title={t.home.newLately} filter={{ field: '_createdAt', is: 'inLast', period: 'P30D' }} />
        <Tile title={t.home.boughtLately} filter={{ purchases: { within: { last: 'P30D' } }, count: { atLeast: 1 } }} />
        <Tile
          title={t.home.subscribed}
          filter={{ field: '_newsletterSubscriptionStatus', is: 'in', values: ['subscribed'] }}
        />
      </dl>
      <IfMay scope="report:read">
        <div className="home-columns">
          <SalesCard />
          <PeopleCard />
        </div>
      </IfMay>
    </>
  );
}

// A figure that opens the people in it.
function Tile({ title, filter, href }: { title: string; filter: Filter; href?: string }) {
  const format = useFormat();
  const count = useCount(filter);
  return (
    <div className="tile">
      <dt>{title}</dt>
      <dd>
        <Link href={href ?? `/contacts?filter=${encodeURIComponent(JSON.stringify(filter))}`}>
          {count.data ? countWords(count.data, format) : count.error ? '–' : '…'}
          <span className="unseen"> {title}</span>
        </Link>
      </dd>
    </div>
  );
}
