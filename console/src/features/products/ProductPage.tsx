import './product.css';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { loadProduct, type Product } from '~/api/shop';
import { type Format, useFormat } from '~/text/format';
import { type Texts, useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { type Fact, FactList } from '~/ui/FactList';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { ProductPicture } from '~/ui/ProductPicture';
import { Availability } from './Availability';
import { Buyers } from './Buyers';

export default function ProductPage() {
  const t = useText();
  const { id = '' } = useParams();
  const product = useQuery({ queryKey: ['products', id], queryFn: () => loadProduct(id) });
  const gone = { title: t.products.gone, help: t.products.goneHelp, list: t.products.title, href: '/products' };
  return (
    <One of={product} gone={gone}>
      {(known) => <Known key={known.id} product={known} />}
    </One>
  );
}

function factsOf(product: Product, format: Format, t: Texts): Fact[] {
  const list = (values: string[] | undefined) => values?.join(', ');
  const money = (value: number | undefined) => (value === undefined ? undefined : format.money(value));
  const number = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  const { facts } = t.products;
  const known: [string, string | undefined][] = [
    [t.products.columns.price, money(product.unitPrice)],
    [facts.original, money(product.unitPriceOriginal)],
    [facts.withoutVat, money(product.unitPriceWithoutVAT)],
    [facts.discount, money(product.discountedAmount)],
    [
      facts.discountShare,
      product.discountedPercentage === undefined ? undefined : format.percent(product.discountedPercentage / 100),
    ],
    [facts.stock, number(product.inStockUnits)],
    [t.products.columns.brand, product.brand],
    [facts.categories, list(product.categories)],
    [facts.tags, list(product.tags)],
    [facts.rating, number(product.rating)],
    [facts.ratings, number(product.ratingCount)],
    [facts.reviews, number(product.reviewCount)],
    [facts.published, product.publishedAt && format.date(product.publishedAt)],
    [facts.priority, product.priority ? number(product.priority) : undefined],
    [facts.related, list(product.relatedExternalProductIds)],
    [facts.custom(1), product.customField1],
    [facts.custom(2), product.customField2],
    [facts.custom(3), product.customField3],
    [t.products.columns.id, product.productId],
    [facts.created, format.dateTime(product.createdAt)],
    [t.products.columns.updated, format.dateTime(product.updatedAt)],
  ];
  return known.filter(([, value]) => value) as Fact[];
}

function Known({ product }: { product: Product }) {
  const t = useText();
  const format = useFormat();
  const [isMissing, setIsMissing] = useState(false);
  const picture = product.imageUrl || product.thumbnailUrl;
  return (
    <div className="page">
      <div className="page-head">
        <Link href="/products" className="crumb">
          {t.products.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{product.name}</h1>
        <Availability of={product} />
        {product.isBlacklisted && <Badge tone="warning">{t.products.blacklisted}</Badge>}
        <span className="grow" />
        <a href={product.productDetailUrl} className="button" target="_blank" rel="noopener noreferrer">
          <ExternalLink aria-hidden />
          {t.products.inTheShop}
        </a>
      </div>
      <div className="product-columns">
        <IfMay scope="purchase:read">
          <Buyers productId={product.id} />
        </IfMay>
        <div className="product-side">
          {picture && (
            <section className="card product-card">
              <ProductPicture address={picture} isLarge onMissing={() => setIsMissing(true)} />
              {isMissing && <p className="dim">{t.products.pictureMissing}</p>}
            </section>
          )}
          {product.description && <p>{product.description}</p>}
          <section className="card">
            <header>
              <h2>{t.contact.facts}</h2>
            </header>
            <FactList facts={factsOf(product, format, t)} />
          </section>
        </div>
      </div>
    </div>
  );
}
