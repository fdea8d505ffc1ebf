import { addDays, newYorkDate } from '@callwright/scoring'
import type { EarningsSource } from '../../src/providers/provider.ts'
import { type Route, routeTo, type WireMarket, type WireRouter } from '../fake-provider/wire-market.ts'
import type { StubAnswer } from '../providers/stub-server.ts'
import { answer } from './wire-page.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TIMES = { before_open: 'time-pre-market', after_close: 'time-after-hours' } as const
const LONGEST_DAYS = 120

const body = (data: unknown) => answer({ data, message: null, status: { rCode: data === null ? 400 : 200 } })
const toUs = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`
const fromVendor = (symbol: string) => symbol.replace('/', '.')

/** Renders a market in Nasdaq's format, in which every value is text. */
export function renderAsNasdaq(market: WireMarket & { readonly earnings: EarningsSource }): WireRouter {
  const listed = async () => (await market.reference.listUniverse()).value.map(({ symbol }) => symbol)
  const nextOf = async (symbol: string) => (await market.earnings.findNextEarnings(symbol)).value

  async function renderStocks(): Promise<StubAnswer> {
    const rows = (await listed()).map(async (symbol) => {
      const { marketCapUsd } = (await market.fundamentals.findFundamentals(symbol)).value
      return { symbol: symbol.replace('.', '/'), marketCap: marketCapUsd === null ? '' : String(marketCapUsd) }
    })
    return body({ rows: await Promise.all(rows) })
  }

  async function renderDay(date: string): Promise<StubAnswer> {
    const rows = await Promise.all(
      (await listed()).map(async (symbol) => {
        const report = await nextOf(symbol)
        return report?.date === date ? [{ symbol, time: TIMES[report.session ?? 'after_close'] }] : []
      }),
    )
    return body({ rows: rows.flat().length === 0 ? null : rows.flat() })
  }

  async function renderDividends(symbol: string, assetClass: string): Promise<StubAnswer> {
    const paid = (await market.dividends.listDividends(fromVendor(symbol))).value
    if (paid === null || assetClass !== 'stocks') return body(null)
    const rows = paid.map(({ exDate, cashUsd }) => ({ exOrEffDate: toUs(exDate), type: 'CASH', amount: `$${cashUsd}` }))
    return body({ dividends: { rows: rows.reverse() } })
  }

  async function renderNext(symbol: string): Promise<StubAnswer> {
    const known = await market.reference.findSymbol(symbol)
    const report = known === null ? null : await nextOf(symbol)
    if (report === null) return body(known === null ? null : { announcement: '', reportText: 'Zacks has no date.' })
    const [year, month, day] = report.date.split('-')
    const named = `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`
    return body({ announcement: `Earnings announcement* for ${symbol}: ${named}`, reportText: 'Zacks estimates it.' })
  }

  const routes: readonly Route[] = [
    [/^\/api\/screener\/stocks$/, renderStocks],
    [/^\/api\/calendar\/earnings$/, (_path, { query }) => renderDay(query.date ?? '')],
    [/^\/api\/quote\/(.+)\/dividends$/, ([symbol = ''], { query }) => renderDividends(symbol, query.assetclass ?? '')],
    [/^\/api\/analyst\/(.+)\/earnings-date$/, ([symbol = '']) => renderNext(symbol)],
    [
      /^\/api\/company\/(.+)\/earnings-surprise$/,
      async () => {
        const date = toUs(addDays(newYorkDate(market.clock.now()), -LONGEST_DAYS))
        return body({ earningsSurpriseTable: { rows: [{ dateReported: date }] } })
      },
    ],
  ]
  return routeTo(routes)
}
