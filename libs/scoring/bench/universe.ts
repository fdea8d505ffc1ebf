import {
  type AmericanContract,
  allocateQuoteColumns,
  DAYS_PER_YEAR,
  impliedAmericanVolatility,
  type OptionType,
  type PricedColumns,
  priceAmerican,
  priceEuropean,
  type QuoteColumns,
  type TimedDividend,
} from '../src/index.ts'

export const UNIVERSE_SYMBOLS = 6_000
export const CONTRACTS_PER_SYMBOL = 250
/** Number of symbols whose contracts fit in the CPU cache. */
export const CACHED_SYMBOLS = 80
const RATE = 0.04

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

interface Random {
  /** Uniformly distributed from 0 to 1. */
  readonly next: () => number
  /** Normally distributed with mean 0 and deviation 1. */
  readonly normal: () => number
}

/** Reproducible random numbers from an integer seed (mulberry32), the same on every machine. */
function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) }
}

/** Days to expiration of the calls that the rating considers (PERFORMANCE 2.2). */
const SCORING_DAYS = { min: 20, max: 60 }
const DAYS_PER_QUARTER = 91

/** A price with less time value than this has no implied volatility (PERFORMANCE 2.1). */
export const MIN_TIME_VALUE_USD = 1e-3

export interface PricedOption {
  readonly contract: AmericanContract
  readonly price: number
}

/** Row indexes of the calls in the scoring set. */
export function scoringCalls({ columns: { isCall, days } }: Universe): number[] {
  const { min, max } = SCORING_DAYS
  return Array.from(isCall.keys()).filter((index) => {
    const length = days[index] ?? 0
    return isCall[index] === 1 && length >= min && length <= max
  })
}

/** Quarterly cash dividends that the stock pays within the contract's term. */
export function dividendsAt({ symbols, columns }: Universe, index: number): TimedDividend[] {
  const { cash = 0, exDays = 0 } = symbols[Math.floor(index / CONTRACTS_PER_SYMBOL)] ?? {}
  const dividends: TimedDividend[] = []
  for (let day = exDays; cash > 0 && day <= (columns.days[index] ?? 0); day += DAYS_PER_QUARTER) {
    dividends.push({ years: day / DAYS_PER_YEAR, cash })
  }
  return dividends
}

export function contractAt(universe: Universe, index: number): AmericanContract {
  const at = (column: Float64Array) => column[index] ?? Number.NaN
  const { spot, strike, years, vol } = universe.columns
  return {
    type: typeAt(universe.columns, index),
    spot: at(spot),
    strike: at(strike),
    years: at(years),
    rate: RATE,
    vol: at(vol),
    dividends: dividendsAt(universe, index),
  }
}

/** The first `count` calls in the scoring set that have one ex-date before expiration, with their prices. */
export function oneDividendCalls(universe: Universe, count: number): PricedOption[] {
  return scoringCalls(universe)
    .filter((index) => dividendsAt(universe, index).length === 1)
    .slice(0, count)
    .map((index) => contractAt(universe, index))
    .map((contract) => ({ contract, price: priceAmerican(contract).price }))
}

/** Maximum round-trip error of the price, as a fraction of the strike. */
const ROUND_TRIP_TOLERANCE = 1e-6

interface VolatilityProof {
  readonly solved: number
  /** Number of prices with a volatility, and the largest round-trip error. */
  readonly text: string
  readonly wrong: string | null
}

/** Checks that every price with time value has a volatility, and that every volatility reproduces its price. */
export function proveVolatilities(quotes: readonly PricedOption[]): VolatilityProof {
  let solved = 0
  let silent = 0
  let worst = 0
  for (const quote of quotes) {
    const { contract, price } = quote
    const { vol } = impliedAmericanVolatility({ ...contract, price })
    if (vol === null) {
      if (hasTimeValue(quote)) silent += 1
      continue
    }
    solved += 1
    const error = Math.abs(priceAmerican({ ...contract, vol }).price - price) / contract.strike
    if (!(error <= worst)) worst = error
  }
  const back = worst <= ROUND_TRIP_TOLERANCE ? null : `the round trip misses the price by ${worst} K`
  return {
    solved,
    text: `round trip of the price within ${worst.toExponential(1)} K`,
    wrong: silent > 0 ? `${silent} contracts with time value have no volatility` : back,
  }
}

/**
 * True if the price is more than a tenth of a cent above the payoff from exercise on the best fixed day: today, an
 * ex-date (a call before the drop, a put after it) or expiration. A price without time value has no implied
 * volatility.
 */
export function hasTimeValue({ contract, price }: PricedOption): boolean {
  const { type, spot, strike, years, rate, dividends = [] } = contract
  const isCall = type === 'call'
  const worthOn = (day: number): number => {
    const paid = dividends
      .filter((dividend) => dividend.years < day || (!isCall && dividend.years === day))
      .reduce((sum, dividend) => sum + dividend.cash * Math.exp(-rate * dividend.years), 0)
    const gain = spot - paid - strike * Math.exp(-rate * day)
    return isCall ? gain : -gain
  }
  const days = [0, ...dividends.map((dividend) => dividend.years), years]
  return price > Math.max(0, ...days.map(worthOn)) + MIN_TIME_VALUE_USD
}
