import {
  allocateQuoteColumns,
  DAYS_PER_YEAR,
  type OptionType,
  type PricedColumns,
  priceEuropean,
  type QuoteColumns,
} from '../src/index.ts'
import { createRandom, type Random } from './random.ts'

export const UNIVERSE_SYMBOLS = 6_000
export const CONTRACTS_PER_SYMBOL = 250
/** Number of symbols whose contracts fit in the CPU cache. */
export const CACHED_SYMBOLS = 80
export const RATE = 0.04

/** Calendar days and number of strikes per expiration: weeklies up to two months, then monthlies, then LEAPS. */
const EXPIRATIONS: readonly (readonly [number, number])[] = [
  ...([4, 11, 18] as const).map((days) => [days, 8] as const),
  ...([22, 25, 29, 32, 39, 46, 53, 60] as const).map((days) => [days, 8] as const),
  [95, 9],
  [186, 9],
  [368, 9],
  [746, 10],
]
/** How far the outermost strikes are from the forward, in standard deviations. */
const REACH = 2.5

export interface SymbolTerms {
  readonly spot: number
  /** Volatility at the money, decimal per year. */
  readonly atmVol: number
  /** Quarterly dividend, dollars per share; 0 for none. */
  readonly cash: number
  readonly exDays: number
}

/** Contracts as columns, symbol by symbol, without a yield; `price` is the European price at `vol`. */
export interface MarketColumns extends QuoteColumns, PricedColumns {
  readonly days: Float64Array
}

export interface Universe {
  readonly symbols: readonly SymbolTerms[]
  readonly columns: MarketColumns
}

export const typeAt = ({ isCall }: MarketColumns, index: number): OptionType => (isCall[index] === 1 ? 'call' : 'put')

/** First `count` symbols of the test market. They are the same on every machine and for every count. */
export function drawUniverse(count: number): Universe {
  const size = count * CONTRACTS_PER_SYMBOL
  // Workers read these columns, so they are in shared memory.
  const quotes = allocateQuoteColumns(size, true)
  const more = () => new Float64Array(new SharedArrayBuffer(8 * size))
  const columns: MarketColumns = { ...quotes, vol: more(), days: more() }
  columns.rate.fill(RATE)
  const symbols = Array.from({ length: count }, (_, seed) => {
    const random = createRandom(seed)
    const terms = drawSymbol(random)
    fillChain(columns, seed * CONTRACTS_PER_SYMBOL, terms, random)
    return terms
  })
  return { symbols, columns }
}

/** Draws lognormal spots of 3 to 3,000 dollars and volatilities of 12 to 180%; three in eight pay quarterly dividends. */
function drawSymbol(random: Random): SymbolTerms {
  const spot = Math.min(3_000, Math.max(3, 60 * Math.exp(random.normal())))
  const atmVol = 0.12 * 15 ** random.next()
  const pays = random.next() < 0.375
  const cash = pays ? Math.round(spot * (0.001 + 0.009 * random.next()) * 100) / 100 : 0
  return { spot, atmVol, cash, exDays: 1 + Math.floor(random.next() * 91) }
}

function fillChain(columns: MarketColumns, first: number, { spot, atmVol }: SymbolTerms, random: Random): void {
  let index = first
  for (const [days, strikes] of EXPIRATIONS) {
    const years = days / DAYS_PER_YEAR
    const deviation = atmVol * Math.sqrt(years)
    const shift = random.next() - 0.5
    for (let rung = 0; rung < strikes; rung += 1) {
      const deviations = REACH * ((2 * (rung + shift)) / (strikes - 1) - 1)
      const exact = spot * Math.exp(RATE * years + deviations * deviation)
      const strike = Math.max(0.01, Math.round(exact * 100) / 100)
      // Volatility skew: higher for lower strikes, and slightly higher again far above the forward.
      const vol = atmVol * (1 - 0.08 * deviations + 0.02 * deviations * deviations)
      for (const type of ['call', 'put'] as const) {
        columns.isCall[index] = type === 'call' ? 1 : 0
        columns.spot[index] = spot
        columns.strike[index] = strike
        columns.days[index] = days
        columns.years[index] = years
        columns.vol[index] = vol
        columns.price[index] = priceEuropean({ type, spot, strike, years, rate: RATE, vol })
        index += 1
      }
    }
  }
}

export const BARS_PER_SYMBOL = 504

export interface BarColumns {
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** Daily bars for one symbol: a lognormal walk around its spot, with a day's range around each close. */
export function drawBars({ spot, atmVol }: SymbolTerms, seed: number): BarColumns {
  const random = createRandom(seed + UNIVERSE_SYMBOLS)
  const daily = atmVol / Math.sqrt(252)
  const close = new Float64Array(BARS_PER_SYMBOL)
  const high = new Float64Array(BARS_PER_SYMBOL)
  const low = new Float64Array(BARS_PER_SYMBOL)
  let price = spot
  for (let index = 0; index < BARS_PER_SYMBOL; index += 1) {
    price *= Math.exp(daily * random.normal())
    close[index] = price
    high[index] = price * (1 + daily * random.next())
    low[index] = price * (1 - daily * random.next())
  }
  return { high, low, close }
}
