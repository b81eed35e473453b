import {
  Activity,
  ChartColumn,
  Download,
  House,
  KeyRound,
  type LucideIcon,
  Package,
  PhoneOutgoing,
  Plug,
  Radio,
  ScrollText,
  ShoppingBag,
  Split,
  Store,
  TextCursorInput,
  Ticket,
  Upload,
  UserCog,
  Users,
  Workflow,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { type Scope, useMay } from '~/api/session';
import { type Texts, withTexts } from '~/text/t';
import { late } from '~/ui/late';
import { Skeleton } from '~/ui/states';

export interface PageRoute {
  path: string;
  page: ComponentType;
  // Who lacks it is told so instead.
  needs?: Scope;
}

export interface NavigationEntry {
  path: string;
  icon: LucideIcon;
  title: (t: Texts) => string;
  // The second key after g.
  key: string;
  needs?: Scope;
  // A line is drawn before it.
  isFirstOfGroup?: boolean;
}

// The pages that are whole; what is not here is not shown.
const navigation: NavigationEntry[] = [
  { path: '/', icon: House, title: (t) => t.frame.pages.home, key: 'h' },
  { path: '/contacts', icon: Users, title: (t) => t.frame.pages.contacts, key: 'c', needs: 'contact:read' },
  { path: '/segments', icon: Split, title: (t) => t.frame.pages.segments, key: 's', needs: 'segment:read' },
  { path: '/workflows', icon: Workflow, title: (t) => t.frame.pages.workflows, key: 'w', needs: 'workflow:read' },
  { path: '/purchases', icon: ShoppingBag, title: (t) => t.purchases.title, key: 'b', needs: 'purchase:read' },
  { path: '/products', icon: Package, title: (t) => t.products.title, key: 'd', needs: 'product:read' },
  { path: '/coupons', icon: Ticket, title: (t) => t.coupons.title, key: 'u', needs: 'coupon-set:read' },
  { path: '/reports', icon: ChartColumn, title: (t) => t.reports.title, key: 'r', needs: 'report:read' },
  {
    path: '/integrations',
    icon: Plug,
    title: (t) => t.integrations.title,
    key: 'i',
    needs: 'custom-integration:read',
    isFirstOfGroup: true,
  },
  { path: '/events', icon: Radio, title: (t) => t.events.title, key: 'e', needs: 'contact:read' },
  { path: '/calls', icon: PhoneOutgoing, title: (t) => t.calls.title, key: 'l', needs: 'delivery:read' },
  { path: '/imports', icon: Upload, title: (t) => t.imports.title, key: 'm', needs: 'import:read' },
  {
    path: '/exports',
    icon: Download,
    title: (t) => t.exports.title,
    key: 'x',
    needs: 'export:read',
  },
  { path: '/fields', icon: TextCursorInput, title: (t) => t.fields.title, key: 'f', needs: 'contact-field:read' },
  {
    path: '/store',
    icon: Store,
    title: (t) => t.store.title,
    key: 't',
    needs: 'settings:write',
    isFirstOfGroup: true,
  },
  { path: '/people', icon: UserCog, title: (t) => t.people.title, key: 'p', needs: 'people:write' },
  { path: '/keys', icon: KeyRound, title: (t) => t.apiKeys.title, key: 'k', needs: 'key:write' },
  { path: '/audit', icon: ScrollText, title: (t) => t.audit.title, key: 'a', needs: 'audit:read' },
  { path: '/operations', icon: Activity, title: (t) => t.operations.title, key: 'o', needs: 'store:read' },
];

// Those that are for whoever is signed in.
export function useNavigation(): NavigationEntry[] {
  const may = useMay();
  return navigation.filter((entry) => !entry.needs || may(entry.needs));
}

const page = (load: () => Promise<{ default: ComponentType }>) =>
  late(
    load,
    <div className="page">
      <Skeleton lines={8} />
    </div>,
  );

export const routes: PageRoute[] = [
  { path: '/', page: page(() => import('~/features/home/HomePage')) },
  { path: '/contacts', page: page(() => import('~/features/contacts/ContactsPage')), needs: 'contact:read' },
  { path: '/contacts/:id', page: page(() => import('~/features/contacts/ContactPage')), needs: 'contact:read' },
  { path: '/segments', page: page(() => import('~/features/segments/SegmentsPage')), needs: 'segment:read' },
  { path: '/segments/:id', page: page(() => import('~/features/segments/SegmentPage')), needs: 'segment:read' },
  {
    path: '/workflows',
    page: page(() => withTexts('builder', import('~/features/workflows/WorkflowsPage'))),
    needs: 'workflow:read',
  },
  {
    path: '/workflows/:id',
    page: page(() => withTexts('builder', import('~/features/workflows/WorkflowPage'))),
    needs: 'workflow:read',
  },
  {
    path: '/integrations',
    page: page(() => import('~/features/integrations/IntegrationsPage')),
    needs: 'custom-integration:read',
  },
  {
    path: '/integrations/:id',
    page: page(() => import('~/features/integrations/IntegrationPage')),
    needs: 'custom-integration:read',
  },
  {
    path: '/integrations/:id/:typeId',
    page: page(() => import('~/features/integrations/EventTypePage')),
    needs: 'custom-integration:read',
  },
  { path: '/events', page: page(() => import('~/features/events/EventsPage')), needs: 'contact:read' },
  { path: '/calls', page: page(() => import('~/features/calls/CallsPage')), needs: 'delivery:read' },
  { path: '/calls/:id', page: page(() => import('~/features/calls/CallPage')), needs: 'delivery:read' },
  { path: '/purchases', page: page(() => import('~/features/purchases/PurchasesPage')), needs: 'purchase:read' },
  { path: '/purchases/:id', page: page(() => import('~/features/purchases/PurchasePage')), needs: 'purchase:read' },
  { path: '/products', page: page(() => import('~/features/products/ProductsPage')), needs: 'product:read' },
  { path: '/products/:id', page: page(() => import('~/features/products/ProductPage')), needs: 'product:read' },
  { path: '/coupons', page: page(() => import('~/features/coupons/CouponsPage')), needs: 'coupon-set:read' },
  { path: '/coupons/:id', page: page(() => import('~/features/coupons/CouponSetPage')), needs: 'coupon-set:read' },
  { path: '/reports', page: page(() => import('~/features/reports/ReportsPage')), needs: 'report:read' },
  { path: '/reports/:id', page: page(() => import('~/features/reports/ReportPage')), needs: 'report:read' },
  { path: '/imports', page: page(() => import('~/features/imports/ImportsPage')), needs: 'import:read' },
  { path: '/imports/new', page: page(() => import('~/features/imports/NewImportPage')), needs: 'import:write' },
  { path: '/imports/:kind/:id', page: page(() => import('~/features/imports/ImportPage')), needs: 'import:read' },
  { path: '/exports', page: page(() => import('~/features/exports/ExportsPage')), needs: 'export:read' },
  { path: '/fields', page: page(() => import('~/features/fields/FieldsPage')), needs: 'contact-field:read' },
  { path: '/store', page: page(() => import('~/features/store/StorePage')), needs: 'settings:write' },
  { path: '/people', page: page(() => import('~/features/people/PeoplePage')), needs: 'people:write' },
  { path: '/keys', page: page(() => import('~/features/keys/KeysPage')), needs: 'key:write' },
  { path: '/audit', page: page(() => import('~/features/audit/AuditPage')), needs: 'audit:read' },
  { path: '/operations', page: page(() => import('~/features/operations/OperationsPage')), needs: 'store:read' },
];
