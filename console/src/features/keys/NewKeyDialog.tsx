import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, bodyOf, client } from '~/api/client';
import { type Scope, useMe } from '~/api/session';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { CopyField } from '~/ui/CopyField';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Check, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { groupsOf, readingOnly } from './scopes';

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  // Nobody gives what they lack, so these are all that can be chosen.
  const own = useMe()?.scopes ?? [];
  const [name, setName] = useState('');
  const [expiresAt, setExpiresAt] = useState('');
  const [limit, setLimit] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        client.POST('/admin/v1/api-keys/', {
          body: {
            name,
            scopes,
            ...(expiresAt ? { expiresAt } : {}),
            ...(limit ? { requestsPerMinute: Number(limit) } : {}),
          },
        }),
      ),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['keys'] }),
    onError: () => undefined,
  });
  const error = make.error instanceof ApiError ? make.error : null;
  const isToldAtField = error?.problems.every(({ path }) =>
    ['/name', '/expiresAt', '/requestsPerMinute'].includes(path),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (scopes.length) make.mutate();
  };
  const set = (scope: Scope, isOn: boolean) =>
    setScopes(own.filter((one) => (one === scope ? isOn : scopes.includes(one))));

  if (make.data) {
    return (
      <Dialog title={t.apiKeys.made(make.data.name)} onClose={onClose} mustAnswer>
        <p>{t.apiKeys.madeLead}</p>
        <CopyField label={t.apiKeys.key} value={`${make.data.id}:${make.data.secret}`} hint={t.apiKeys.keyHint} />
        <DialogFoot>
          <Button look="main" onClick={onClose}>
            {t.actions.done}
          </Button>
        </DialogFoot>
      </Dialog>
    );
  }
  return (
    <Dialog title={t.apiKeys.new} onClose={onClose} isWide>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t.apiKeys.columns.name}
          hint={t.apiKeys.nameHint}
          autoComplete="off"
          required
          autoFocus
          maxLength={100}
          value={name}
          onChange={setName}
          wrong={error?.at('/name')}
        />
        <div className="key-limits">
          <TextField
            label={t.apiKeys.columns.expires}
            hint={t.apiKeys.expiresHint}
            type="date"
            value={expiresAt}
            onChange={setExpiresAt}
            wrong={error?.at('/expiresAt')}
          />
          <TextField
            label={t.apiKeys.limit}
            hint={t.apiKeys.limitHint}
            type="number"
            min={1}
            value={limit}
            onChange={setLimit}
            wrong={error?.at('/requestsPerMinute')}
          />
        </div>
        <fieldset>
          <legend className="scopes-head">
            <h3>{t.apiKeys.columns.scopes}</h3>
          </legend>
          <div className="scopes-quick">
            <Button small onClick={() => setScopes(readingOnly(own))}>
              {t.apiKeys.onlyReading}
            </Button>
            <Button small onClick={() => setScopes([])}>
              {t.apiKeys.nothing}
            </Button>
          </div>
          <ul className="scope-rows">
            {groupsOf(own).map((group) => (
              <li key={group.noun}>
                <fieldset>
                  <legend>{t.apiKeys.nouns[group.noun] ?? group.noun}</legend>
                  {group.scopes.map(({ scope, action }) => (
                    <Check
                      key={scope}
                      label={t.apiKeys.actions[action] ?? action}
                      isOn={scopes.includes(scope)}
                      onChange={(isOn) => set(scope, isOn)}
                    />
                  ))}
                </fieldset>
              </li>
            ))}
          </ul>
        </fieldset>
        {make.error && !isToldAtField && <ErrorBox error={make.error} />}
        <DialogFoot>
          <span className="dialog-words">{t.apiKeys.chosen(scopes.length)}</span>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={make.isPending || !scopes.length}>
            {t.apiKeys.make}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
