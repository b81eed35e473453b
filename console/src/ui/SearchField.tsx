import { TextField } from './fields';
import type { Search } from './useSearch';

interface Props {
  label: string;
  hint: string;
  search: Search;
  disabled?: boolean;
}

// The field that the key / leads to.
export function SearchField({ label, hint, search, disabled }: Props) {
  return (
    <div className="search-field">
      <TextField
        label={label}
        isLabelHidden
        type="search"
        placeholder={hint}
        value={search.typed}
        disabled={disabled}
        onChange={search.setTyped}
      />
    </div>
  );
}
