import type { Schemas } from '~/api/client';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';

export type Person = Schemas['Person'];

export function PersonState({ person }: { person: Person }) {
  const t = useText();
  if (person.isDisabled) return <Badge tone="bad">{t.people.states.disabled}</Badge>;
  if (person.isInvited) return <Badge tone="warning">{t.people.states.invited}</Badge>;
  return <Badge tone="good">{t.people.states.active}</Badge>;
}
