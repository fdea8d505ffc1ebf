import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { watchWithAxe } from '../harness/axe.ts'
import type { Site } from '../harness/site.ts'
import { analysisParts, CHAIN_CALLS, CHOSEN, goToAnalysis, openAnalysis } from '../parts/analysis.ts'
import { portfolioParts } from '../parts/portfolio.ts'
import {
  buildTerms,
  goToPortfolio,
  openPortfolio,
  openPrefilledForm,
  POSITION_CALLS,
  positionsByRule,
  setPositions,
} from '../parts/positions.ts'
import { goToScreener, openScreener, readSymbols, SCREENER_CALLS, screenerParts } from '../parts/screener.ts'

/** A broker's file that does not say what the shares cost. */
const ASKED = `Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount
6/12/2026,6/12/2026,6/15/2026,BRMZ,BRMZ 8/21/2026 Call $460.00,STO,1,$6.10,$609.35`

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

export function testToolsWithAxe(site: Site): void {
  describe('accessibility of screener, analysis and portfolio', () => {
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

    test('portfolio with its dialogs, without positions, and without the server', async () => {
      const unknown = buildTerms({ ticker: 'NONE', strike_price: 30 })
      const [inTheMoney = unknown, ...others] = positionsByRule()
      const page = await openPortfolio(site, [inTheMoney, ...others.slice(-1), unknown])
      const { attention, button, chart, addForm, editForm, why, removal, importing, notice, empty, unsynced } =
        portfolioParts(page)
      const question = page.getByRole('dialog', { name: 'Discard your changes?' })
      const { found, check, checkWithColors } = watchWithAxe(page)
      await attention.click()
      await button(/^BRMZ 385 call/, page.getByRole('list', { name: 'Positions that need attention' })).click()
      await chart.getByRole('figure', { name: /^Price of BRMZ/ }).waitFor()
      await checkWithColors('everything open')
      await button('Why', chart).click()
      await checkWithColors('analysis', why)
      await page.keyboard.press('Escape')
      await why.waitFor({ state: 'hidden' })
      await button('Edit', chart).click()
      await editForm.form.getByText(/^Breakeven/).waitFor()
      await check('edit', editForm.form)
      await editForm.notes.fill('x')
      await page.keyboard.press('Escape')
      await check('question', question)
      await button('Discard', question).click()
      await editForm.form.waitFor({ state: 'hidden' })

      await button('Add Position').click()
      await addForm.submit.click()
      await checkWithColors('faults', addForm.form)
      await addForm.symbol.fill('br')
      await check('suggestions', page.getByRole('listbox', { name: 'Suggestions' }))
      await addForm.cancel.click()
      await addForm.form.waitFor({ state: 'hidden' })
      await button('Import').click()
      await importing
        .getByLabel('Or rows as text')
        .fill(
          'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\nBRMZ,2026-06-12,2026-08-14,445,9,380\nX',
        )
      await button('Check rows', importing).click()
      await importing.getByRole('region', { name: 'Rejected rows' }).waitFor()
      await check('rows', importing)
      await button('Back', importing).click()
      await importing.getByLabel('Or rows as text').fill(ASKED)
      await button('Check rows', importing).click()
      await importing.getByLabel('Dollars per share: BRMZ').fill('380')
      await checkWithColors('questions', importing)
      await button('Use these answers', importing).click()
      await importing.getByRole('region', { name: 'Your answers' }).waitFor()
      await checkWithColors('events', importing)
      await button('Back', importing).click()
      await importing.getByLabel('Or rows as text').fill('When;What;How many;When\n1;Sold;2;3')
      await button('Check rows', importing).click()
      await button('Read with these columns', importing).click()
      await importing.locator('[aria-invalid="true"]').first().waitFor()
      await checkWithColors('columns', importing)
      await page.keyboard.press('Escape')
      await button('Discard', question).click()
      await importing.waitFor({ state: 'hidden' })
      await button('Export').click()
      await check('export', menu(page))
      await page.keyboard.press('Escape')
      await button('Delete BRMZ 385 call').click()
      await check('delete', removal)
      await button('Delete', removal).click()
      await check('undo', notice('Deleted BRMZ 385 call.'))

      await setPositions(page, site, [])
      await goToPortfolio(page, site)
      await empty.waitFor()
      await check('empty')
      await page.route(POSITION_CALLS, (route) => route.abort())
      // Without the answers that the device keeps for use without a network, the page fails.
      await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name)
      })
      await goToPortfolio(page, site)
      await page.getByText('Could not load your positions').waitFor()
      await check('failed')
      await openPrefilledForm(page, site, 445)
      // This part of the form loads last, and the button may move until it has loaded.
      await addForm.form.getByText(/^Once added/).waitFor()
      await addForm.submit.click()
      await unsynced.waitFor()
      await checkWithColors('on this device alone')
      await page.unroute(POSITION_CALLS)
      // These requests never get a response.
      await page.route(POSITION_CALLS, () => {})
      await page.reload()
      await page.getByText('Loading positions...').waitFor()
      await check('loading')
      expect(found).toEqual({})
    })
  })
}
