import type { ImportTrial } from '~/api/imports';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Select } from '~/ui/fields';
import type { Beginning } from './csv';
import type { MatchedColumns } from './useColumns';

const examplesShown = 20;
const examplesAtFirst = 3;

interface Props {
  beginning: Beginning;
  columns: MatchedColumns;
  // What the server makes of the columns, once it has been asked.
  tried: ImportTrial['columns'] | undefined;
}

// The columns of a file with examples of the first rows, and what each becomes.
export function Columns({ beginning, columns, tried }: Props) {
  const t = useText();
  const format = useFormat();
  const { fields, known } = columns;
  const examplesOf = (number: number) =>
    tried?.[number]?.examples ??
    [...new Set(beginning.rows.map(({ cells }) => cells[number]?.trim() ?? '').filter(Boolean))].slice(
      0,
      examplesShown,
    );
  const leftOut = fields?.filter((field) => field === undefined).length ?? 0;
  const isTold = fields !== undefined || tried !== undefined;
  return (
    <section className="stack">
      <h2>{t.imports.columnsTitle}</h2>
      <p className="dim">{t.imports.columnsLead(format.number(beginning.rows.length))}</p>
      {columns.missing && (
        <p className="notice" role="alert">
          {t.imports.noKey}
        </p>
      )}
      <div className="table-frame">
        <table className="table import-columns">
          <thead>
            <tr>
              <th scope="col">{t.imports.column}</th>
              {isTold && <th scope="col">{t.imports.becomes}</th>}
              <th scope="col">{t.imports.examples}</th>
            </tr>
          </thead>
          <tbody>
            {beginning.columns.map((column, number) => (
              <tr key={number}>
                <td>
                  <strong>{column}</strong>
                </td>
                {isTold && (
                  <td>
                    {fields ? (
                      <Select
                        label={t.imports.becomesOf(column)}
                        isLabelHidden
                        value={fields[number] ?? ''}
                        choices={[
                          { id: '', label: t.imports.leftOut },
                          ...known.map(({ id, name }) => ({ id, label: name === id ? name : `${name} (${id})` })),
                        ]}
                        onChange={(field) => columns.choose(number, field || undefined)}
                      />
                    ) : (
                      <Understood column={tried?.[number]} />
                    )}
                  </td>
                )}
                <td className="dim">
                  <Examples of={examplesOf(number)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {leftOut > 0 && <p className="dim">{t.imports.leaves(format.number(leftOut), leftOut === 1)}</p>}
    </section>
  );
}

function Understood({ column }: { column: ImportTrial['columns'][0] | undefined }) {
  const t = useText();
  if (column?.understoodAs) return column.understoodAs;
  return <span className="dim">{t.imports.ignored[column?.ignoredBecause ?? 'unknown']}</span>;
}

// The first examples, and the others when somebody wants to see them.
function Examples({ of }: { of: string[] }) {
  const t = useText();
  const format = useFormat();
  const shown = of.slice(0, examplesAtFirst).join(' · ');
  if (of.length <= examplesAtFirst) return shown;
  return (
    <details className="examples">
      <summary>
        {shown}{' '}
        <span className="more-examples">{t.imports.moreExamples(format.number(of.length - examplesAtFirst))}</span>
      </summary>
      {of.slice(examplesAtFirst).join(' · ')}
    </details>
  );
}
