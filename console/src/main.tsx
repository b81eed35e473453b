import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './frame/frame.css';
import './frame/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { ApiError } from './api/client';
import { App } from './frame/App';
import { currentTexts, loadFirstLanguage } from './text/t';
import { wordsOf } from './ui/states';
import { sayFailed, Toasts } from './ui/toasts';

const queries = new QueryClient({
  defaultOptions: {
    // Without a network it is said at once, and not waited for in silence.
    queries: {
      networkMode: 'always',
      // What was refused is refused again; what nobody answered may be answered.
      retry: (count, error) =>
        count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status === 503),
      staleTime: 2_000,
    },
    mutations: { networkMode: 'always', onError: (error) => sayFailed(wordsOf(error, currentTexts())) },
  },
});

// A page of before an upgrade asks for parts that are not there any more: it loads itself again, once.
const reloadedKey = 'tradewind.reloaded';
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem(reloadedKey)) return;
  event.preventDefault();
  sessionStorage.setItem(reloadedKey, '1');
  window.location.reload();
});
window.addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(reloadedKey), 10_000));

await loadFirstLanguage();
const place = document.getElementById('page');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router base="/console">
          <App />
        </Router>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}
