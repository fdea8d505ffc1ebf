import type { Locator, Page } from 'playwright-core'
import { desktop, phone } from '../screener/site.ts'

/** A state of a page that axe is to look at. */
export interface State {
  readonly name: string
  /** Where to go first; left out, it is a state of the page as the one before left it. */
  readonly path?: string
  /** What becomes of the calls to the server from here on; until then they are answered. */
  readonly calls?: 'refused' | 'unanswered'
  /** Brings it about. What lies over the page is returned: axe looks at that alone, and Escape closes it. */
  readonly reach: (page: Page) => Promise<Locator | null>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const said =
  (...texts: readonly (string | RegExp)[]): State['reach'] =>
  async (page) => {
    for (const text of texts) await page.getByText(text).first().waitFor()
    return null
  }

/** What a press of a button opens over the page. */
const opened =
  (name: string | RegExp, find: (page: Page) => Locator): State['reach'] =>
  async (page) => {
    await button(page, name).first().click()
    return find(page)
  }

const settings: readonly State[] = [
  {
    name: 'settings with faults',
    path: '/settings',
    reach: async (page) => {
      await page.getByText('You are signed in nowhere else.').waitFor()
      await button(page, 'Change password').click()
      await page.getByText('Please confirm your password').waitFor()
      return null
    },
  },
  {
    name: 'weights',
    reach: opened('Change weights', (page) => dialog(page, 'Weights of the rating')),
  },
  {
    name: 'deletion with faults',
    reach: async (page) => {
      await button(page, 'Delete account').click()
      const form = dialog(page, 'Delete your account?')
      await form.getByRole('button', { name: 'Delete account' }).click()
      await form.getByText('Password is required').waitFor()
      return form
    },
  },
]

const frame: readonly State[] = [
  {
    name: 'palette',
    reach: opened('Symbol, page or action', (page) => dialog(page, 'Command palette')),
  },
  {
    name: 'a word of the glossary',
    reach: async (page) => {
      await button(page, 'Symbol, page or action').click()
      await page.getByRole('combobox', { name: 'Find a symbol, a page or an action' }).fill('headroom')
      await page.getByRole('option').first().click()
      await button(page, 'Back').waitFor()
      return dialog(page, 'Command palette')
    },
  },
]

const onDesktop: readonly State[] = [
  { name: 'keys', reach: opened('Keyboard shortcuts', (page) => dialog(page, 'Keyboard shortcuts')) },
  { name: 'theme menu', reach: opened(/^Theme:/, (page) => page.getByRole('menu')) },
  { name: 'tray', reach: opened(/^Updated/, (page) => dialog(page, 'Background work')) },
  {
    name: 'rail of icons',
    reach: async (page) => {
      await button(page, 'Collapse the sidebar').click()
      await button(page, 'Expand the sidebar').waitFor()
      return null
    },
  },
]

const onPhone: readonly State[] = [{ name: 'menu', reach: opened('Open menu', (page) => dialog(page, 'Menu')) }]

/** Where every call but the check of the session fails, or none is answered. */
const trouble = (path: string, calls: NonNullable<State['calls']>, ...texts: readonly (string | RegExp)[]): State => ({
  name: `${path}, calls ${calls}`,
  path,
  calls,
  reach: said(...texts),
})

const troubles: readonly State[] = [
  trouble('/settings', 'unanswered', 'Loading your sessions…', 'Loading your weights…'),
  trouble('/screening', 'unanswered', 'Loading stocks…'),
  trouble('/analysis?symbol=BRMZ', 'unanswered', 'Loading the options chain…'),
  trouble('/settings', 'refused', 'Your sessions could not be loaded.', 'Your weights could not be loaded.'),
]

/**
 * What no other test looks at. The sign-in is looked at in screener/journey, the landing page in simulated/landing, the
 * dashboard with its states in dashboard-looks, and screener, analysis and portfolio with theirs in the `access` of each.
 */
export const sizes = [
  { width: 'desktop', viewport: desktop, states: [...settings, ...frame, ...onDesktop, ...troubles] },
  { width: 'phone', viewport: phone, states: [...settings, ...frame, ...onPhone, ...troubles] },
] as const
