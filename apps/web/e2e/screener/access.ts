import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { watchWithAxe } from '../themes.ts'
import { parts } from './parts.ts'
import { desktop, expectSoon, phone, type Site } from './site.ts'

interface Surface {
  readonly name: string
  /** Opens it over the stocks and returns it. */
  readonly open: (page: Page) => Promise<Locator>
}

/** What a button opens, as a surface. */
const opened =
  (button: string, find: (page: Page) => Locator): Surface['open'] =>
  async (page) => {
    await parts(page).button(button).click()
    return find(page)
  }
const dialog = (name: string | RegExp) => (page: Page) => parts(page).dialog(name)
const menu = (page: Page) => page.getByRole('menu')

const both: readonly Surface[] = [
  { name: 'weights', open: opened('Weights', dialog('Weights of the rating')) },
  { name: 'saved screens', open: opened('Saved screens', (page) => page.getByRole('dialog')) },
  { name: 'name of a screen', open: opened('Save screen', dialog('Save screen')) },
  {
    name: 'breakdown',
    open: async (page) => {
      await parts(page).rating('BRMZ').click()
      return parts(page).breakdown
    },
  },
  {
    name: 'enrichment panel',
    open: async (page) => {
      await parts(page).run.getByRole('button').first().click()
      return parts(page).dialog('Last enrichment')
    },
  },
]

const onDesktop: readonly Surface[] = [
  ...both,
  {
    name: 'dropdown',
    open: async (page) => {
      await parts(page).filter('Market cap').click()
      return menu(page)
    },
  },
  {
    name: 'More filters, with an error',
    open: async (page) => {
      await parts(page).button('More filters').click()
      const form = parts(page).dialog('More filters')
      await form.getByLabel('RSI, at most').fill('many')
      await page.keyboard.press('Enter')
      await form.getByText('Write a plain number, such as 12.5').waitFor()
      return form
    },
  },
  { name: 'columns', open: opened('Columns', dialog('Columns')) },
  { name: 'export menu', open: opened('Export', menu) },
  {
    name: 'row menu',
    open: async (page) => {
      await parts(page).row('BRMZ').getByRole('gridcell').nth(3).click({ button: 'right' })
      return menu(page)
    },
  },
  {
    name: 'suggestions',
    open: async (page) => {
      await parts(page).search.pressSequentially('glen')
      return parts(page).suggestions
    },
  },
]

const onPhone: readonly Surface[] = [...both, { name: 'filter sheet', open: opened('Filters', dialog('Filters')) }]

/** By how much the page is wider than its window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

export function testAccess(site: Site): void {
  describe('accessibility', () => {
    test.each([
      ['desktop', desktop, onDesktop],
      ['phone', phone, onPhone],
    ] as const)('axe finds nothing in any state, in both themes: %s', async (_name, viewport, surfaces) => {
      const page = await site.openScreener('', { viewport })
      const { found, check } = watchWithAxe(page)
      await check('stocks')
      for (const { name, open } of surfaces) {
        const surface = await open(page)
        await check(name, surface)
        await page.keyboard.press('Escape')
        await surface.waitFor({ state: 'hidden' })
      }
      await site.go(page, '?rating=45&sector=Utilities')
      await page.getByText('No stocks match your filters. Try adjusting your criteria.').waitFor()
      await check('empty', page.locator('main'))
      await page.route('**/views/stock-screener?*', (route) => route.fulfill({ status: 500, body: '{}' }))
      await site.go(page, '?rating=40')
      await page
        .getByText(/^Failed to load stock data/)
        .first()
        .waitFor()
      await check('error', page.locator('main'))
      expect(found).toEqual({})
    })

    test('on a phone, links of cards and steps through the pages are as large as a finger', async () => {
      const page = await site.openScreener('', { viewport: { width: 320, height: 844 } })
      const { pages } = parts(page)
      const targets = page.getByRole('list', { name: 'Stocks' }).getByRole('link').or(pages.getByRole('button'))
      const sides = await targets.evaluateAll((elements) =>
        elements.flatMap((element) => [element.clientWidth, element.clientHeight]),
      )
      expect(sides.length).toBeGreaterThan(50)
      expect(Math.min(...sides)).toBeGreaterThanOrEqual(44)
      expect(await overflow(page)).toBe(0)
    })

    test('the page never scrolls sideways', async () => {
      const page = await site.openScreener('?columns=professional&rating=20&yield=5&sector=known_sectors')
      for (const width of [1440, 1024, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await page.getByRole('link', { name: 'BRMZ' }).waitFor()
        await expectSoon(async () => ({ width, over: await overflow(page) }), { width, over: 0 })
      }
    })

    test('the focus is never under what is sticky', async () => {
      const page = await site.openScreener('?columns=professional', { viewport: { width: 1366, height: 640 } })
      const hidden: string[] = []
      const press = async (key: string, times: number) => {
        for (let count = 0; count < times; count += 1) {
          await page.keyboard.press(key)
          const covered = await page.evaluate(findCover)
          if (covered !== null) hidden.push(`${key} ${count + 1}: ${covered}`)
        }
      }
      await page.getByRole('grid').getByRole('link').first().focus()
      await press('ArrowRight', 23)
      await press('ArrowDown', 25)
      await press('ArrowLeft', 23)
      await press('ArrowUp', 25)
      await press('PageDown', 2)
      await press('PageUp', 2)
      await press('ControlOrMeta+End', 1)
      await press('ControlOrMeta+Home', 1)
      expect(hidden).toEqual([])
    })
  })
}

/** What lies over the focus; null where it can be seen. */
export function findCover(): string | null {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return 'no focus'
  const { left, top, width, height } = activeElement.getBoundingClientRect()
  const over = document.elementFromPoint(left + width / 2, top + height / 2)
  // A breakdown that the focus opens belongs to it.
  if (over?.closest('[role="dialog"]')?.id === activeElement.getAttribute('aria-describedby')) return null
  if (over !== null && (activeElement.contains(over) || over.contains(activeElement))) return null
  return `${activeElement.outerHTML.slice(0, 80)} under ${over?.outerHTML.slice(0, 80)}`
}
