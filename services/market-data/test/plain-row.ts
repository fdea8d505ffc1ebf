import { type PlainContract, type PlainDividend, plainGreeks, plainVol } from './plain-american.ts'
import { plainAbove, plainTouch } from './plain-chances.ts'

export interface PlainQuote {
  readonly type: 'call' | 'put'
  readonly strike: number
  readonly days: number
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
  readonly volume: number | null
  readonly openInterest: number | null
}

export interface PlainMarket {
  readonly spot: number
  readonly rate: number
  readonly dividend: PlainDividend | null
}

const YEAR = 365

/** Returns the dividend if its ex-date is on or before the expiration day, otherwise null. */
function dividendOf({ dividend }: PlainMarket, days: number): PlainDividend | null {
  return dividend !== null && dividend.years * YEAR <= days ? dividend : null
}

export function contractOf({ type, strike, days }: PlainQuote, market: PlainMarket): Omit<PlainContract, 'vol'> {
  const { spot, rate } = market
  return { type, spot, strike, years: days / YEAR, rate, dividend: dividendOf(market, days) }
}

export function midOf({ bid, ask }: PlainQuote): number | null {
  return bid === null || ask === null || bid <= 0 || ask < bid ? null : (bid + ask) / 2
}

/**
 * Value of a contract if the stock grew at exactly the risk-free rate and the contract were exercised on the best day.
 */
export function floorOf(contract: Omit<PlainContract, 'vol'>): number {
  const { type, spot, strike, years, rate, dividend } = contract
  const [until, cash] = dividend === null ? [years, 0] : [dividend.years, dividend.cash]
  const sign = type === 'call' ? 1 : -1
  const paidAt = (when: number, drop: number) => sign * (spot - drop - strike * Math.exp(-rate * when))
  const drop = cash * Math.exp(-rate * until)
  return Math.max(0, paidAt(0, 0), paidAt(until, 0), paidAt(until, drop), paidAt(years, drop))
}

/** Figures expected in a row that depend only on its quote. */
export function plainFigures(quote: PlainQuote, market: PlainMarket) {
  const { type, strike, days, bid } = quote
  const { spot } = market
  const distance = strike / spot - 1
  const isOut = distance > 0 === (type === 'call')
  const intrinsic = Math.max(0, type === 'call' ? spot - strike : strike - spot)
  return {
    mid: midOf(quote),
    moneyness: Math.abs(distance) <= 0.02 ? 'ATM' : isOut ? 'OTM' : 'ITM',
    time_value: bid === null ? null : bid - intrinsic,
    ...(type === 'call' && bid !== null ? writingFigures(bid, intrinsic, { strike, days }, market) : NOTHING_WRITTEN),
  }
}

const NOTHING_WRITTEN = {
  annualized_yield_pct: null,
  time_value_yield_pct: null,
  annualized_time_value_yield_pct: null,
  if_called_return_pct: null,
  breakeven: null,
}

function writingFigures(
  bid: number,
  intrinsic: number,
  { strike, days }: Pick<PlainQuote, 'strike' | 'days'>,
  market: PlainMarket,
) {
  const { spot } = market
  const dividends = dividendOf(market, days)?.cash ?? 0
  const ifCalled = strike - spot + bid + dividends
  return {
    annualized_yield_pct: ((bid / spot) * 100 * YEAR) / Math.max(1, days),
    time_value_yield_pct: ((bid - intrinsic) / spot) * 100,
    annualized_time_value_yield_pct: (((bid - intrinsic) / spot) * 100 * YEAR) / Math.max(1, days),
    if_called_return_pct: (ifCalled / spot) * 100,
    breakeven: ifCalled < 0 ? null : spot - bid - dividends,
  }
}

/** Flags expected for a row's quote; `hasVol` says whether an IV can be solved from its mid. */
export function plainFlags({ bid, ask, last, volume, openInterest }: PlainQuote, hasVol: boolean): string[] {
  const isTwoSided = bid !== null && ask !== null
  const flags: readonly (readonly [string, boolean])[] = [
    ['zero_bid', bid === 0],
    ['crossed', isTwoSided && bid > ask],
    ['wide_spread', isTwoSided && bid <= ask && (ask - bid) / ((ask + bid) / 2) > 0.4],
    ['stale_trade', last !== null && volume === 0],
    ['no_open_interest', openInterest === 0],
    ['iv_unsolvable', !hasVol],
  ]
  return flags.flatMap(([flag, isRaised]) => (isRaised ? [flag] : []))
}

/** Figures expected in a row that depend on its volatility. */
export function plainModelFigures(quote: PlainQuote, market: PlainMarket, vol: number) {
  const contract = { ...contractOf(quote, market), vol }
  const { type, strike, bid } = quote
  const above = plainAbove(contract, strike)
  if (type === 'put' || bid === null) {
    return { ...plainGreeks(contract), probability_itm: 1 - above, probability_profit: null, probability_touch: null }
  }
  const { breakeven } = plainFigures(quote, market)
  return {
    ...plainGreeks(contract),
    probability_itm: above,
    // Without a breakeven, every price is a loss.
    probability_profit: breakeven === null ? 0 : plainAbove(contract, breakeven),
    probability_touch: plainTouch(contract, strike),
  }
}

/** Two-sided call and put quotes by strike. */
type Ladder = ReadonlyMap<number, Readonly<Record<'call' | 'put', PlainQuote>>>

export interface PlainAtm {
  readonly days: number
  readonly vol: number
  /** Listed strike nearest to the forward. */
  readonly strike: number
}

/**
 * At-the-money volatility of an expiration: mean of call and put, linearly interpolated between strikes around the
 * forward.
 */
export function plainAtm(ladder: Ladder, days: number, market: PlainMarket): PlainAtm {
  const { spot, rate } = market
  const years = days / YEAR
  const dividend = dividendOf(market, days)
  const drop = dividend === null ? 0 : dividend.cash * Math.exp(-rate * dividend.years)
  const forward = (spot - drop) * Math.exp(rate * years)
  const strikes = [...ladder.keys()].sort((a, b) => a - b)
  const under = strikes.findLast((strike) => strike <= forward) ?? Number.NaN
  const over = strikes.find((strike) => strike > forward) ?? Number.NaN
  const volAt = (strike: number) => {
    const vols = (['call', 'put'] as const).map((type) => {
      const quote = ladder.get(strike)?.[type]
      const mid = quote === undefined ? null : midOf(quote)
      if (quote === undefined || mid === null) throw new Error(`no ${type} to read at ${strike}`)
      return plainVol(contractOf(quote, market), mid)
    })
    return ((vols[0] ?? Number.NaN) + (vols[1] ?? Number.NaN)) / 2
  }
  const weight = (forward - under) / (over - under)
  return {
    days,
    vol: (1 - weight) * volAt(under) + weight * volAt(over),
    strike: over - forward < forward - under ? over : under,
  }
}

/** Interpolates linearly in total variance between two expirations. */
export function volAtDays(near: PlainAtm, far: PlainAtm, days: number): number {
  const weight = (days - near.days) / (far.days - near.days)
  return Math.sqrt(((1 - weight) * near.vol ** 2 * near.days + weight * far.vol ** 2 * far.days) / days)
}

/** Calculates a candidate's score from the scoring table, interpolating points linearly or logarithmically. */
export function plainScore(call: {
  readonly yieldPct: number
  readonly delta: number
  readonly room: number
  readonly spreadPct: number
  readonly openInterest: number
  readonly eventPoints: number
}): number {
  const line = (x: number, [x0, y0]: Knot, [x1, y1]: Knot) =>
    y0 + (y1 - y0) * Math.min(1, Math.max(0, (x - x0) / (x1 - x0)))
  const log = ([x, y]: Knot): Knot => [Math.log(x), y]
  const parts = [
    line(call.yieldPct, [5, 0], [35, 30]),
    call.delta < 0.3 ? line(call.delta, [0.05, 0], [0.15, 20]) : line(call.delta, [0.3, 20], [0.5, 0]),
    line(call.room, [0.5, 0], [1, 20]),
    line(Math.log(call.spreadPct), log([3, 12]), log([40, 0])),
    line(Math.log(call.openInterest), log([10, 0]), log([1_000, 8])),
    call.eventPoints,
  ]
  return parts.reduce((sum, points) => sum + points, 0)
}

type Knot = readonly [x: number, points: number]
