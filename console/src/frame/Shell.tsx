import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Menu as MenuIcon, Search, Timer, UserRound } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useHeldRequest, useLive } from '~/api/live';
import { countNeeds, isBehind, useNeeds } from '~/api/needs';
import { type Me, useMay } from '~/api/session';
import { useStore } from '~/api/store';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Empty, Skeleton } from '~/ui/states';
import { HoldBanner, HoldSwitch } from './HoldSwitch';
import { Mark } from './Mark';
import { routes, useNavigation } from './pages';
import { useKeys } from './useKeys';

const AccountDialog = lazy(() => import('./account/AccountDialog'));
const KeysDialog = lazy(() => import('./KeysDialog'));
const Palette = lazy(() => import('./Palette'));

type Open = 'palette' | 'keys' | 'account' | undefined;

export default function Shell({ me, isSignedIn }: { me: Me; isSignedIn: boolean }) {
  const t = useText();
  const queries = useQueryClient();
  const [location, go] = useLocation();
  const [open, setOpen] = useState<Open>();
  const [isNavigationOpen, setIsNavigationOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const store = useStore();
  const may = useMay();
  const navigation = useNavigation();
  const current = navigation.find((entry) => (entry.path === '/' ? location === '/' : location.startsWith(entry.path)));

  useKeys({
    onPalette: () => setOpen('palette'),
    onHelp: () => setOpen('keys'),
    onGo: (key) => {
      const entry = navigation.find((one) => one.key === key);
      if (entry) go(entry.path);
    },
  });

  // Whoever goes to another page starts at its beginning, also with a screen reader.
  const previous = useRef(location);
  useEffect(() => {
    setIsNavigationOpen(false);
    if (previous.current !== location) main.current?.focus();
    previous.current = location;
  }, [location]);

  useHeldRequest(isSignedIn);
  useLive(may('store:read') ? ['store'] : [], [['hold'], ['store']]);

  const title = current?.title(t);
  useEffect(() => {
    document.title = [title, store.data?.name, 'Tradewind'].filter(Boolean).join(' · ');
  }, [title, store.data?.name]);

  return (
    <div className={isNavigationOpen ? 'shell navigation-open' : 'shell'}>
      <a className="skip" href="#content">
        {t.frame.skip}
      </a>
      <nav className="navigation" aria-label={t.frame.navigation}>
        <div className="navigation-head">
          <Mark />
        </div>
        <ul>
          {navigation.map((entry) => (
            <li key={entry.path} className={entry.isFirstOfGroup ? 'group-start' : undefined}>
              <Link href={entry.path} aria-current={entry === current ? 'page' : undefined}>
                <entry.icon aria-hidden />
                {entry.title(t)}
              </Link>
            </li>
          ))}
        </ul>
        <p className="navigation-foot">{store.data?.name}</p>
      </nav>
      <header className="head">
        <Button
          look="quiet"
          className="navigation-button"
          icon={<MenuIcon aria-hidden />}
          label={t.frame.openNavigation}
          aria-expanded={isNavigationOpen}
          onClick={() => setIsNavigationOpen(!isNavigationOpen)}
        />
        <button type="button" className="search-button" onClick={() => setOpen('palette')}>
          <Search aria-hidden />
          <span>{t.frame.search}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <div className="head-end">
          <Health />
          <HoldSwitch />
          <Button
            look="quiet"
            icon={<UserRound aria-hidden />}
            label={t.frame.account}
            onClick={() => setOpen('account')}
          />
        </div>
      </header>
      <main id="content" className="main" ref={main} tabIndex={-1}>
        <HoldBanner />
        <Suspense
          fallback={
            <div className="page">
              <Skeleton lines={8} />
            </div>
          }
        >
          <Switch>
            {routes.map(({ path, page: Page, needs }) => (
              <Route key={path} path={path}>
                {!needs || may(needs) ? <Page /> : <Refused />}
              </Route>
            ))}
            <Route>
              <Empty
                isPage
                title={t.states.notFound}
                action={
                  <Link href="/" className="button">
                    {t.actions.goHome}
                  </Link>
                }
              >
                {t.states.notFoundHelp}
              </Empty>
            </Route>
          </Switch>
        </Suspense>
      </main>
      <Suspense fallback={null}>
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysDialog onClose={() => setOpen(undefined)} />}
        {open === 'account' && (
          <AccountDialog
            me={me}
            onClose={() => setOpen(undefined)}
            onSignedOut={() => {
              queries.clear();
              window.location.assign('/console/');
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function Refused() {
  const t = useText();
  return (
    <Empty isPage title={t.may.refused}>
      {t.may.refusedHelp}
    </Empty>
  );
}

function Health() {
  const t = useText();
  const format = useFormat();
  const { data: needs } = useNeeds();
  if (!needs) return null;
  const count = countNeeds(needs);
  if (isBehind(needs)) {
    return (
      <Link href="/" className="health warning" title={t.frame.lagHelp}>
        <Timer aria-hidden />
        {t.frame.lag(format.number(needs.lagSeconds))}
      </Link>
    );
  }
  return (
    <Link
      href="/"
      className={count ? 'health bad' : 'health'}
      aria-label={count ? t.frame.needs(count) : t.frame.upToDate}
    >
      {count ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
      <span className="head-words">{count ? format.number(count) : t.frame.upToDate}</span>
    </Link>
  );
}
