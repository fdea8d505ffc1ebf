import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 A and AA. */
const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}

/** Rules whose results depend on colors, which are not the same in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const colors: RunOptions = { runOnly: { type: 'rule', values: COLOR_RULES } }

/** Rules about names, roles and the order of elements. */
const structure: RunOptions = {
  ...everything,
  rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
}

type Theme = 'light' | 'dark'

/**
 * Runs axe on several states of a page. Findings are collected in `found`, by state; the test expects it to be empty.
 * Each state's structure is checked once. Contrast is checked in both themes, but only on request.
 */
export function watchWithAxe(page: Page) {
  const found: Record<string, unknown> = {}
  // Starts with the current theme, because switching themes redraws the page.
  let themes: readonly [Theme, Theme] = ['light', 'dark']

  const look = async (state: string, part: Locator | undefined, options: RunOptions) => {
    await part?.waitFor()
    await waitForAnimations(page)
    const violations = await findViolations(page, part, options)
    if (violations.length > 0) found[state] = violations
  }
  return {
    found,
    /** Checks the current page, or one part of it. */
    check: (state: string, part?: Locator) => look(state, part, structure),
    /** Also checks the contrast in both themes. */
    checkWithColors: async (state: string, part?: Locator) => {
      const [first, second] = themes
      themes = [second, first]
      for (const [theme, options] of [
        [first, everything],
        [second, colors],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor()
        await look(`${state}, ${theme}`, part, options)
      }
    },
  }
}

/** Waits, because elements that fade in do not have their final colors yet. */
const waitForAnimations = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )

async function findViolations(page: Page, part: Locator | undefined, options: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return (part ?? page.locator('html')).evaluate(async (element, asked) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const results = await axe.run(element, { ...asked, reporter: 'no-passes', preload: false })
    return results.violations.map(({ id, nodes }) => ({
      rule: id,
      nodes: nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    }))
  }, options)
}
