import {
  ATM_DAYS,
  type AtmVolatility,
  computeAtmIv,
  computeExpirationAtmIv,
  daysBetween,
  isExpired,
  type MarketTerms,
  newYorkDate,
} from '@callwright/scoring'
import type { ChainFilter, IsoDate, MarketData, Missing } from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing } from '../wire.ts'
import { type ChainReading, findTerms, readChain } from './chain-reading.ts'
import { type ExpirationList, type ListedExpiration, listWithin, type OptionDeps } from './expirations.ts'

/** 30-day implied volatility at the money, as an annualized decimal (D11). */
export interface AtmIv extends AnswerStamp {
  readonly symbol: string
  readonly impliedVolatility: number | null
  readonly atmStrike: number | null
  /** Also explains how the volatility was derived if it could not be read directly, or why there is none. */
  readonly missing: readonly Missing[]
}

/**
 * Strikes to request, as fractions of the price. A strike more than 15 % from the forward is not at the money, and for
 * terms of up to half a year the forward is within a few percent of the price.
 */
const STRIKE_REACH = { min: 0.8, max: 1.2 } as const

/** Finds a symbol's at-the-money volatility. Throws `unknown_symbol`. */
export function createAtmIv({ market, cache, listExpirations }: OptionDeps) {
  return async (symbol: string): Promise<AtmIv> => {
    const listing = await listExpirations(symbol)
    return cache('chain', `${listing.symbol}:iv`, () => findAtmIv(market, listing))
  }
}

/**
 * Requests only the expirations on both sides of 30 days; if their quotes are not enough, requests every expiration
 * that may substitute for them. Terms are counted from the day of the quotes, which is known from the stock's quote
 * before the chain is loaded; the listing's days are counted from now.
 */
async function findAtmIv(market: MarketData, listing: ExpirationList): Promise<AtmIv> {
  const { target, min, max } = ATM_DAYS
  const { value: quote, asOfMs } = await market.quotes.findQuote(listing.symbol)
  const nowMs = market.clock.now()
  const age = daysBetween(newYorkDate(Math.min(asOfMs, nowMs)), newYorkDate(nowMs))
  const eligible = listWithin(listing, { minDays: min - age, maxDays: max - age })
  const before = eligible.filter(({ days }) => days + age <= target).slice(-1)
  const after = eligible.filter(({ days }) => days + age > target).slice(0, before[0]?.days === target - age ? 0 : 1)
  const around = [...before, ...after]
  const reach = quote === null ? {} : reachOf(quote.lastPrice)
  const near = await readAtm(market, listing, around, reach)
  const isSettled = near.atm === null || isReadFrom(near.atm, around) || around.length === eligible.length
  return describeAtm(isSettled ? near : await readAtm(market, listing, eligible, reach))
}

const reachOf = (price: number): ChainFilter => ({
  minStrike: price * STRIKE_REACH.min,
  maxStrike: price * STRIKE_REACH.max,
})

const isReadFrom = (atm: AtmVolatility, asked: readonly ListedExpiration[]): boolean =>
  atm.impliedVolatility !== null && atm.expirations.length === asked.length

interface AtmReading {
  readonly reading: ChainReading
  /** Null if there are no quotes from which to derive it. */
  readonly atm: AtmVolatility | null
  readonly missing: readonly Missing[]
}

async function readAtm(
  market: MarketData,
  listing: ExpirationList,
  asked: readonly ListedExpiration[],
  reach: ChainFilter,
): Promise<AtmReading> {
  const [first, last] = [asked[0], asked.at(-1)]
  if (first === undefined || last === undefined) {
    const { min, max } = ATM_DAYS
    const none = { field: 'implied_volatility', reason: `No expiration is ${min} to ${max} days out` }
    const missing = listing.expirations.length === 0 ? [] : [none]
    return { reading: await readChain(market, listing, null), atm: null, missing }
  }
  const reading = await readChain(market, listing, { minDays: first.days, maxDays: last.days, ...reach })
  const { terms, missing } = await findTerms(market, reading, ATM_DAYS.target)
  return { reading, atm: terms === null ? null : computeAtmIv(reading.contracts, terms), missing }
}

function describeAtm({ reading, atm, missing }: AtmReading): AtmIv {
  const reason = atm?.message?.replace(/\.$/, '') ?? null
  return {
    ...reading.stamp,
    symbol: reading.symbol,
    impliedVolatility: atm?.impliedVolatility ?? null,
    atmStrike: atm === null || atm.impliedVolatility === null ? null : atm.atmStrike,
    missing: mergeMissing(reading.missing, missing, reason === null ? [] : [{ field: 'implied_volatility', reason }]),
  }
}

/** One volatility for a whole expiration, and its origin. */
export interface TermVolatility {
  readonly impliedVolatility: number
  readonly source: 'expiration_atm' | 'atm_30_days'
}

/**
 * Volatility from the expiration's own options or, failing that, the 30-day volatility. Null if both are unknown or the
 * expiration has passed.
 */
export async function findTermVolatility(
  market: MarketData,
  listing: ExpirationList,
  { contracts, nowMs }: Pick<ChainReading, 'contracts' | 'nowMs'>,
  expiration: IsoDate,
  terms: MarketTerms,
): Promise<TermVolatility | null> {
  if (isExpired(expiration, nowMs)) return null
  const own = computeExpirationAtmIv(contracts, expiration, terms)
  if (own !== null) return { impliedVolatility: own.impliedVolatility, source: 'expiration_atm' }
  const { impliedVolatility } = await findAtmIv(market, listing)
  return impliedVolatility === null ? null : { impliedVolatility, source: 'atm_30_days' }
}
