import './product-picture.css';
import { Package } from 'lucide-react';
import { useState } from 'react';

interface Props {
  address: string | undefined;
  isLarge?: boolean;
  // It is not there, or the policy of the page does not let it in: pictures come from the domains of the store alone.
  onMissing?: () => void;
}

// The name of the product stands beside it, so that the picture says nothing more to those who do not see it.
export function ProductPicture({ address, isLarge, onMissing }: Props) {
  const [missing, setMissing] = useState<string>();
  const className = isLarge ? 'product-picture large' : 'product-picture';
  if (!address || missing === address) {
    return (
      <span className={className} aria-hidden>
        <Package />
      </span>
    );
  }
  return (
    <img
      className={className}
      src={address}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => {
        setMissing(address);
        onMissing?.();
      }}
    />
  );
}
