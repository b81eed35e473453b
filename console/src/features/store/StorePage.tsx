import './store.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '~/api/client';
import { useEventTypes } from '~/api/integrations';
import { changeStore, type Store, type StorePatch, useStore } from '~/api/store';
import { useLanguage } from '~/text/language';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { Select, TextArea, TextField } from '~/ui/fields';
import { PickBox } from '~/ui/PickBox';
import { ErrorBox, Skeleton, wordsOf } from '~/ui/states';
import { say, sayFailed } from '~/ui/toasts';
import { currencyGroups, domainsOf, languageGroups, zoneGroups } from './choices';

type Settings = Required<StorePatch>;

const settingsOf = (store: Store): Settings => ({
  name: store.name,
  currency: store.currency,
  timezone: store.timezone,
  language: store.language,
  allowedDomains: store.allowedDomains,
  defaultCountryCode: store.defaultCountryCode,
  incidentEventTypeId: store.incidentEventTypeId ?? null,
});

// What the store is called, what its money and its days are, and where its pages are.
export default function StorePage() {
  const t = useText();
  const store = useStore();
  return (
    <div className="page">
      {store.data ? (
        <Known store={store.data} />
      ) : (
        <>
          <div className="page-head">
            <h1>{t.store.title}</h1>
          </div>
          {store.error ? <ErrorBox error={store.error} onRetry={() => void store.refetch()} /> : <Skeleton lines={8} />}
        </>
      )}
    </div>
  );
}

function Known({ store }: { store: Store }) {
  const t = useText();
  const locale = useLanguage();
  const queries = useQueryClient();
  const types = useEventTypes();
  const before = settingsOf(store);
  const [settings, setSettings] = useState(before);
  const [domains, setDomains] = useState(store.allowedDomains.join('\n'));
  const set = (change: Partial<Settings>) => setSettings({ ...settings, ...change });
  const now: Settings = { ...settings, allowedDomains: domainsOf(domains) };
  const changed = (Object.keys(now) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]),
  );
  const show = (saved: Store) => {
    queries.setQueryData(['store'], saved);
    setSettings(settingsOf(saved));
    setDomains(saved.allowedDomains.join('\n'));
    // What was counted by day or told in words depends on them.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'store' });
  };
  const only = (of: Settings): StorePatch => Object.fromEntries(changed.map((name) => [name, of[name]]));
  const save = useMutation({
    mutationFn: (patch: { next: StorePatch; last: StorePatch }) => changeStore(patch.next),
    onSuccess: (saved, { last }) => {
      show(saved);
      say(t.store.saved, () => void changeStore(last).then(show, (error) => sayFailed(wordsOf(error, t))));
    },
    onError: () => undefined,
  });
  const error = save.error instanceof ApiError ? save.error : null;
  const at = (name: keyof Settings) => error?.problems.find(({ path }) => path.startsWith(`/${name}`))?.reason;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed.length) save.mutate({ next: only(now), last: only(before) });
  };
  const sending = (types.data ?? []).filter((type) => type.category === 'send');
  return (
    <form className="stack store-form" onSubmit={submit}>
      <div className="page-head">
        <h1>{t.store.title}</h1>
        {changed.length > 0 && <Badge tone="warning">{t.segments.unsaved}</Badge>}
        <span className="grow" />
        <Button type="submit" look="main" disabled={!changed.length || !settings.name.trim() || save.isPending}>
          {save.isPending ? t.actions.saving : t.actions.save}
        </Button>
      </div>
      {save.error && !error?.problems.length && <ErrorBox error={save.error} />}
      <section className="card">
        <header>
          <h2>{t.store.basics}</h2>
        </header>
        <div className="store-parts">
          <TextField
            label={t.store.name}
            hint={t.store.nameHint}
            required
            maxLength={200}
            autoComplete="off"
            value={settings.name}
            onChange={(name) => set({ name })}
            wrong={at('name')}
          />
          <PickBox
            isField
            label={t.store.language}
            hint={t.store.languageHint}
            groups={languageGroups(before.language, locale, t.store.languages)}
            value={settings.language}
            onChange={(language) => set({ language })}
            wrong={at('language')}
          />
          <PickBox
            isField
            label={t.store.currency}
            hint={t.store.currencyHint}
            groups={currencyGroups(before.currency, locale, t.store.currencies)}
            value={settings.currency}
            onChange={(currency) => set({ currency })}
            wrong={at('currency')}
          />
          <PickBox
            isField
            label={t.store.timezone}
            hint={t.store.timezoneHint}
            groups={zoneGroups(before.timezone)}
            value={settings.timezone}
            onChange={(timezone) => set({ timezone })}
            wrong={at('timezone')}
          />
        </div>
      </section>
      <section className="card">
        <header>
          <h2>{t.store.shop}</h2>
        </header>
        <div className="store-parts">
          <div className="whole">
            <TextArea
              label={t.store.domains}
              hint={t.store.domainsHint}
              value={domains}
              onChange={setDomains}
              wrong={at('allowedDomains')}
            />
          </div>
          <TextField
            label={t.store.countryCode}
            hint={t.store.countryCodeHint}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            value={settings.defaultCountryCode}
            onChange={(code) => set({ defaultCountryCode: code.replace(/\D/g, '') })}
            wrong={at('defaultCountryCode')}
          />
          <Select
            label={t.store.incidents}
            hint={t.store.incidentsHint}
            value={settings.incidentEventTypeId ?? ''}
            choices={[
              { id: '', label: t.store.incidentsNobody },
              ...sending.map((type) => ({ id: type.id, label: `${type.integration.name}: ${type.name}` })),
            ]}
            onChange={(id) => set({ incidentEventTypeId: id || null })}
            wrong={at('incidentEventTypeId')}
          />
        </div>
      </section>
    </form>
  );
}
