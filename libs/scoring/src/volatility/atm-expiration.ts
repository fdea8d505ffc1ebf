import type { IsoDate } from '../calendar/iso-date.ts'
import type { ExpirationTerms, QuotedOption } from '../option-math/chain.ts'
import { type ContractTerms, discountedLegs, type PricingModel } from '../option-math/contract.ts'
import { quoteMid, solveQuoteVol } from '../option-math/quotes.ts'
import { usDate } from '../wording.ts'

/** Strikes farther from the forward than this fraction are ignored. */
const MAX_DISTANCE_FRAC = 0.15
/** How much farther away a strike with only a call or only a put is treated as being. */
const ONE_LEG_PENALTY_FRAC = 0.05
/**
 * If the call and the put at one strike violate put-call parity by more than this fraction of the spot, one quote is
 * stale.
 */
const MAX_PARITY_ERROR_FRAC = 0.05

/** At-the-money volatility of one expiration, with the strikes and formulas behind it. */
export interface ExpirationAtmVolatility {
  readonly expiration: IsoDate
  readonly days: number
  readonly years: number
  readonly impliedVolatility: number
  readonly forward: number
  /** The strike nearest to the forward, of those used. */
  readonly atmStrike: number
  /** Strikes used, ascending: two around the forward, or one. */
  readonly strikes: readonly number[]
  /** Formulas behind the volatilities used, in alphabetical order. */
  readonly models: readonly PricingModel[]
  /**
   * Fallbacks used for missing quotes; null if the call and the put were usable at both listed strikes around the
   * forward.
   */
  readonly note: string | null
}

interface StrikeQuotes {
  readonly strike: number
  readonly distance: number
  call: QuotedOption | null
  put: QuotedOption | null
}

interface StrikeVol {
  readonly strike: number
  readonly call: QuoteReading | null
  readonly put: QuoteReading | null
}

interface QuoteReading {
  readonly vol: number
  readonly mid: number
  readonly model: PricingModel
}

interface Surroundings {
  readonly forward: number
  readonly parityGap: (strike: number) => number
  readonly terms: Pick<ContractTerms, 'spot' | 'rate' | 'dividends' | 'years'>
  /** Cache of quotes already read: a later pass may read the same quote again. */
  readonly readings: Map<QuotedOption, QuoteReading | null>
}

/**
 * Maximum spread relative to the quote's time value: at 1, the volatility is known to about ±50%; 1.5 is the last
 * resort.
 */
const GOOD_SPREAD = 1
const WIDE_SPREAD = 1.5
/** Quality requirements, from strictest to loosest; the first that finds quotes wins. */
const PASSES = [
  { needBoth: false, maxSpread: GOOD_SPREAD },
  { needBoth: true, maxSpread: GOOD_SPREAD },
  { needBoth: false, maxSpread: WIDE_SPREAD },
  { needBoth: true, maxSpread: WIDE_SPREAD },
] as const
type Pass = (typeof PASSES)[number]

/**
 * At-the-money volatility of one expiration (D11): mean of the call's and the put's volatility at the strikes below
 * and above the forward, then linear in strike to the forward. Missing quotes are handled as in `computeAtmIv`. Null
 * if there is no usable call and put. Annualized decimal.
 */
export function atmOfExpiration(
  rows: readonly QuotedOption[],
  { expiration, days, years }: ExpirationTerms,
  market: Pick<ContractTerms, 'spot' | 'rate' | 'dividends'>,
): ExpirationAtmVolatility | null {
  const terms = { ...market, years }
  const legs = discountedLegs({ ...terms, type: 'call', strike: market.spot })
  const discount = Math.exp(-market.rate * years)
  const forward = legs.stock / discount
  const parityGap = (strike: number) => legs.stock - strike * discount
  const around: Surroundings = { forward, terms, parityGap, readings: new Map() }
  const ladder = strikeLadder(rows, forward)
  for (const pass of PASSES) {
    const found = findAround(ladder, around, pass)
    const [under, over] = found
    if (under === undefined || !hasBothTypes(found)) continue
    return {
      expiration,
      days,
      years,
      impliedVolatility: over === undefined ? meanVol(under) : linearAt(forward, under, over),
      forward,
      atmStrike: over !== undefined && over.strike - forward < forward - under.strike ? over.strike : under.strike,
      strikes: found.map(({ strike }) => strike),
      models: modelsOf(found),
      note: noteOf(expiration, found, ladder, forward, pass),
    }
  }
  return null
}

/** Strikes near enough to the forward, in ascending order, each with its call and put. */
function strikeLadder(rows: readonly QuotedOption[], forward: number): readonly StrikeQuotes[] {
  const ladder = new Map<number, StrikeQuotes>()
  for (const row of rows) {
    const distance = Math.abs(row.strike / forward - 1)
    if (distance > MAX_DISTANCE_FRAC) continue
    let quotes = ladder.get(row.strike)
    if (quotes === undefined) {
      quotes = { strike: row.strike, distance, call: null, put: null }
      ladder.set(row.strike, quotes)
    }
    quotes[row.type] = row
  }
  return [...ladder.values()].sort((a, b) => a.strike - b.strike)
}

/** Nearest usable strike at or below the forward and nearest above it; omits a side without usable quotes. */
function findAround(ladder: readonly StrikeQuotes[], around: Surroundings, pass: Pass): readonly StrikeVol[] {
  const under = ladder.filter(({ strike }) => strike <= around.forward).reverse()
  const over = ladder.filter(({ strike }) => strike > around.forward)
  return [nearestUsable(under, around, pass), nearestUsable(over, around, pass)].filter((found) => found !== null)
}

function nearestUsable(outwards: readonly StrikeQuotes[], around: Surroundings, pass: Pass): StrikeVol | null {
  let best: StrikeVol | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const quotes of outwards) {
    if (quotes.distance >= bestDistance) break
    const found = volsAt(quotes, around, pass.maxSpread)
    if (found.call !== null && found.put !== null) return found
    if (pass.needBoth || (found.call === null && found.put === null)) continue
    if (quotes.distance + ONE_LEG_PENALTY_FRAC < bestDistance) {
      best = found
      bestDistance = quotes.distance + ONE_LEG_PENALTY_FRAC
    }
  }
  return best
}

/** Volatilities of a strike's call and put. If one is missing, or they violate parity, only the OTM one is used. */
function volsAt({ strike, call, put }: StrikeQuotes, around: Surroundings, maxSpread: number): StrikeVol {
  const fromCall = call === null ? null : readUsable(call, around, maxSpread)
  const fromPut = put === null ? null : readUsable(put, around, maxSpread)
  if (fromCall !== null && fromPut !== null) {
    const parityError = Math.abs(fromCall.mid - fromPut.mid - around.parityGap(strike))
    if (parityError <= MAX_PARITY_ERROR_FRAC * around.terms.spot) return { strike, call: fromCall, put: fromPut }
  }
  return strike > around.forward ? { strike, call: fromCall, put: null } : { strike, call: null, put: fromPut }
}

/** Mid and volatility of a quote. Null if it has none, or if its spread is over `maxSpread` times its time value. */
function readUsable(option: QuotedOption, around: Surroundings, maxSpread: number): QuoteReading | null {
  const { type, strike, bid, ask } = option
  const mid = quoteMid(option)
  if (mid === null || bid === null || ask === null) return null
  const { spot } = around.terms
  const exercise = type === 'call' ? spot - strike : strike - spot
  if (ask - bid > maxSpread * (mid - Math.max(0, exercise))) return null
  let reading = around.readings.get(option)
  if (reading === undefined) {
    const { vol, model } = solveQuoteVol({ ...around.terms, type, strike, bid, ask })
    reading = vol === null ? null : { vol, mid, model }
    around.readings.set(option, reading)
  }
  return reading
}

/**
 * If the stock price is newer than the quotes, it shifts the volatilities of calls and puts in opposite directions,
 * so both are needed.
 */
function hasBothTypes(found: readonly StrikeVol[]): boolean {
  return found.some(({ call }) => call !== null) && found.some(({ put }) => put !== null)
}

function meanVol({ call, put }: StrikeVol): number {
  return call === null || put === null ? (call?.vol ?? put?.vol ?? Number.NaN) : (call.vol + put.vol) / 2
}

function modelsOf(found: readonly StrikeVol[]): PricingModel[] {
  const models = found.flatMap(({ call, put }) => [call, put]).flatMap((reading) => reading?.model ?? [])
  return [...new Set(models)].sort()
}

function linearAt(forward: number, under: StrikeVol, over: StrikeVol): number {
  const weight = (forward - under.strike) / (over.strike - under.strike)
  return meanVol(under) + weight * (meanVol(over) - meanVol(under))
}

function noteOf(
  expiration: IsoDate,
  used: readonly StrikeVol[],
  ladder: readonly StrikeQuotes[],
  forward: number,
  { maxSpread }: Pass,
): string | null {
  const names = used.map(({ strike, call, put }) => `${strike}${call === null ? ' put' : put === null ? ' call' : ''}`)
  const listed = [ladder.findLast(({ strike }) => strike <= forward), ladder.find(({ strike }) => strike > forward)]
  const asListed = listed.every((quotes, index) => quotes?.strike === used[index]?.strike)
  const wide = maxSpread > GOOD_SPREAD
  if (!wide && asListed && used.every(({ call, put }) => call !== null && put !== null)) return null
  const quality = wide ? 'wide quotes' : 'nearest usable quotes'
  return `${usDate(expiration)}: ${quality} around the forward ${forward.toFixed(2)}, strikes ${names.join(' and ')}.`
}
