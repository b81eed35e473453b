import './filter.css';
import { FolderPlus, Plus, X } from 'lucide-react';
import type { FilterVocabulary } from '~/api/fields';
import { type Filter, isAboutContacts } from '~/api/filters';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '../Button';
import { Select } from '../fields';
import {
  changePart,
  filterOfPart,
  type Group,
  isComplete,
  isGroup,
  newGroup,
  newLine,
  type Part,
  testAbout,
} from './model';
import { TestEditor } from './TestLine';
import { countWords, useCount } from './useCount';

interface Props {
  vocabulary: FilterVocabulary;
  tree: Group;
  onChange: (tree: Group) => void;
}

// Nested groups of tests, with the number of people on every line.
export function FilterBuilder({ vocabulary, tree, onChange }: Props) {
  return (
    <GroupEditor
      vocabulary={vocabulary}
      group={tree}
      level={1}
      onChange={onChange}
      onPart={(id, change) => onChange(changePart(tree, id, change))}
      onRemove={undefined}
    />
  );
}

interface GroupProps {
  vocabulary: FilterVocabulary;
  group: Group;
  level: number;
  onChange: (group: Group) => void;
  onPart: (id: string, change: (part: Part) => Part | undefined) => void;
  onRemove: (() => void) | undefined;
}

function GroupEditor({ vocabulary, group, level, onChange, onPart, onRemove }: GroupProps) {
  const t = useText();
  const first = vocabulary.fields.find((field) => field.id === '_totalPurchases') ?? vocabulary.fields[0];
  const path = vocabulary.paths?.find((one) => one.kind === 'decimal') ?? vocabulary.paths?.[0];
  const subject = path ? `path ${path.id}` : first ? `field ${first.id}` : 'purchases';
  const add = (part: Part) => onChange({ ...group, children: [...group.children, part] });
  const line = () => newLine(testAbout(vocabulary, subject));
  return (
    <fieldset className="group">
      <legend className="unseen">{t.segments.match}</legend>
      <div className="group-head">
        {level > 1 && <NotButton isOn={group.isNot} onChange={(isNot) => onChange({ ...group, isNot })} />}
        <span>{t.segments.match}</span>
        <Select
          label={t.segments.match}
          isLabelHidden
          value={group.mode}
          choices={[
            { id: 'all', label: t.segments.matchAll },
            { id: 'any', label: t.segments.matchAny },
          ]}
          onChange={(mode) => onChange({ ...group, mode: mode as 'all' | 'any' })}
        />
        {onRemove && (
          <Button look="quiet" small icon={<X aria-hidden />} label={t.segments.removeLine} onClick={onRemove} />
        )}
      </div>
      <ul className="group-lines">
        {group.children.map((child) => (
          <li key={child.id}>
            {isGroup(child) ? (
              <GroupEditor
                vocabulary={vocabulary}
                group={child}
                level={level + 1}
                onChange={(next) => onPart(child.id, () => next)}
                onPart={onPart}
                onRemove={() => onPart(child.id, () => undefined)}
              />
            ) : (
              <div className="line">
                <NotButton isOn={child.isNot} onChange={(isNot) => onPart(child.id, () => ({ ...child, isNot }))} />
                <TestEditor
                  vocabulary={vocabulary}
                  test={child.test}
                  onChange={(test) => onPart(child.id, () => ({ ...child, test }))}
                />
                <LineCount filter={isComplete(vocabulary, child) ? filterOfPart(child) : undefined} />
                <Button
                  look="quiet"
                  small
                  icon={<X aria-hidden />}
                  label={t.segments.removeLine}
                  onClick={() => onPart(child.id, () => undefined)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="group-foot">
        <Button small icon={<Plus aria-hidden />} onClick={() => add(line())}>
          {t.segments.addTest}
        </Button>
        {level < vocabulary.limits.levels - 1 && (
          <Button small look="quiet" icon={<FolderPlus aria-hidden />} onClick={() => add(newGroup([line()]))}>
            {t.segments.addGroup}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function NotButton({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useText();
  return (
    <button type="button" className="toggle not" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {t.segments.not}
    </button>
  );
}

function LineCount({ filter }: { filter: Filter | undefined }) {
  const t = useText();
  const format = useFormat();
  const count = useCount(filter);
  return (
    <span className="line-count figures" title={t.segments.columns.members}>
      {filter && isAboutContacts(filter) && count.data ? countWords(count.data, format) : '–'}
    </span>
  );
}
