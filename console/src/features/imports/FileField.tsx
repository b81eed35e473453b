import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { FilePick } from '~/ui/FilePick';
import { Select } from '~/ui/fields';
import type { Delimiter } from './csv';
import type { ChosenFile } from './useFile';

const bytesOfKilobyte = 1000;

export function FileField({ file }: { file: ChosenFile }) {
  const t = useText();
  const format = useFormat();
  const chosen = file.file;
  return (
    <>
      <FilePick
        label={
          chosen
            ? `${chosen.name} · ${t.imports.kilobytes(format.number(Math.ceil(chosen.size / bytesOfKilobyte)))}`
            : t.imports.choose
        }
        hint={t.imports.fileHint}
        onChoose={file.choose}
      />
      <Select
        label={t.exports.delimiter}
        value={file.delimiter}
        disabled={!file.beginning}
        choices={[
          { id: ',', label: t.exports.comma },
          { id: ';', label: t.exports.semicolon },
        ]}
        onChange={(delimiter) => file.setDelimiter(delimiter as Delimiter)}
      />
    </>
  );
}
