import type { Schemas } from '~/api/client';
import { useText } from '~/text/t';
import { Select } from '~/ui/fields';

export type Role = Schemas['Role'];

// A role, with what it may do.
export function RoleSelect({ role, onChange, wrong }: { role: Role; onChange: (role: Role) => void; wrong?: string }) {
  const t = useText();
  return (
    <Select
      label={t.people.columns.role}
      hint={t.people.roleHelp[role]}
      value={role}
      choices={Object.entries(t.people.roles).map(([id, label]) => ({ id, label }))}
      onChange={(id) => onChange(id as Role)}
      wrong={wrong}
    />
  );
}
