import { join } from 'node:path'
import { midOf, type PlainMarket, type PlainQuote } from './plain-row.ts'
import { type Row, readCsvFile, readNumber } from './providers/raw-pack.ts'
import { sharedData } from './support.ts'

/** Day of the recorded pack. This module reads its files without the provider. */
const TODAY = '2026-07-10'
export const recordedFolder = join(sharedData, `us-${TODAY}`)

export interface PackQuote extends PlainQuote {
  readonly contract: string
  readonly expiration: string
  readonly vendorGreeks: Readonly<Record<string, number | null>>
}

export type PlainPack = ReturnType<typeof readPlainPack>

export function readPlainPack(wanted: string) {
  const rowsOf = (file: string) => readCsvFile(join(recordedFolder, file)).filter(({ symbol }) => symbol === wanted)
  const read = (cell: string | undefined) => readNumber(cell) ?? Number.NaN
  const bars = readCsvFile(join(recordedFolder, `bars/${wanted}.csv.gz`)).map(({ date = '', ...row }) => ({
    date,
    open: read(row.open),
    high: read(row.high),
    low: read(row.low),
    close: read(row.close),
    volume: read(row.volume),
  }))
  const contracts = readCsvFile(join(recordedFolder, `chains/${wanted}.csv.gz`)).map(readQuote)
  const dividends = rowsOf('dividends.csv').map((row) => ({ date: row.ex_date ?? '', cash: read(row.cash_amount) }))
  const [report] = rowsOf('tier-c/earnings.csv')
  const [next] = dividends.filter(({ date }) => date > TODAY)
  const spot = bars.at(-1)?.close ?? Number.NaN
  const yields = readCsvFile(join(sharedData, 'rates.csv')).find(({ date }) => date === TODAY)
  const marketOf = (days: number): PlainMarket => ({
    spot,
    rate: rateOf(yields ?? {}, days),
    dividend: next === undefined ? null : { years: daysUntil(next.date) / 365, cash: next.cash },
  })
  return {
    bars,
    contracts,
    dividends,
    marketOf,
    splits: rowsOf('splits.csv').map((row) => ({ date: row.execution_date ?? '', ratio: read(row.ratio) })),
    reports: [report?.previous_earnings_date ?? '', report?.earnings_date ?? ''],
    nextReport: report?.earnings_date ?? '',
    exDate: next?.date ?? '',
    ladderOf(expiration: string) {
      const quotes = contracts.filter((contract) => contract.expiration === expiration && midOf(contract) !== null)
      const calls = new Map(quotes.filter(({ type }) => type === 'call').map((call) => [call.strike, call]))
      return new Map(
        quotes.flatMap((put) => {
          const call = calls.get(put.strike)
          return put.type === 'call' || call === undefined ? [] : [[put.strike, { call, put }] as const]
        }),
      )
    },
  }
}

/** Continuous rate for the tenor nearest to this many days, from the day's bond-equivalent yield. */
function rateOf(yields: Row, days: number): number {
  const tenors = { '1M': 30, '3M': 91, '6M': 182, '1Y': 365, '2Y': 730, '3Y': 1_095 }
  const known = Object.entries(tenors).filter(([name]) => readNumber(yields[name]) !== null)
  const [nearest] = known.sort(([, a], [, b]) => Math.abs(a - days) - Math.abs(b - days))
  return 2 * Math.log(1 + Number(yields[nearest?.[0] ?? '']) / 200)
}

function readQuote({ contract = '', expiration = '', type, ...row }: Row): PackQuote {
  const { strike, bid, ask, last, volume, open_interest: openInterest, ...others } = row
  const greeks = ['delta', 'gamma', 'theta', 'vega', 'rho'].map((name) => [name, readNumber(others[name])] as const)
  return {
    contract,
    expiration,
    type: type === 'C' ? 'call' : 'put',
    strike: Number(strike),
    days: daysUntil(expiration),
    bid: readNumber(bid),
    ask: readNumber(ask),
    last: readNumber(last),
    volume: readNumber(volume),
    openInterest: readNumber(openInterest),
    vendorGreeks: Object.fromEntries(greeks),
  }
}

export function daysUntil(date: string): number {
  return Math.round((Date.parse(date) - Date.parse(TODAY)) / 86_400_000)
}

/**
 * Whether a date is a monthly expiration: a third Friday, or a Thursday in June 2027, when that Friday is a holiday.
 */
export function isMonthly(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  const third = day.getUTCDate() >= 15 && day.getUTCDate() <= 21
  return (third && day.getUTCDay() === 5) || date === '2027-06-17'
}

/** Midnight in New York: 4 hours behind UTC in summer, otherwise 5. */
export function newYorkMidnight(date: string): number {
  const winter = Date.parse(`${date}T05:00:00Z`)
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: '2-digit', hourCycle: 'h23' })
  return hour.format(winter) === '00' ? winter : winter - 3_600_000
}
