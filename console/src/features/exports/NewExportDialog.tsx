import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client, type Schemas } from '~/api/client';
import type { Filter } from '~/api/filters';
import { useMe } from '~/api/session';
import { useStore } from '~/api/store';
import { dayInZone, daysBefore, endOfDay, startOfDay } from '~/text/days';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Check, Select, TextField } from '~/ui/fields';
import { useFilterWords } from '~/ui/filter/filterWords';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';

type Create = Schemas['ManagedExportCreate'];
type Kind = Schemas['ActivityType'];

// The newest columns are asked for; older ones are for programs that know no others.
const version = 'v6';
const daysAsked = 30;
const allTypes = ['contacts', 'activities', 'webhooks-execution-logs'] as const;

interface Props {
  segmentId?: string;
  // Whom it is about, when that was chosen before.
  filter?: Filter;
  onClose: () => void;
}

export function NewExportDialog({ segmentId: first, filter, onClose }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { data: vocabulary } = useFilterVocabulary();
  const { data: store } = useStore();
  const zone = store?.timezone ?? 'UTC';
  const today = dayInZone(new Date(), zone);
  const [exportType, setExportType] = useState<Create['exportType']>('contacts');
  const [segmentId, setSegmentId] = useState(first ?? '');
  const [from, setFrom] = useState(daysBefore(today, daysAsked - 1));
  const [to, setTo] = useState(today);
  const [kinds, setKinds] = useState<string[]>([]);
  const [delimiter, setDelimiter] = useState<Create['delimiter']>(',');
  const [dateFormat, setDateFormat] = useState<Create['dateFormat']>('ISO');
  const isAnalyst = useMe()?.person?.role === 'analyst';
  const [leavesOut, setLeavesOut] = useState(false);
  const personalFields = exportType !== 'contacts' || (!leavesOut && !isAnalyst);
  const filterWords = useFilterWords(filter);
  const types = filter || isAnalyst ? (['contacts'] as const) : allTypes;
  const hasDays = exportType !== 'contacts';
  const hasSegment = exportType !== 'webhooks-execution-logs';
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        client.POST('/admin/v1/exports/', {
          body: {
            exportType,
            delimiter,
            dateFormat,
            ...(hasSegment ? { version } : {}),
            personalFields,
            filters: {
              ...(filter ? { filter: filter as never } : {}),
              ...(hasSegment && segmentId ? { segmentId } : {}),
              ...(hasDays
                ? { fromDate: startOfDay(from, zone).toISOString(), toDate: endOfDay(to, zone).toISOString() }
                : {}),
              ...(exportType === 'activities' && kinds.length ? { activityTypes: kinds as Kind[] } : {}),
            },
          },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['exports'] });
      say(t.exports.started);
      onClose();
    },
    onError: () => undefined,
  });
  const error = make.error instanceof ApiError ? make.error : null;
  const isToldAtField = error?.problems.every(({ path }) => /^\/filters\/(fromDate|toDate|segmentId)$/.test(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const words = t.timeline.other as Record<string, string>;
  return (
    <Dialog title={t.exports.new} onClose={onClose} isWide>
      <form className="stack" onSubmit={submit}>
        <Select
          label={t.exports.columns.what}
          hint={t.exports.typeHelp[exportType]}
          value={exportType}
          autoFocus
          choices={types.map((id) => ({
            id,
            label: t.exports.types[id],
          }))}
          onChange={(id) => setExportType(id as Create['exportType'])}
        />
        {filter && (
          <p>
            {t.exports.filtered}: <span className="filter-words">{filterWords}</span>
          </p>
        )}
        {hasSegment && !filter && (
          <Select
            label={t.exports.segment}
            value={segmentId}
            choices={[
              { id: '', label: t.exports.everybody },
              ...(vocabulary?.segments ?? []).map(({ id, name }) => ({ id, label: name })),
            ]}
            onChange={setSegmentId}
            wrong={error?.at('/filters/segmentId')}
          />
        )}
        {hasDays && (
          <div className="export-pair">
            <TextField
              label={t.exports.from}
              type="date"
              required
              max={to}
              value={from}
              onChange={setFrom}
              wrong={error?.at('/filters/fromDate')}
            />
            <TextField
              label={t.exports.to}
              hint={t.exports.daysHint}
              type="date"
              required
              min={from}
              value={to}
              onChange={setTo}
              wrong={error?.at('/filters/toDate')}
            />
          </div>
        )}
        {exportType === 'activities' && vocabulary && (
          <details>
            <summary>{kinds.length ? t.exports.someKinds(kinds.length) : t.exports.allKinds}</summary>
            <div className="export-kinds">
              {vocabulary.activities.map(({ kind }) => (
                <Check
                  key={kind}
                  label={words[kind] ?? kind}
                  isOn={kinds.includes(kind)}
                  onChange={(isOn) => setKinds(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
                />
              ))}
            </div>
          </details>
        )}
        <div className="export-pair">
          <Select
            label={t.exports.delimiter}
            value={delimiter}
            choices={[
              { id: ',', label: t.exports.comma },
              { id: ';', label: t.exports.semicolon },
            ]}
            onChange={(id) => setDelimiter(id as Create['delimiter'])}
          />
          <Select
            label={t.exports.dates}
            value={dateFormat}
            choices={Object.entries(t.exports.dateFormats).map(([id, label]) => ({ id, label }))}
            onChange={(id) => setDateFormat(id as Create['dateFormat'])}
          />
        </div>
        {exportType === 'contacts' && (
          <Check
            label={t.exports.leaveOut}
            hint={isAnalyst ? t.exports.leaveOutAlways : t.exports.leaveOutHelp}
            isOn={leavesOut || isAnalyst}
            disabled={isAnalyst}
            onChange={setLeavesOut}
          />
        )}
        <p className="dim">
          {t.exports.lead} {personalFields && t.exports.leadPersonal}
        </p>
        {make.error && !isToldAtField && <ErrorBox error={make.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={make.isPending}>
            {t.exports.make}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
