import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, type Schemas } from '~/api/client';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { groupsOf } from './scopes';

// What a key may do, when it was used, and the way to end it.
export function KeyDialog({ apiKey, onClose }: { apiKey: Schemas['ApiKey']; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const [isRevoking, setIsRevoking] = useState(false);
  if (isRevoking) {
    return (
      <TypedNameDialog
        title={t.apiKeys.revokeTitle(apiKey.name)}
        lead={t.apiKeys.revokeLead}
        word={apiKey.name}
        ask={t.people.type(apiKey.name)}
        confirm={t.apiKeys.revoke}
        onClose={() => setIsRevoking(false)}
        act={async () => {
          await client.DELETE('/admin/v1/api-keys/{id}', { params: { path: { id: apiKey.id } } });
          say(t.apiKeys.revoked(apiKey.name));
          onClose();
          void queries.invalidateQueries({ queryKey: ['keys'] });
        }}
      />
    );
  }
  const facts: [string, string][] = [
    [t.apiKeys.id, apiKey.id],
    [t.apiKeys.columns.used, apiKey.lastUsedAt ? format.dateTime(apiKey.lastUsedAt) : t.apiKeys.neverUsed],
    [t.apiKeys.columns.expires, apiKey.expiresAt ? format.dateTime(apiKey.expiresAt) : t.apiKeys.never],
    [
      t.apiKeys.limit,
      apiKey.requestsPerMinute ? t.apiKeys.perMinute(format.number(apiKey.requestsPerMinute)) : t.apiKeys.noLimit,
    ],
    [t.apiKeys.columns.created, format.dateTime(apiKey.createdAt)],
  ];
  return (
    <Dialog title={apiKey.name} onClose={onClose}>
      <dl className="key-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h3>{t.apiKeys.columns.scopes}</h3>
        <ul className="key-scopes">
          {groupsOf(apiKey.scopes).map(({ noun, scopes }) => (
            <li key={noun}>
              {t.apiKeys.nouns[noun] ?? noun}
              <span className="dim">
                {' '}
                {scopes
                  .map(({ action }) => t.apiKeys.actions[action] ?? action)
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <DialogFoot>
        <Button look="danger" onClick={() => setIsRevoking(true)}>
          {t.apiKeys.revoke}
        </Button>
        <Button look="main" onClick={onClose}>
          {t.actions.close}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
