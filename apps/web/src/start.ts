import { requestScreen } from './api/early-requests.ts'
import { request } from './api/http.ts'
import { openBrowserServices, prefetch, type SendEarly } from './api/services.ts'
import {
  loadAlertsPage,
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
  ALERTS_PATH,
  ANALYSIS_PATH,
  COACH_PATH,
  DASHBOARD_PATH,
  PORTFOLIO_PATH,
  SCREENING_PATH,
  SETTINGS_PATH,
} from './shared/paths.ts'

// Because this file imports no library, it runs long before the page can render. It starts loading the page's code and
// sends the page's first requests at the same time. The page builds its requests with the same code, so that each of
// them finds its prefetched response.
const services = openBrowserServices()
const search = new URLSearchParams(window.location.search)
/** Empty if no user is signed in, since only signed-in pages have first requests. */
const signedInPath = services.credentials.readToken() === null ? '' : window.location.pathname
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  [DASHBOARD_PATH]: loadDashboardPage,
  [SCREENING_PATH]: loadScreenerPage,
  [ANALYSIS_PATH]: loadAnalysisPage,
  [PORTFOLIO_PATH]: loadPortfolioPage,
  [COACH_PATH]: loadCoachPage,
  [SETTINGS_PATH]: loadSettingsPage,
  [ALERTS_PATH]: loadAlertsPage,
}
const loadPage = pages[signedInPath]
const firstQuery =
  signedInPath === SCREENING_PATH
    ? buildShownQuery(readScreenState(search).state, window.matchMedia(PHONE).matches)
    : null
void openFirst(prefetch(services, sendFirst))

function sendFirst(send: SendEarly): void {
  send(request('auth.me'))
  if (firstQuery !== null) send(requestScreen(firstQuery))
  if (signedInPath === ANALYSIS_PATH) sendFirstRequests(search, send)
  for (const first of listOthers()) send(first)
}

function listOthers() {
  if (signedInPath === DASHBOARD_PATH) return listFirstRequests()
  if (signedInPath === PORTFOLIO_PATH) return [request('portfolio.list'), request('portfolio.attention')]
  if (signedInPath === COACH_PATH) return [request('coach.listHistory'), request('coach.status')]
  return []
}

/**
 * Runs the code of each library in a task of its own, and then the page's: a single long task would block input. The
 * document has already preloaded the files.
 */
async function openFirst(prefetched: typeof services): Promise<void> {
  if (loadPage !== undefined) await afterPaint()
  await Promise.allSettled([import('react-dom/client'), import('./shared/ui/kit.ts')])
  if (loadPage !== undefined) {
    // The router awaits these imports too, and reports failures.
    for (const code of [loadAppLayout(), loadPage()]) code.catch(() => {})
  }
  const [{ openPage }] = await Promise.all([import('./main.tsx'), afterParse()])
  await openPage(prefetched, firstQuery)
}

/** Resolves once the skeleton has been painted; in a hidden tab, resolves at once. */
async function afterPaint(): Promise<void> {
  if (!document.hidden) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

async function afterParse(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}
