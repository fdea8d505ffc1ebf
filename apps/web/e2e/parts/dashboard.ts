import type { Page } from 'playwright-core'

/** Parts of the dashboard, found by their visible names. */
export const dashboardParts = (page: Page) => {
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const overview = card('Portfolio Overview')
  const radar = card('Opportunity Radar')
  return {
    overview,
    radar,
    featured: card('Featured Analysis'),
    positions: overview.locator('dt', { hasText: 'Total positions' }),
    attention: overview.getByRole('list', { name: 'What needs attention' }),
    candidates: radar.getByRole('table'),
    line: page.getByRole('img', { name: /^30-day price line/ }),
    empty: page.getByText('No positions yet'),
  }
}
