import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { watchWithAxe } from '../harness/axe.ts'
import type { Site } from '../harness/site.ts'
import { analysisParts, CHAIN_CALLS, CHOSEN, goToAnalysis, openAnalysis } from '../parts/analysis.ts'
import { goToScreener, openScreener, readSymbols, SCREENER_CALLS, screenerParts } from '../parts/screener.ts'

interface Surface {
  readonly name: string
  readonly withColors?: true
  /** Opens the surface over the page and returns it. Escape must close it. */
  readonly open: (page: Page) => Promise<Locator>
}

/** A surface that a button opens. */
const opened =
  (button: string, find: (page: Page) => Locator): Surface['open'] =>
  async (page) => {
    await screenerParts(page).button(button).click()
    return find(page)
  }
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const menu = (page: Page) => page.getByRole('menu')

const onScreener: readonly Surface[] = [
  { name: 'weights', open: opened('Weights', dialog('Rating weights')) },
  { name: 'saved screens', open: opened('Saved screens', (page) => page.getByRole('dialog')) },
  { name: 'name of a screen', open: opened('Save screen', dialog('Save screen')) },
  { name: 'columns', open: opened('Columns', dialog('Columns')) },
  { name: 'export menu', open: opened('Export', menu) },
  {
    name: 'breakdown',
    withColors: true,
    open: async (page) => {
      await screenerParts(page).rating('ZNNR').click()
      return screenerParts(page).breakdown
    },
  },
  {
    name: 'enrichment panel',
    open: async (page) => {
      await screenerParts(page).run.getByRole('button').first().click()
      return screenerParts(page).dialog('Last price refresh')
    },
  },
  {
    name: 'dropdown',
    open: async (page) => {
      await screenerParts(page).filter('Market cap').click()
      return menu(page)
    },
  },
  {
    name: 'More filters, with an error',
    withColors: true,
    open: async (page) => {
      const { button, dialog: find } = screenerParts(page)
      await button('More filters').click()
      const form = find('More filters')
      await form.getByLabel('Maximum RSI').fill('many')
      await page.keyboard.press('Enter')
      await form.locator('[aria-invalid=true]').waitFor()
      return form
    },
  },
  {
    name: 'row menu',
    open: async (page) => {
      await screenerParts(page).row('ZNNR').getByRole('gridcell').nth(3).click({ button: 'right' })
      return menu(page)
    },
  },
  {
    name: 'suggestions',
    open: async (page) => {
      await screenerParts(page).search.pressSequentially('glen')
      return screenerParts(page).suggestions
    },
  },
]

const onAnalysis: readonly Surface[] = [
  {
    name: 'breakdown',
    open: async (page) => {
      await page.getByRole('button', { name: /^BRMZ, Callwright Rating/ }).click()
      return page.getByRole('dialog', { name: 'Rating of BRMZ' })
    },
  },
  {
    name: 'criteria, with an error',
    withColors: true,
    open: async (page) => {
      await analysisParts(page).best.getByRole('button', { name: 'Criteria' }).click()
      const form = page.getByRole('dialog', { name: 'Criteria for calls' })
      await form.getByLabel('Delta, at least').fill('many')
      await page.keyboard.press('Enter')
      await form.locator('[aria-invalid=true]').waitFor()
      return form
    },
  },
]

type Watch = ReturnType<typeof watchWithAxe>

async function checkSurfaces(page: Page, watch: Watch, surfaces: readonly Surface[]): Promise<void> {
  for (const { name, withColors, open } of surfaces) {
    const surface = await open(page)
    await (withColors ? watch.checkWithColors(name, surface) : watch.check(name, surface))
    await page.keyboard.press('Escape')
    await surface.waitFor({ state: 'hidden' })
  }
}

export function testStocksWithAxe(site: Site): void {
  describe('accessibility of screener and analysis', () => {
    test('screener with everything that opens over it, without stocks, and without a response', async () => {
      // A short list that includes stocks without options and without prices.
      const few = '?sector=Real Estate'
      const page = await openScreener(site, few)
      const watch = watchWithAxe(page)
      const { box, bar, button } = screenerParts(page)
      await watch.checkWithColors('stocks')
      await checkSurfaces(page, watch, onScreener)
      await goToScreener(page, site, few)
      for (const symbol of (await readSymbols(page)).slice(0, 4)) await box(symbol).click()
      await watch.check('selected')
      await button('Compare', bar).click()
      const comparison = page.getByRole('dialog', { name: 'Compare stocks' })
      await comparison.getByRole('table').waitFor()
      await watch.checkWithColors('comparison', comparison)
      const goTo = (search: string) => page.goto(`${site.url()}/screening${search}`)
      const main = page.locator('main')
      await goTo('?rating=45&sector=Utilities')
      await page.getByText('No stocks match your filters. Try adjusting your criteria.').waitFor()
      await watch.check('empty', main)
      await page.route(SCREENER_CALLS, (route) => route.fulfill({ status: 500, body: '{}' }))
      await goTo('?rating=40')
      await page
        .getByText(/^Failed to load stock data/)
        .first()
        .waitFor()
      await watch.checkWithColors('error', main)
      await page.route(SCREENER_CALLS, () => {})
      await goTo('')
      await page.getByText('Loading stocks…').first().waitFor()
      await watch.check('loading', main)
      expect(watch.found).toEqual({})
    })

    test('analysis with everything open, without a call, and without its data', async () => {
      const lines = 'sma20,sma50,bollinger,rsi,stochastic'
      const page = await openAnalysis(site, `${CHOSEN}&range=1M&compare=430,460&price=420&days=9&lines=${lines}`)
      const watch = watchWithAxe(page)
      const { best, trade, chart, chain } = analysisParts(page)
      for (const summary of await trade.panel.locator('summary').all()) await summary.click()
      await best
        .getByRole('button', { name: /^Reasons for/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Show volatility' }).click()
      await page.getByText('Volatility over a year').waitFor()
      await page.getByRole('button', { name: 'Run back-test' }).click()
      await page.getByText(/calls sold one after the other/).waitFor()
      await watch.checkWithColors('everything open')
      await checkSurfaces(page, watch, onAnalysis)
      await chart.asTable.click()
      await chart.card.getByRole('table').waitFor()
      await watch.check('chart as a table', chart.card)
      await chain.button('Puts').click()
      await chain.table('Puts of BRMZ, Aug 14').waitFor()
      await watch.check('puts', chain.card)
      await chain.button('Export').click()
      await watch.check('export menu', menu(page))

      await goToAnalysis(page, site, '?symbol=BRMZ&strike=444')
      await trade.button('Show the best call').waitFor()
      await watch.check('no call', trade.panel)
      const main = page.locator('main')
      await goToAnalysis(page, site, '?symbol=ZZZZ')
      await page.getByRole('region', { name: 'Unknown symbol' }).waitFor()
      await watch.check('unknown', main)
      await page.route('**/api/{stocks,options}/**', (route) => route.fulfill({ status: 502, body: '{}' }))
      await goToAnalysis(page, site, '?symbol=BRMZ')
      await page.getByText('Could not load the price of BRMZ.').waitFor()
      await watch.checkWithColors('error', main)
      await page.unrouteAll()
      await page.route(CHAIN_CALLS, () => {})
      await goToAnalysis(page, site, '?symbol=BRMZ')
      await page.getByText('Loading the options chain…').first().waitFor()
      await watch.check('loading')
      expect(watch.found).toEqual({})
    })
  })
}
