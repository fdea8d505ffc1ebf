/**
 * Loaders for the signed-in pages. Each runs only once, so that the start script and the router share one import: a
 * second import would not wait for the styles.
 */
export const loadAppLayout = once(async () => (await import('./app-layout.tsx')).AppLayout)
export const loadDashboardPage = once(
  async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
)
export const loadScreenerPage = once(async () => (await import('../features/screener/screener-page.tsx')).ScreenerPage)
export const loadAnalysisPage = once(async () => (await import('../features/analysis/analysis-page.tsx')).AnalysisPage)
export const loadPortfolioPage = once(
  async () => (await import('../features/portfolio/portfolio-page.tsx')).PortfolioPage,
)
export const loadCoachPage = once(async () => (await import('../features/coach/coach-page.tsx')).CoachPage)
export const loadAlertsPage = once(async () => (await import('../features/alerts/alerts-page.tsx')).AlertsPage)
export const loadMarketDataPage = once(
  async () => (await import('../features/market-data/market-data-page.tsx')).MarketDataPage,
)
export const loadSettingsPage = once(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage)

/** Caches the result of `load`. If it fails, the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load().catch((error) => {
      loading = null
      throw error
    })
    return loading
  }
}
