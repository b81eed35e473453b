import type { FilterVocabulary } from '~/api/fields';
import type { Filter } from '~/api/filters';
import type { WorkflowNode } from '~/api/workflows';
import type { Texts } from '~/text/t';
import { filterWords } from '~/ui/filter/words';
import { periodWords } from '~/ui/period';

export interface Names {
  filters: FilterVocabulary | undefined;
  couponSets: { id: string; name: string }[];
}

export function nameOfNode(node: WorkflowNode, t: Texts): string {
  return (typeof node.name === 'string' && node.name) || t.workflows.kinds[node.kind] || node.kind;
}

// What a step does, in one line made of its parameters. Empty when its kind says all.
export function summaryOf(node: WorkflowNode, names: Names, t: Texts): string {
  const said = node as Record<string, unknown>;
  const segment = () => names.filters?.segments.find((one) => one.id === said.segment)?.name ?? t.workflows.notChosen;
  const event = (name: unknown) =>
    names.filters?.events.find((one) => one.id === name || one.alias === name)?.name ??
    String(name ?? t.workflows.notChosen);
  const field = () => names.filters?.fields.find((one) => one.id === said.field)?.name ?? t.workflows.notChosen;
  const filter = (given: unknown) =>
    typeof given === 'object' && given !== null
      ? filterWords(given as Filter, names.filters, t)
      : t.workflows.notChosen;
  const onlyIf = () => (said.where ? filter(said.where) : '');
  switch (node.kind) {
    case 'on-event':
      return [event(said.event), onlyIf()].filter(Boolean).join(': ');
    case 'on-purchase':
      return onlyIf() || t.workflows.summary.anyPurchase;
    case 'on-subscribed':
    case 'on-unsubscribed':
      return t.builder.words[String(said.channel ?? 'newsletter')] ?? '';
    case 'send-event':
      return event(said.eventTypeId);
    case 'on-field-changed':
      return field();
    case 'set-field':
      return t.workflows.summary.to(
        field(),
        String(said.value ?? said.template ?? said.path ?? (said.add === undefined ? '…' : `+ ${said.add}`)),
      );
    case 'on-segment-entered':
    case 'on-segment-left':
    case 'add-to-segment':
    case 'remove-from-segment':
      return segment();
    case 'assign-coupon':
    case 'on-coupon-assigned':
      return names.couponSets.find((one) => one.id === said.couponSetId)?.name ?? t.workflows.notChosen;
    case 'check':
      return filter(said.filter);
    case 'wait': {
      if (said.period) return t.workflows.summary.waits(periodWords(said.period, t));
      const day = said.weekday && (t.builder.words[String(said.weekday)] ?? said.weekday);
      const date = (said.date ?? {}) as { path?: unknown };
      const when = [day, said.time, said.until, date.path].filter(Boolean).join(' ');
      return when ? t.workflows.summary.at(when) : t.workflows.notChosen;
    }
    case 'wait-for': {
      const trigger = (said.trigger ?? {}) as WorkflowNode;
      const what = t.workflows.kinds[trigger.kind] ?? t.workflows.notChosen;
      return t.workflows.summary.atMost(what, periodWords(said.limit, t));
    }
    case 'split':
      return (Array.isArray(said.shares) ? said.shares : []).map((one) => `${one?.port} ${one?.percent} %`).join(' · ');
    case 'switch':
      return t.workflows.summary.cases(String(Array.isArray(said.cases) ? said.cases.length : 0));
    case 'stop':
      return said.converted === true ? t.workflows.summary.converted : '';
    case 'start':
      if (said.segment) return segment();
      return said.audience && said.audience !== 'all' ? filter(said.audience) : t.workflows.summary.everybody;
    default:
      return '';
  }
}
