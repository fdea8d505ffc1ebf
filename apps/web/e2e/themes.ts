import type { RunOnly } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { findAxeViolations } from './support.ts'

/** What differs between the themes, whose pages are otherwise the same. */
const colorRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

type Theme = 'light' | 'dark'

/** What fades in has not its colours yet. */
const untilStill = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )

/** Has axe look at one state of a page after the other in both themes. What it finds is in `found`, by state. */
export function watchWithAxe(page: Page) {
  const found: Record<string, unknown> = {}
  // The theme of the state before is there already: to change it draws the page anew.
  let themes: readonly [Theme, Theme] = ['light', 'dark']
  const check = async (state: string, part?: Locator) => {
    await part?.waitFor()
    const [first, second] = themes
    themes = [second, first]
    for (const [theme, rules] of [[first], [second, colorRules]] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor()
      await untilStill(page)
      const violations = await findAxeViolations(page, part, rules)
      if (violations.length > 0) found[`${state}, ${theme}`] = violations
    }
  }
  return { found, check }
}
