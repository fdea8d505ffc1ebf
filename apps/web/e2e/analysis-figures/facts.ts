import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type PlainContract, plainPrice, plainVol } from '../../../../services/market-data/test/plain-american.ts'
import { plainAbove, plainTouch } from '../../../../services/market-data/test/plain-chances.ts'
import { type PackQuote, readPlainPack, recordedFolder } from '../../../../services/market-data/test/plain-pack.ts'
import { contractOf, floorOf, midOf, plainAtm, plainFigures } from '../../../../services/market-data/test/plain-row.ts'

const UNIVERSE = 'universe.csv'
export const SYMBOL = 'AAPL'
export const EXPIRATION = '2026-08-14'
export const DAYS = 35

/**
 * A contract with every figure that the plain programs compute from its quote. Figures they cannot compute are null.
 */
export type PlainCall = ReturnType<typeof measure>
export type Facts = ReturnType<typeof openFacts>

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** `Aug 14` */
export const nameDay = (date: string) => day.format(Date.parse(date))
/** `Aug 14, 2026` */
export const nameDayLong = (date: string) => `${nameDay(date)}, ${date.slice(0, 4)}`

const DAY_MS = 86_400_000
/** `Jul 19`, so many days before the expiration. */
export const nameDayBefore = (days: number) => day.format(Date.parse(EXPIRATION) - days * DAY_MS)

export const knownOf = (value: number | null | undefined) => value ?? Number.NaN

function measure(quote: PackQuote, market: ReturnType<ReturnType<typeof readPlainPack>['marketOf']>) {
  const { spot } = market
  const { bid, ask, strike, days } = quote
  const mid = midOf(quote)
  const contract = contractOf(quote, market)
  const vol = mid !== null && mid - floorOf(contract) > 1e-3 ? solveVol(contract, mid) : null
  const valued = vol === null ? null : { ...contract, vol }
  const figures = plainFigures(quote, market)
  const dividends = contract.dividend?.cash ?? 0
  const yearly = (pct: number) => (pct * 365) / Math.max(1, days)
  const staticPct = ((knownOf(figures.time_value) + dividends) / spot) * 100
  const headroomPct = (strike / spot - 1) * 100
  const ownMove = vol === null ? null : spot * vol * Math.sqrt(days / 365)
  return {
    quote,
    contract,
    strike,
    days,
    mid,
    vol,
    ownMove,
    headroomPct,
    dividends,
    bid: knownOf(bid),
    ask: knownOf(ask),
    spreadPct: ((knownOf(ask) - knownOf(bid)) / knownOf(mid)) * 100,
    figures,
    delta: valued && deltaOf(valued),
    chances: valued && chancesOf(valued, figures.breakeven),
    staticPct,
    staticYearPct: yearly(staticPct),
    ifCalledYearPct: yearly(knownOf(figures.if_called_return_pct)),
    protectionPct: (1 - knownOf(figures.breakeven) / spot) * 100,
    headroomEm: ownMove === null ? null : (strike - spot) / ownMove,
  }
}

const HALVINGS = 24

/** Solves for the volatility with the secant method, or with bisection if the price barely depends on it. */
function solveVol(contract: Omit<PlainContract, 'vol'>, price: number): number {
  const found = plainVol(contract, price)
  if (found > 0 && Math.abs(plainPrice({ ...contract, vol: found }) - price) < 1e-7) return found
  let [low, high] = [0.01, 4]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const vol = (low + high) / 2
    if (plainPrice({ ...contract, vol }) < price) low = vol
    else high = vol
  }
  return (low + high) / 2
}

function deltaOf(contract: PlainContract): number {
  const { spot, vol, years } = contract
  const bump = spot * vol * Math.sqrt(years) * 2e-3
  const [low, high] = [spot - bump, spot + bump].map((price) => plainPrice({ ...contract, spot: price }))
  return (knownOf(high) - knownOf(low)) / (2 * bump)
}

const chancesOf = (contract: PlainContract, breakeven: number | null) => ({
  assigned: plainAbove(contract, contract.strike),
  profit: breakeven === null ? 0 : plainAbove(contract, breakeven),
  touched: plainTouch(contract, contract.strike),
})

const [LEAST_DELTA, MOST_DELTA] = [0.15, 0.3]

/** True if the spread is at most 20 % of the mid or $0.10, and the open interest is at least 100 (D53). */
export const isLiquid = ({ spreadPct, bid, ask, quote }: PlainCall) =>
  (spreadPct <= 20 || Math.round((ask - bid) * 1e4) <= 1_000) && (quote.openInterest ?? 0) >= 100

export const isStandard = ({ days }: PlainCall) => days >= 30 && days <= 45

/** Sorts liquid calls before thinly traded ones, then by yield. */
export const byRank = (a: PlainCall, b: PlainCall) =>
  Number(isLiquid(b)) - Number(isLiquid(a)) ||
  knownOf(b.figures.annualized_time_value_yield_pct) - knownOf(a.figures.annualized_time_value_yield_pct)

const groupOf = (call: PlainCall) => (isLiquid(call) ? 0 : 2) + (isStandard(call) ? 0 : 1)

/** Expected figures for one stock and one expiration on the recorded day, computed from the pack's files alone. */
export function openFacts() {
  const pack = readPlainPack(SYMBOL)
  const { contracts, marketOf, ladderOf } = pack
  const market = marketOf(DAYS)
  const { spot } = market
  const measured = new Map<string, PlainCall>()
  const callOf = (quote: PackQuote): PlainCall => {
    const call = measured.get(quote.contract) ?? measure(quote, marketOf(quote.days))
    measured.set(quote.contract, call)
    return call
  }
  const quotesOf = (expiration: string) =>
    contracts
      .filter((quote) => quote.expiration === expiration && quote.type === 'call')
      .toSorted((a, b) => a.strike - b.strike)
  const calls = quotesOf(EXPIRATION).map(callOf)
  /** Out-of-the-money calls that can be written, down to the minimum delta. */
  const writableOf = (expiration: string) => {
    const writable: PlainCall[] = []
    for (const quote of quotesOf(expiration)) {
      const { strike, bid, openInterest } = quote
      if (strike <= spot || !bid || (openInterest ?? 0) < 10) continue
      const call = callOf(quote)
      if (call.delta !== null && call.delta < LEAST_DELTA) break
      if (call.delta !== null && (call.spreadPct <= 40 || isLiquid(call))) writable.push(call)
    }
    return writable
  }
  const passingOf = (expiration: string) =>
    writableOf(expiration)
      .filter(({ delta }) => delta !== null && delta <= MOST_DELTA)
      .toSorted(byRank)
  const expirations = [...new Set(contracts.map(({ expiration }) => expiration))].sort()
  const [chosen] = passingOf(EXPIRATION)
  const [best] = expirations
    .flatMap(passingOf)
    .filter(({ days }) => days >= 21 && days <= 60)
    .toSorted((a, b) => groupOf(a) - groupOf(b) || byRank(a, b))
  if (chosen === undefined || best === undefined) throw new Error('No call passes')
  return {
    pack,
    market,
    spot,
    calls,
    chosen,
    best,
    passingOf,
    expirations,
    move: spot * plainAtm(ladderOf(EXPIRATION), DAYS, market).vol * Math.sqrt(DAYS / 365),
  }
}

/**
 * Makes a pack of one stock: the files of the recorded one, with a universe of this stock alone. The analysis of a stock
 * does not depend on others, and rating all of them would take longer than the test.
 */
export function linkPackOfStock(parent: string): string {
  const folder = join(parent, basename(recordedFolder))
  mkdirSync(folder)
  const link = (from: string, to: string, name: string) => symlinkSync(join(from, name), join(to, name))
  link(dirname(recordedFolder), parent, 'rates.csv')
  for (const name of readdirSync(recordedFolder)) if (name !== UNIVERSE) link(recordedFolder, folder, name)
  const [header, ...rows] = readFileSync(join(recordedFolder, UNIVERSE), 'utf8').split('\n')
  writeFileSync(join(folder, UNIVERSE), [header, ...rows.filter((row) => row.startsWith(`${SYMBOL},`)), ''].join('\n'))
  return folder
}
