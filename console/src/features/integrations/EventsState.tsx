import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';

export function EventsState({ isOn }: { isOn: boolean }) {
  const t = useText();
  return isOn ? (
    <Badge tone="good">{t.integrations.eventsOn}</Badge>
  ) : (
    <Badge tone="warning">{t.integrations.eventsOff}</Badge>
  );
}
