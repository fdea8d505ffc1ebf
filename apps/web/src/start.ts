import { prefetch } from './api/prefetch.ts'
import { request } from './api/request.ts'
import { requestScreen } from './api/screen.ts'
import { openBrowserServices } from './api/services.ts'
import {
  loadAnalysisPage,
  loadAppLayout,
  loadCoachPage,
  loadDashboardPage,
  loadPortfolioPage,
  loadScreenerPage,
  loadSettingsPage,
} from './app/signed-in-pages.ts'
import { findFirstQuestions, findFollowingQuestion } from './features/analysis/first-questions.ts'
import { findFirstQuestions as findDashboardQuestions } from './features/dashboard/first-questions.ts'
import { findFirstQuestion } from './features/screener/state/screen-state.ts'
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
// sends the page's first requests at the same time.
const services = openBrowserServices()
const { pathname } = window.location
const search = new URLSearchParams(window.location.search)
const isPhone = window.matchMedia(PHONE).matches
const page = services.credentials.readToken() === null ? null : pathname
const isScreener = page === SCREENING_PATH
const isAnalysis = page === ANALYSIS_PATH
const isPortfolio = page === PORTFOLIO_PATH
const pages = {
  [DASHBOARD_PATH]: loadDashboardPage,
  [SCREENING_PATH]: loadScreenerPage,
  [ANALYSIS_PATH]: loadAnalysisPage,
  [PORTFOLIO_PATH]: loadPortfolioPage,
  [COACH_PATH]: loadCoachPage,
  [SETTINGS_PATH]: loadSettingsPage,
}
const loadPage = Object.entries(pages).find(([path]) => path === page)?.[1] ?? null
const firstScreen = isScreener ? findFirstQuestion(search, isPhone) : null

const firstRequests = [
  request('auth.me', { attempts: 1 }),
  ...(firstScreen === null ? [] : [requestScreen(firstScreen)]),
  ...(page === DASHBOARD_PATH ? findDashboardQuestions() : []),
  ...(page === COACH_PATH ? [request('coach.listHistory'), request('coach.status')] : []),
  ...(isAnalysis ? findFirstQuestions(search) : []),
  ...(isPortfolio ? [request('portfolio.list'), request('portfolio.attention')] : []),
]
const prefetched = prefetch(services, firstRequests, isAnalysis ? findFollowingQuestion(search) : null)
void openFirst()

/**
 * Runs the code of each library in a task of its own, and then the page's: a single long task would block input. The
 * document has already preloaded the files.
 */
async function openFirst(): Promise<void> {
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
