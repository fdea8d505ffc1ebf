import {
  computeEuropeanDelta,
  computeExpirationAtmIv,
  daysBetween,
  type MarketTerms,
  newYorkDate,
  solveQuoteVol,
  yearsUntilClose,
} from '@callwright/scoring'
import type { IvHistoryPoint, MarketData, OptionQuote } from '../../provider.ts'
import { correlation, mean, quantile, variance } from './path-statistics.ts'

/** Statistics on one company's chain; null if it has too few quotes. */
interface ChainStatistics {
  readonly contracts: number
  readonly expirations: number
  /** As fractions of all contracts. */
  readonly zeroBids: number
  readonly zeroInterest: number
  readonly callsPerPut: number
  /** Median ratio of spread to mid, for calls 20 to 60 days out with deltas 0.15-0.30 and 0.45-0.60. */
  readonly farSpread: number | null
  readonly nearSpread: number | null
  /** Open calls out of the money, with delta 0.05-0.35, divided by open calls equally far in the money. */
  readonly outOverIn: number | null
  /**
   * Volatility of the 25-delta put minus that of the 25-delta call, divided by the at-the-money volatility, 20 to 60
   * days out.
   */
  readonly skew: number | null
  /** Mean volatility of the 25-delta put and call divided by the at-the-money volatility, minus 1. */
  readonly bend: number | null
  /** Ratio of the at-the-money volatility 150 to 260 days out to the one 25 to 45 days out. */
  readonly term: number | null
}

interface ValuedQuote {
  readonly quote: OptionQuote
  readonly vol: number
  readonly delta: number
  readonly spread: number
}

const MIN_QUOTES = 3
const MAX_PUT_STRIKE_FRAC = 1.06

export async function measureChain(market: MarketData, symbol: string): Promise<ChainStatistics | null> {
  const { asOfMs } = market.stamp()
  const today = newYorkDate(asOfMs)
  const [chain, quote, dividends, rate] = await Promise.all([
    market.chains.findChain(symbol),
    market.quotes.findQuote(symbol),
    market.dividends.listDividends(symbol),
    market.rates.findRate(30),
  ])
  const contracts = chain.value?.contracts ?? []
  if (contracts.length === 0 || quote.value === null) return null
  const terms: MarketTerms = {
    price: quote.value.lastPrice,
    rate: rate.value.rate,
    asOfMs,
    dividends: (dividends.value ?? [])
      .filter(({ exDate }) => exDate > today)
      .map(({ exDate, cashUsd }) => ({ exDate, cash: cashUsd })),
  }
  const monthly = valueQuotes(contracts, terms, 20, 60)
  const calls = monthly.filter(({ quote: { type } }) => type === 'call')
  const sum = (type: 'call' | 'put') =>
    contracts.reduce((total, row) => total + (row.type === type ? (row.openInterest ?? 0) : 0), 0)
  return {
    contracts: contracts.length,
    expirations: new Set(contracts.map(({ expiration }) => expiration)).size,
    zeroBids: mean(contracts.map(({ bid }) => (bid === null || bid === 0 ? 1 : 0))),
    zeroInterest: mean(contracts.map(({ openInterest }) => (openInterest === null || openInterest === 0 ? 1 : 0))),
    callsPerPut: sum('call') / Math.max(1, sum('put')),
    farSpread: spreadBetween(calls, 0.15, 0.3),
    nearSpread: spreadBetween(calls, 0.45, 0.6),
    outOverIn: compareInterest(calls),
    ...measureSmiles(monthly, terms),
    term: compareTerms(contracts, terms),
  }
}

/** Statistics on a history of at-the-money volatility. */
interface HistoryStatistics {
  /** Standard deviation of the log of volatility: first of its daily change, then of its level. */
  readonly dailyNoise: number
  readonly swing: number
  /** Autocorrelation of the log of volatility after 1 and after 5 sessions. */
  readonly memory1: number
  readonly memory5: number
  /** Ratio of the highest volatility to the lowest. */
  readonly highOverLow: number
}

export function measureHistory(history: readonly IvHistoryPoint[]): HistoryStatistics {
  const logs = history.map(({ impliedVolatility }) => Math.log(impliedVolatility))
  const changes = logs.slice(1).map((log, index) => log - (logs[index] ?? log))
  return {
    dailyNoise: Math.sqrt(variance(changes)),
    swing: Math.sqrt(variance(logs)),
    memory1: correlation(logs.slice(1), logs.slice(0, -1)),
    memory5: correlation(logs.slice(5), logs.slice(0, -5)),
    highOverLow: Math.exp(Math.max(...logs) - Math.min(...logs)),
  }
}

function valueQuotes(contracts: readonly OptionQuote[], terms: MarketTerms, from: number, until: number) {
  const today = newYorkDate(terms.asOfMs)
  const dividends = terms.dividends.map(({ exDate, cash }) => ({ years: yearsUntilClose(exDate, terms.asOfMs), cash }))
  const valued: ValuedQuote[] = []
  for (const quote of contracts) {
    const { type, strike, bid, ask, expiration } = quote
    const days = daysBetween(today, expiration)
    if (days < from || days > until || bid === null || ask === null || bid === 0) continue
    // In-the-money puts take long to invert, and nothing below needs them.
    if (type === 'put' && strike > MAX_PUT_STRIKE_FRAC * terms.price) continue
    const years = yearsUntilClose(expiration, terms.asOfMs)
    const contract = { type, spot: terms.price, strike, years, rate: terms.rate, dividends }
    const { vol } = solveQuoteVol({ ...contract, bid, ask })
    if (vol === null) continue
    const delta = computeEuropeanDelta({ ...contract, vol })
    valued.push({ quote, vol, delta, spread: (ask - bid) / ((ask + bid) / 2) })
  }
  return valued
}

function spreadBetween(calls: readonly ValuedQuote[], low: number, high: number): number | null {
  const spreads = calls.filter(({ delta }) => delta >= low && delta < high).map(({ spread }) => spread)
  return spreads.length < MIN_QUOTES ? null : quantile(spreads, 0.5)
}

function compareInterest(calls: readonly ValuedQuote[]): number | null {
  const meanBetween = (low: number, high: number) => {
    const found = calls.filter(({ delta }) => delta >= low && delta < high)
    return found.length < MIN_QUOTES ? null : mean(found.map(({ quote }) => quote.openInterest ?? 0))
  }
  const [out, inside] = [meanBetween(0.05, 0.35), meanBetween(0.65, 0.95)]
  return out === null || inside === null || inside === 0 ? null : out / inside
}

/** Mean over the expirations whose smile has both deltas. */
function measureSmiles(valued: readonly ValuedQuote[], terms: MarketTerms) {
  const skews: number[] = []
  const bends: number[] = []
  for (const [expiration, own] of Map.groupBy(valued, ({ quote }) => quote.expiration)) {
    const quotes = own.map(({ quote }) => quote)
    const atm = computeExpirationAtmIv(quotes, expiration, terms)?.impliedVolatility ?? null
    const call = volAtDelta(own, 'call', 0.25)
    const put = volAtDelta(own, 'put', -0.25)
    if (atm === null || call === null || put === null) continue
    skews.push((put - call) / atm)
    bends.push((put + call) / 2 / atm - 1)
  }
  return { skew: skews.length === 0 ? null : mean(skews), bend: bends.length === 0 ? null : mean(bends) }
}

const MAX_SPREAD = 0.6

function volAtDelta(valued: readonly ValuedQuote[], type: 'call' | 'put', wanted: number): number | null {
  const own = valued
    .filter(({ quote, spread }) => quote.type === type && spread < MAX_SPREAD)
    .toSorted((a, b) => a.delta - b.delta)
  const index = own.findIndex(({ delta }) => delta > wanted)
  const [below, above] = [own[index - 1], own[index]]
  if (below === undefined || above === undefined) return null
  return below.vol + ((wanted - below.delta) / (above.delta - below.delta)) * (above.vol - below.vol)
}

function compareTerms(contracts: readonly OptionQuote[], terms: MarketTerms): number | null {
  const today = newYorkDate(terms.asOfMs)
  const near = contracts.filter(({ strike }) => Math.abs(strike / terms.price - 1) < 0.16)
  const atmBetween = (from: number, until: number) => {
    const dates = [...new Set(near.map(({ expiration }) => expiration))].filter((date) => {
      const days = daysBetween(today, date)
      return days >= from && days <= until
    })
    const vols = dates.map((date) => computeExpirationAtmIv(near, date, terms)?.impliedVolatility ?? null)
    const known = vols.filter((vol) => vol !== null)
    return known.length === 0 ? null : mean(known)
  }
  const [short, long] = [atmBetween(25, 45), atmBetween(150, 260)]
  return short === null || long === null ? null : long / short
}
