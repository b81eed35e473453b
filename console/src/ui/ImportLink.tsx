import { Upload } from 'lucide-react';
import { Link } from 'wouter';
import { useText } from '~/text/t';
import { IfMay } from './IfMay';

// Where something is missing that a file can bring in.
export function ImportLink() {
  const t = useText();
  return (
    <IfMay scope="import:write">
      <Link href="/imports/new" className="button main">
        <Upload aria-hidden />
        {t.imports.new}
      </Link>
    </IfMay>
  );
}
