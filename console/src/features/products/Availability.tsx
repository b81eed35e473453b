import type { Product } from '~/api/shop';
import { useText } from '~/text/t';
import { Badge, type Tone } from '~/ui/Badge';

const tones: Record<Product['availability'], Tone> = {
  instock: 'good',
  outofstock: 'warning',
  unverified: 'plain',
  discontinued: 'bad',
};

export function Availability({ of }: { of: Product }) {
  const t = useText();
  return <Badge tone={tones[of.availability]}>{t.products.availability[of.availability]}</Badge>;
}
