import type { IsoDate } from '../calendar/iso-date.ts'
import { type ExpirationTerms, type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import type { PricingModel } from '../option-math/contract.ts'
import { usDate } from '../wording.ts'
import { atmOfExpiration, type ExpirationAtmVolatility } from './atm-expiration.ts'

/**
 * Days to expiration (D11): the horizon of the volatility, and the range of usable expirations. Expirations more than
 * half a year out say little about the next month.
 */
export const ATM_DAYS = { target: 30, min: 7, max: 183 } as const
const { target: TARGET_DAYS, min: MIN_DAYS, max: MAX_DAYS } = ATM_DAYS

export type AtmMethod = 'interpolated' | 'exact' | 'flat'
export type NoAtmReason = 'no_options' | 'no_expiration' | 'no_usable_quotes'

export type AtmVolatility =
  | {
      readonly impliedVolatility: number
      /** ATM strike of the nearer expiration. */
      readonly atmStrike: number
      readonly expirations: readonly ExpirationAtmVolatility[]
      readonly method: AtmMethod
      /** Formulas behind the volatilities used, in alphabetical order. */
      readonly models: readonly PricingModel[]
      readonly message: string | null
    }
  | { readonly impliedVolatility: null; readonly reason: NoAtmReason; readonly message: string }

/**
 * At-the-money implied volatility at 30 calendar days (D11). For each expiration, the American model's volatilities
 * at the mids of call and put are averaged at the strikes below and above the forward, then interpolated linearly in
 * strike to the forward. Between the nearest expirations on both sides of 30 days, at least 7 days out, the results
 * are interpolated linearly in total variance σ²T. If there are expirations on one side only, the nearest one's
 * volatility is used. Days count from the time of the quotes, not from now, so the figure from Friday's close stays
 * the same over the weekend.
 *
 * Missing quotes: a quote is usable with bid > 0, ask ≥ bid, the mid inside its bounds and a spread not larger than
 * its time value (1.5 times as a last resort). If the call and the put violate parity by over 5% of the price, only
 * the OTM one is used; a single leg is used only if it is OTM. On each side of the forward the nearest strike is
 * used, where a strike with a single leg is treated as 5% farther away; strikes over 15% from the forward are
 * ignored. The strikes used must include a call and a put. If one side of the forward is empty, the other strike is
 * used alone. An expiration without usable quotes is replaced with the next one on the same side, up to 183 days out.
 * `message` describes these fallbacks and names the skipped expirations.
 *
 * Annualized decimal. Throws RangeError in the same cases as `openChainClock`. Verified against an independent
 * program on recorded chains and on flat and skewed surfaces in `atm-volatility.test.ts`.
 */
export function computeAtmIv(rows: readonly QuotedOption[], market: MarketTerms): AtmVolatility {
  if (rows.length === 0) return unknown('no_options', 'No options are listed.')
  const { dividends, termsOf } = openChainClock({ ...market, nowMs: market.asOfMs })
  const byExpiration = Map.groupBy(rows, (row) => row.expiration)
  const listed = [...byExpiration.keys()].map(termsOf).filter(({ days }) => days >= MIN_DAYS && days <= MAX_DAYS)
  if (listed.length === 0) {
    return unknown('no_expiration', `No expiration is ${MIN_DAYS} to ${MAX_DAYS} days out.`)
  }
  const terms = { spot: market.price, rate: market.rate, dividends }
  const skipped: IsoDate[] = []
  const firstUsable = (nearestFirst: readonly ExpirationTerms[]): ExpirationAtmVolatility | null => {
    for (const expiration of nearestFirst) {
      const found = atmOfExpiration(byExpiration.get(expiration.expiration) ?? [], expiration, terms)
      if (found !== null) return found
      skipped.push(expiration.expiration)
    }
    return null
  }
  const near = firstUsable(listed.filter(({ days }) => days <= TARGET_DAYS).sort((a, b) => b.days - a.days))
  if (near?.days === TARGET_DAYS) return describe([near], near.impliedVolatility, 'exact', skipped)
  const far = firstUsable(listed.filter(({ days }) => days > TARGET_DAYS).sort((a, b) => a.days - b.days))
  if (near !== null && far !== null) {
    return describe([near, far], interpolate(near, far), 'interpolated', skipped)
  }
  const single = near ?? far
  if (single !== null) return describe([single], single.impliedVolatility, 'flat', skipped)
  return unknown(
    'no_usable_quotes',
    'Option quotes are missing, one-sided or too wide to compute an implied volatility.',
  )
}

/**
 * At-the-money volatility of one listed expiration, however far out, with the rules of `computeAtmIv` for missing
 * quotes. Null without a usable call and put, and after expiration. Annualized decimal. Throws RangeError in the same
 * cases as `openChainClock`. Verified on flat surfaces in `atm-volatility.test.ts`.
 */
export function computeExpirationAtmIv(
  rows: readonly QuotedOption[],
  expiration: IsoDate,
  market: MarketTerms,
): ExpirationAtmVolatility | null {
  const { dividends, termsOf } = openChainClock({ ...market, nowMs: market.asOfMs })
  const own = rows.filter((row) => row.expiration === expiration)
  return atmOfExpiration(own, termsOf(expiration), { spot: market.price, rate: market.rate, dividends })
}

function unknown(reason: NoAtmReason, message: string): AtmVolatility {
  return { impliedVolatility: null, reason, message }
}

function interpolate(near: ExpirationAtmVolatility, far: ExpirationAtmVolatility): number {
  const weight = (TARGET_DAYS - near.days) / (far.days - near.days)
  const years = near.years + weight * (far.years - near.years)
  const variance =
    (1 - weight) * near.impliedVolatility ** 2 * near.years + weight * far.impliedVolatility ** 2 * far.years
  return Math.sqrt(variance / years)
}

function describe(
  expirations: readonly [ExpirationAtmVolatility, ...ExpirationAtmVolatility[]],
  impliedVolatility: number,
  method: AtmMethod,
  skipped: readonly IsoDate[],
): AtmVolatility {
  const [first] = expirations
  const notes = expirations.map(({ note }) => note).filter((note) => note !== null)
  if (skipped.length > 0) notes.unshift(`No usable quotes around the forward: ${skipped.map(usDate).join('; ')}.`)
  if (method === 'flat') {
    const side = first.days < TARGET_DAYS ? 'before' : 'after'
    notes.unshift(
      `All usable expirations are ${side} ${TARGET_DAYS} days, so the volatility of ${usDate(first.expiration)} is used.`,
    )
  }
  return {
    impliedVolatility,
    atmStrike: first.atmStrike,
    expirations,
    method,
    models: [...new Set(expirations.flatMap(({ models }) => models))].sort(),
    message: notes.length === 0 ? null : notes.join(' '),
  }
}
