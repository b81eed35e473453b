import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContactField, deleteContactField } from '~/api/contactFields';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { type Fact, FactList } from '~/ui/FactList';
import { IfMay } from '~/ui/IfMay';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { UsedBy } from '~/ui/UsedBy';
import { useRules } from './useRules';

// A field, what uses it, and the way to delete it. A field cannot be changed: what uses it relies on it.
export function FieldDialog({ field, onClose }: { field: ContactField; onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const rulesOf = useRules();
  const [isDeleting, setIsDeleting] = useState(false);
  if (isDeleting) {
    return (
      <TypedNameDialog
        title={t.fields.deleteTitle(field.name)}
        lead={t.fields.deleteLead}
        word={field.name}
        ask={t.people.type(field.name)}
        confirm={t.actions.delete}
        onClose={() => setIsDeleting(false)}
        act={async () => {
          await deleteContactField(field.id);
          say(t.fields.deleted(field.name));
          onClose();
          void queries.invalidateQueries({ queryKey: ['contact-fields'] });
          void queries.invalidateQueries({ queryKey: ['vocabulary'] });
        }}
      >
        <UsedBy of="contact-fields" id={field.id} />
      </TypedNameDialog>
    );
  }
  const rules = rulesOf(field);
  const facts: Fact[] = [
    [t.fields.columns.type, t.integrations.fieldTypes[field.type]],
    [t.fields.columns.id, <code key="id">{field.id}</code>],
    ...(rules.length ? [[t.fields.columns.rules, rules.join(' · ')] satisfies Fact] : []),
  ];
  return (
    <Dialog title={field.name} onClose={onClose}>
      <FactList facts={facts} />
      {field.custom && <UsedBy of="contact-fields" id={field.id} />}
      <p className="dim">{field.custom ? t.fields.stays : t.fields.belongsToSystem}</p>
      <DialogFoot>
        {field.custom && (
          <IfMay scope="contact-field:delete">
            <Button look="danger" onClick={() => setIsDeleting(true)}>
              {t.actions.delete}
            </Button>
          </IfMay>
        )}
        <Button look="main" data-first onClick={onClose}>
          {t.actions.close}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
