import { requestScreen } from './api/early-requests.ts'
import { request } from './api/http.ts'
import { openBrowserServices, prefetch, type SendEarly } from './api/services.ts'
import {
  loadAnalysisPage,
  loadAppLayout,
  loadCoachPage,
  loadDashboardPage,
  loadPortfolioPage,
  loadScreenerPage,
  loadSettingsPage,
} from './app/signed-in-pages.ts'
import { sendFirstRequests } from './features/analysis/first-requests.ts'
import { listFirstRequests } from './features/dashboard/first-requests.ts'
import { buildShownQuery, readScreenState } from './features/screener/state/screen-state.ts'
import { PHONE } from './shared/breakpoints.ts'
import {
  ANALYSIS_PATH,
  COACH_PATH,
  DASHBOARD_PATH,
  PORTFOLIO_PATH,
  SCREENING_PATH,
  SETTINGS_PATH,
} from './shared/paths.ts'

// Because this file imports no library, it runs long before the page can render. It starts loading the page's code and
// sends the page's first requests at the same time. Both build them with the same code.
const services = openBrowserServices()
const search = new URLSearchParams(window.location.search)
const path = services.credentials.readToken() === null ? null : window.location.pathname
const pages = {
  [DASHBOARD_PATH]: loadDashboardPage,
  [SCREENING_PATH]: loadScreenerPage,
  [ANALYSIS_PATH]: loadAnalysisPage,
  [PORTFOLIO_PATH]: loadPortfolioPage,
  [COACH_PATH]: loadCoachPage,
  [SETTINGS_PATH]: loadSettingsPage,
}
const loadPage = Object.entries(pages).find(([page]) => page === path)?.[1] ?? null
const firstScreen =
  path === SCREENING_PATH ? buildShownQuery(readScreenState(search).state, window.matchMedia(PHONE).matches) : null
void openFirst(prefetch(services, sendFirst))

function sendFirst(send: SendEarly): void {
  send(request('auth.me'))
  if (firstScreen !== null) send(requestScreen(firstScreen))
  if (path === ANALYSIS_PATH) sendFirstRequests(search, send)
  for (const first of listOthers()) send(first)
}

function listOthers() {
  if (path === DASHBOARD_PATH) return listFirstRequests()
  if (path === PORTFOLIO_PATH) return [request('portfolio.list'), request('portfolio.attention')]
  if (path === COACH_PATH) return [request('coach.listHistory'), request('coach.status')]
  return []
}

/**
 * Runs the code of each library in a task of its own, and then the page's: a single long task would block input. The
 * document has already preloaded the files.
 */
async function openFirst(prefetched: typeof services): Promise<void> {
  if (loadPage !== null) await afterPaint()
  await Promise.allSettled([import('react-dom/client'), import('./shared/ui/kit.ts')])
  if (loadPage !== null) {
    // The router awaits these imports too, and reports failures.
    for (const code of [loadAppLayout(), loadPage()]) code.catch(() => {})
  }
  const [{ openPage }] = await Promise.all([import('./main.tsx'), afterParse()])
  await openPage(prefetched, firstScreen)
}

/** Resolves once the skeleton has been painted; in a hidden tab, resolves at once. */
function afterPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

function afterParse(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }))
}
