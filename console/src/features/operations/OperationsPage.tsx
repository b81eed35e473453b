import './operations.css';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { saveFile } from '~/api/client';
import { useLive } from '~/api/live';
import { type Operations, useOperations } from '~/api/operations';
import { backupTrouble, diskTrouble } from '~/api/operationsTrouble';
import { useMay } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { CodeBlock } from '~/ui/CodeBlock';
import { type Fact, FactList, Figures } from '~/ui/FactList';
import { ErrorBox, Skeleton, wordsOf } from '~/ui/states';
import { sayFailed } from '~/ui/toasts';

const countedMax = 10_000;
const lagSecondsTold = 10;

// Whether the service keeps up and its data is safe, for those who run it.
export default function OperationsPage() {
  const t = useText();
  const operations = useOperations();
  useLive(['incidents'], [['operations']]);
  const save = () =>
    saveFile('/admin/v1/operations/bundle', 'tradewind-support.json').catch((error) => sayFailed(wordsOf(error, t)));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t.operations.title}</h1>
        <span className="grow" />
        <Button icon={<Download aria-hidden />} onClick={() => void save()}>
          {t.operations.bundle}
        </Button>
      </div>
      {operations.error && !operations.data ? (
        <ErrorBox error={operations.error} onRetry={() => void operations.refetch()} />
      ) : operations.data ? (
        <Known of={operations.data} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}

function Known({ of }: { of: Operations }) {
  const t = useText();
  const format = useFormat();
  const { disk, backup } = of;
  const figures: Fact[] = [
    [
      t.operations.lag,
      of.lagSeconds >= lagSecondsTold ? (
        <Badge key="lag" tone="warning">
          {t.frame.lag(format.number(Math.round(of.lagSeconds)))}
        </Badge>
      ) : (
        t.frame.upToDate
      ),
    ],
    [t.operations.changes, <Count key="changes" of={of.queues.changes} />],
    [t.operations.calls, <Count key="calls" of={of.queues.calls} />],
  ];
  if (disk) figures.push([t.operations.free, format.bytes(disk.freeBytes)]);
  if (backup) figures.push([t.operations.lastBackup, backup.madeAt ? format.ago(backup.madeAt) : t.apiKeys.never]);
  return (
    <>
      {of.isDamaged && (
        <p className="error-box" role="alert">
          {t.operations.damaged}
        </p>
      )}
      <Figures facts={figures} />
      <div className="operations-columns">
        <Card title={t.operations.backups}>
          <Backups of={of} />
        </Card>
        <div className="stack">
          <Card title={t.operations.queues}>
            <Queues of={of.queues} />
          </Card>
          <Card title={t.operations.disk}>
            <Disk of={of} />
          </Card>
          <Card title={t.operations.service}>
            <FactList
              facts={[
                [t.operations.version, of.version],
                [t.operations.started, format.dateTime(of.startedAt)],
                [t.operations.storage, of.storage === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
              ]}
            />
            <p className="operations-note">{t.operations.bundleHelp}</p>
          </Card>
        </div>
      </div>
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  );
}

function Count({ of }: { of: number }) {
  const format = useFormat();
  return (
    <span className="figures">
      {format.number(of)}
      {of >= countedMax && '+'}
    </span>
  );
}

function Queues({ of }: { of: Operations['queues'] }) {
  const t = useText();
  const may = useMay();
  const dead = <Count of={of.deadCalls} />;
  return (
    <FactList
      facts={[
        [
          t.operations.deadCalls,
          of.deadCalls > 0 && may('delivery:read') ? <Link href="/calls?state=dead">{dead}</Link> : dead,
        ],
        [t.operations.deadLetters, <Count key="letters" of={of.deadLetters} />],
        [t.operations.imports, <Count key="imports" of={of.imports} />],
        [t.operations.exports, <Count key="exports" of={of.exports} />],
      ]}
    />
  );
}

function Disk({ of }: { of: Operations }) {
  const t = useText();
  const format = useFormat();
  const { disk } = of;
  if (!disk) return <p className="operations-note">{t.operations.diskElsewhere}</p>;
  const trouble = diskTrouble(of);
  const days =
    disk.daysUntilFull === null ? t.operations.notKnown : t.operations.days(format.number(disk.daysUntilFull));
  return (
    <>
      <FactList
        facts={[
          [t.operations.used, format.bytes(disk.usedBytes)],
          [t.operations.free, format.bytes(disk.freeBytes)],
          [
            t.operations.untilFull,
            trouble ? (
              <Badge tone={trouble === 'full' ? 'bad' : 'warning'}>
                {trouble === 'full' ? t.operations.full : days}
              </Badge>
            ) : (
              days
            ),
          ],
        ]}
      />
      {disk.daysUntilFull === null && <p className="operations-note">{t.operations.untilFullHelp}</p>}
    </>
  );
}

function Backups({ of }: { of: Operations }) {
  const t = useText();
  const format = useFormat();
  const { backup, restore } = of;
  if (!backup || !restore) return <p className="operations-note">{t.operations.backupsElsewhere}</p>;
  const trouble = backupTrouble(of);
  const tones = { failed: 'bad', never: 'warning', old: 'warning' } as const;
  const facts: Fact[] = [
    [
      t.operations.lastBackup,
      <span key="backup">
        {backup.madeAt ? format.dateTime(backup.madeAt) : t.apiKeys.never}{' '}
        {trouble && <Badge tone={tones[trouble]}>{t.operations.backupTroubles[trouble]}</Badge>}
      </span>,
    ],
  ];
  if (backup.bytes !== null) facts.push([t.operations.size, format.bytes(backup.bytes)]);
  if (backup.failedAt) facts.push([t.operations.failed, format.dateTime(backup.failedAt)]);
  facts.push([
    t.operations.restore,
    <span key="restore">
      {restore.triedAt ? format.dateTime(restore.triedAt) : t.apiKeys.never}{' '}
      {restore.triedAt && !restore.backupMadeAt && <Badge tone="bad">{t.operations.restoreFailed}</Badge>}
      {restore.backupMadeAt && (
        <span className="dim">{t.operations.restored(format.dateTime(restore.backupMadeAt))}</span>
      )}
    </span>,
  ]);
  return (
    <>
      <FactList facts={facts} />
      <p className="operations-note">{t.operations.makeBackup}</p>
      <div className="operations-command">
        <CodeBlock label={t.operations.makeBackup} text="tradewind backup --data DATA TARGET" />
      </div>
      <p className="operations-note">{t.operations.tryRestore}</p>
      <div className="operations-command">
        <CodeBlock label={t.operations.tryRestore} text="tradewind restore --data DATA --try BACKUP" />
      </div>
    </>
  );
}
