import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { describeShared } from '../../../services/market-data/test/support.ts'
import { expectLadder, expectStrip } from './analysis-figures/chain.ts'
import {
  BARS_TABLE,
  expectBarsTable,
  expectChart,
  expectHeader,
  expectSentence,
  expectStockFacts,
  expectSummary,
} from './analysis-figures/chart.ts'
import { type Proof, verify } from './analysis-figures/expected-text.ts'
import { EXPIRATION, type Facts, linkPackOfStock, nameDay, openFacts, SYMBOL } from './analysis-figures/facts.ts'
import { type Item, readItems } from './analysis-figures/items.ts'
import { chartLabels, isLabel, labels, tableLabels, tradeLabels } from './analysis-figures/labels.ts'
import { expectList, expectReasons, listBest, REASONS } from './analysis-figures/list.ts'
import { type PlainRating, ratePlainly } from './analysis-figures/rating.ts'
import {
  expectComparison,
  expectPayoff,
  expectProfits,
  expectTrade,
  expectWhatIf,
  PROFITS,
  type Supposed,
} from './analysis-figures/trade.ts'
import { register } from './harness/accounts.ts'
import { openBrowser } from './harness/browser.ts'
import { desktop } from './harness/site.ts'
import { type Stack, startStack } from './harness/stack.ts'

const compared = [330, 345]
const address = `/analysis?symbol=${SYMBOL}&exp=${EXPIRATION}`

interface Visit {
  readonly facts: Facts
  readonly rating: PlainRating
  readonly items: readonly Item[]
}

const asItIs = ({ spot }: Facts): Supposed => ({ contracts: 1, price: spot, days: 0, volPct: null })
const supposed: Supposed = { contracts: 3, price: 330, days: 20, volPct: 30 }

const wholePage = {
  // Names are listed first, because a name may contain a number that is not a figure.
  'names and dates': () => [...labels, ...chartLabels, ...tradeLabels],
  'price and rating': ({ facts, rating }: Visit) => expectHeader(facts, rating),
  facts: ({ facts }: Visit) => expectStockFacts(facts),
  chart: ({ facts }: Visit) => [...expectSentence(facts), ...expectChart(facts)],
  summary: ({ facts, rating }: Visit) => expectSummary(facts, rating),
  expirations: ({ facts }: Visit) => expectStrip(facts),
  ladder: ({ facts }: Visit) => expectLadder(facts),
  trade: ({ facts }: Visit) => expectTrade(facts, asItIs(facts), compared),
  payoff: ({ facts, items }: Visit) => expectPayoff(facts, asItIs(facts), items),
  'what if': ({ facts }: Visit) => expectWhatIf(facts, asItIs(facts)),
  comparison: ({ facts }: Visit) => expectComparison(facts, compared),
  'best in range': ({ facts }: Visit) => expectList(listBest(facts)),
} as const

const verifyWholePage = (visit: Visit) =>
  verify(visit.items, Object.fromEntries(Object.entries(wholePage).map(([name, expect]) => [name, expect(visit)])))

/**
 * Checks every number that the analysis shows for one dividend-paying stock and one expiration on the recorded day. The
 * expected values come from the pack's files and the plain programs in the market data tests; nothing here is computed
 * by libs/scoring. A number that is not expected also fails the test.
 */
describeShared('the figures in view', () => {
  let folder: string
  let stack: Stack
  let browser: Browser
  let page: Page
  let facts: Facts
  let proof: Proof

  const open = async (search: string) => {
    await page.goto(`${stack.url}${address}${search}`)
    await page.getByRole('slider', { name: /^Crosshair/ }).waitFor()
    await page.getByRole('region', { name: 'Options chain' }).getByRole('option').first().waitFor()
    await page.getByRole('region', { name: 'Best in range' }).getByRole('table').waitFor()
    await page.getByRole('region', { name: 'Trade preview' }).locator('.highcharts-series-group').waitFor()
    await page.getByRole('button', { name: /Callwright Rating/ }).waitFor()
  }
  const read = async (from: string, part = page.getByRole('main')) => {
    const items = await readItems(part)
    return items.filter((item) => item.place.startsWith(from) && !isLabel(item))
  }

  beforeAll(async () => {
    facts = openFacts()
    folder = mkdtempSync(join(tmpdir(), 'callwright-stock-'))
    stack = await startStack('simulated', {
      redisDatabase: 8,
      settings: { MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: linkPackOfStock(folder) },
    })
    browser = await openBrowser()
    const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' })
    context.setDefaultTimeout(60_000)
    const screener = await context.newPage()
    await register(screener, stack.url)
    await screener.getByText(/^\d+ stocks refreshed/).waitFor()
    // Opens a new tab, so that the stock does not belong to a screener list.
    page = await context.newPage()
    await open(`&strikes=all&compare=${compared}&lines=sma20,sma50,bollinger,rsi,stochastic`)
    proof = verifyWholePage({ facts, rating: ratePlainly(facts), items: await read('') })
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('every number on the page is the one that the files give, and none is left over', () => {
    const wrong = Object.fromEntries(Object.keys(wholePage).map((name) => [name, []]))
    expect(proof).toEqual({ wrong, unexpected: [] })
  })

  test('every day in the table version of the chart', async () => {
    const card = page.getByRole('region', { name: 'Price chart' })
    await card.getByRole('button', { name: 'View as table' }).click()
    const rows = [...tableLabels, ...expectBarsTable(facts)]
    expect(verify(await read(BARS_TABLE, card), { rows })).toEqual({ wrong: { rows: [] }, unexpected: [] })
  })

  test('reasons for every call in the list', async () => {
    const list = page.getByRole('region', { name: 'Best in range' })
    const faults: string[] = []
    for (const call of listBest(facts)) {
      const name = `Reasons for ${nameDay(call.quote.expiration)}, strike ${call.strike}`
      await list.getByRole('button', { name, exact: true }).click()
      const { wrong, unexpected } = verify(await read(REASONS, list), { [name]: expectReasons(call) })
      faults.push(...Object.values(wrong).flat(), ...unexpected)
    }
    expect(faults).toEqual([])
  })

  test('what-if price, days, volatility and contracts', async () => {
    const { contracts, price, days, volPct } = supposed
    await open(`&contracts=${contracts}&price=${price}&days=${days}&iv=${volPct}`)
    const regions = ['Trade preview', 'Return on the stock price', 'What if']
    const items = (await Promise.all(regions.map((region) => read(region)))).flat()
    const groups = {
      trade: [...tradeLabels, ...expectTrade(facts, supposed, [])],
      payoff: expectPayoff(facts, supposed, items),
      'what if': expectWhatIf(facts, supposed),
    }
    expect(verify(items, groups)).toEqual({ wrong: { trade: [], payoff: [], 'what if': [] }, unexpected: [] })
  })

  test('profits by price and date in percent', async () => {
    await page.getByRole('region', { name: 'What if' }).getByRole('button', { name: '%', exact: true }).click()
    const items = await read(PROFITS)
    const percent = expectProfits(facts, supposed, items, '%')
    expect(verify(items, { percent })).toEqual({ wrong: { percent: [] }, unexpected: [] })
  })
})
