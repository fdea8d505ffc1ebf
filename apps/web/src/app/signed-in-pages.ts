/**
 * The code of what a signed-in reader sees, fetched once: the start script asks first, and the router then waits for the
 * same. Asked for a second time the bundler's import would not wait for the styles.
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
export const loadSettingsPage = once(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage)

/** What fails is asked for anew by the next. */
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
