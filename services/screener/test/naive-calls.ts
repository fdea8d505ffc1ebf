import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A call of the recorded day, computed from the files with plain arithmetic. */
export type NaiveCall = Readonly<Record<string, number | string | boolean | null>>

const AS_OF = '2026-07-10'
const MAX_DAYS = 60

function readCsv(path: string): Record<string, string>[] {
  const bytes = readFileSync(path)
  const [header = '', ...lines] = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n')
  const split = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const names = split(header.trim())
  return lines.map((line) => Object.fromEntries(split(line.trim()).map((value, place) => [names[place] ?? '', value])))
}

const number = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text))
const daysUntil = (date: string) => (Date.parse(date) - Date.parse(AS_OF)) / 86_400_000

/** A report before the open of the recorded day is over at its close. */
function isUpcoming(report: Record<string, string> | undefined): report is Record<string, string> {
  const { earnings_date: date = '', session } = report ?? {}
  return date > AS_OF || (date === AS_OF && session === 'after_close')
}

/** Lists the calls that can be sold, by symbol, expiration and strike. Shares no code with the service. */
export function listNaiveCalls(pack: string): NaiveCall[] {
  const earnings = new Map(readCsv(join(pack, 'tier-c/earnings.csv')).map((row) => [row.symbol, row]))
  const yields = new Map(readCsv(join(pack, 'tier-c/fundamentals.csv')).map((row) => [row.symbol, row.dividend_yield]))
  const exDates = Map.groupBy(
    readCsv(join(pack, 'dividends.csv')).filter(({ ex_date = '' }) => ex_date > AS_OF),
    ({ symbol }) => symbol,
  )
  const stocks = readCsv(join(pack, 'universe.csv')).filter(
    ({ has_chain }) => has_chain !== '0' && has_chain !== 'false',
  )
  return stocks.flatMap(({ symbol = '', occ_root = '', close = '' }) => {
    const report = earnings.get(symbol)
    const declared = exDates.get(symbol) ?? []
    const exDate = declared.map(({ ex_date = '' }) => ex_date).sort()[0]
    const paysNone = yields.get(symbol) === ''
    const price = Number(close)
    const quoted = readCsv(join(pack, `chains/${symbol}.csv.gz`)).filter(({ contract = '', type, expiration = '' }) => {
      const isStandard = new RegExp(`^${occ_root}\\d`).test(contract)
      return isStandard && type === 'C' && daysUntil(expiration) >= 0 && daysUntil(expiration) <= MAX_DAYS
    })
    return quoted
      .flatMap((row) => {
        const [bid, ask, strike] = [number(row.bid), number(row.ask), Number(row.strike)]
        if (bid === null || ask === null || !(bid > 0) || ask < bid) return []
        const expiration = row.expiration ?? ''
        const dividends = declared
          .filter(({ ex_date = '' }) => ex_date <= expiration)
          .reduce((sum, { cash_amount }) => sum + Number(cash_amount), 0)
        const isReported = isUpcoming(report)
        const lastDay = report?.session === 'after_close' ? (report.earnings_date ?? '') < expiration : true
        return [
          {
            symbol,
            expiration_date: expiration,
            strike,
            underlying_price: price,
            ...measure({ price, strike, bid, ask, days: daysUntil(expiration), dividends }),
            open_interest: number(row.open_interest),
            volume: number(row.volume),
            earnings_before_expiration: isReported
              ? Number((report.earnings_date ?? '') <= expiration && lastDay)
              : null,
            ex_dividend_before_expiration: exDate !== undefined ? Number(exDate <= expiration) : paysNone ? 0 : null,
          },
        ]
      })
      .sort((a, b) =>
        a.expiration_date === b.expiration_date ? a.strike - b.strike : a.expiration_date < b.expiration_date ? -1 : 1,
      )
  })
}

interface Terms {
  readonly price: number
  readonly strike: number
  readonly bid: number
  readonly ask: number
  readonly days: number
  readonly dividends: number
}

/** Rounds a stored figure as the table shows it: a tie away from zero. */
const roundShown = (value: number, places: number) =>
  Number(new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: places }).format(value))

function measure({ price, strike, bid, ask, days, dividends }: Terms) {
  const mid = (bid + ask) / 2
  const year = 365 / Math.max(1, days)
  const still = (100 * (bid - Math.max(0, price - strike) + dividends)) / price
  const called = (100 * (strike - price + bid + dividends)) / price
  return {
    days_to_expiration: days,
    bid,
    ask,
    mid,
    spread: ask - bid,
    spread_pct: (100 * (ask - bid)) / mid,
    headroom_pct: (100 * (strike - price)) / price,
    static_return_pct: still,
    static_return_annualized_pct: still * year,
    if_called_return_pct: called,
    if_called_return_annualized_pct: called * year,
    downside_protection_pct: (100 * bid) / price,
    breakeven: called < -1e-9 ? null : Math.min(strike, price - bid - dividends),
  }
}

/** Symbols with a dividend, past or future, in the files. */
export const listPayers = (pack: string): ReadonlySet<string> =>
  new Set(readCsv(join(pack, 'dividends.csv')).map(({ symbol = '' }) => symbol))

/** Screens the calls as the query says; the bounds are on values with no more decimals than they show. */
export function screenNaively(
  calls: readonly NaiveCall[],
  query: Readonly<Record<string, string>>,
  decimals: Readonly<Record<string, number>>,
) {
  const { sort_by: column = '', sort_order: order = 'desc' } = query
  const passing = calls.filter((call) =>
    Object.entries(query).every(([name, text]) => {
      const [, field = '', side] = /^(.*)_(min|max)$/.exec(name) ?? []
      if (side === undefined) return true
      const value = call[field] ?? null
      if (value === null) return false
      const shown = roundShown(Number(value), decimals[field] ?? 0)
      return side === 'min' ? shown >= Number(text) : shown <= Number(text)
    }),
  )
  const key = (call: NaiveCall) => {
    const value = call[column] ?? null
    return value === null ? Number.NEGATIVE_INFINITY : order === 'asc' ? -Number(value) : Number(value)
  }
  return passing
    .map((call, at) => ({ call, at }))
    .sort((a, b) => key(b.call) - key(a.call) || a.at - b.at)
    .map(({ call }) => call)
}
