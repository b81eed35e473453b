import './fields.css';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ContactField } from '~/api/contactFields';
import { useText } from '~/text/t';
import { useContactFields } from '~/text/vocabulary';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { Empty, ErrorBox, Skeleton } from '~/ui/states';
import { type Column, Table } from '~/ui/Table';
import { FieldDialog } from './FieldDialog';
import { NewFieldDialog } from './NewFieldDialog';
import { useRules } from './useRules';

// What can be known about contacts: the store's own fields, and with `?of=system` those that are always there. One of
// them is open with `?field=`.
export default function FieldsPage() {
  const t = useText();
  const rulesOf = useRules();
  const [parameters, setParameters] = useSearchParams();
  const [isMaking, setIsMaking] = useState(false);
  const fields = useContactFields();
  const isOfSystem = parameters.get('of') === 'system';
  const kept: Record<string, string> = isOfSystem ? { of: 'system' } : {};
  const shown = fields.data?.filter((field) => field.custom !== isOfSystem) ?? [];
  const open = fields.data?.find((field) => field.id === parameters.get('field'));
  const columns: Column<ContactField>[] = [
    { id: 'name', title: t.fields.columns.name, cell: (field) => <span className="row-link">{field.name}</span> },
    { id: 'type', title: t.fields.columns.type, cell: (field) => t.integrations.fieldTypes[field.type] },
    {
      id: 'id',
      title: t.fields.columns.id,
      isWideOnly: true,
      cell: (field) => <code className="dim">{field.id}</code>,
    },
    {
      id: 'rules',
      title: t.fields.columns.rules,
      isWideOnly: true,
      cell: (field) => <span className="dim">{rulesOf(field).join(' · ')}</span>,
    },
  ];
  const make = (
    <IfMay scope="contact-field:write">
      <Button look="main" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
        {t.fields.new}
      </Button>
    </IfMay>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.fields.title}</h1>
        <fieldset className="view-switch">
          <legend className="unseen">{t.fields.whose}</legend>
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              className="toggle"
              aria-pressed={one === isOfSystem}
              onClick={() => setParameters(one ? { of: 'system' } : {}, { replace: true })}
            >
              {one ? t.fields.ofSystem : t.fields.own}
            </button>
          ))}
        </fieldset>
        <span className="grow" />
        {make}
      </div>
      {fields.error && !fields.data ? (
        <ErrorBox error={fields.error} onRetry={() => void fields.refetch()} />
      ) : !fields.data ? (
        <Skeleton lines={10} />
      ) : shown.length === 0 ? (
        <Empty title={t.fields.noneTitle} action={make}>
          {t.fields.none}
        </Empty>
      ) : (
        <Table
          label={t.fields.title}
          columns={columns}
          rows={shown}
          idOf={(field) => field.id}
          onOpen={(field) => setParameters({ ...kept, field: field.id })}
        />
      )}
      {isMaking && (
        <NewFieldDialog
          onClose={() => setIsMaking(false)}
          onMade={() => {
            setIsMaking(false);
            setParameters({}, { replace: true });
          }}
        />
      )}
      {open && <FieldDialog field={open} onClose={() => setParameters(kept)} />}
    </div>
  );
}
