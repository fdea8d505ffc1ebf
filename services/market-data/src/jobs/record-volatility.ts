import {
  ATM_DAYS,
  computeAtmIv,
  daysBetween,
  type IsoDate,
  newYorkDate,
  nextTradingDay,
  sessionOf,
} from '@callwright/scoring'
import type { OptionQuote } from '../providers/provider.ts'
import { priceDividends } from '../side-facts.ts'
import type { RecordedVolatility } from '../storage/fact-stores.ts'
import { findFinalSession } from '../storage/series.ts'
import { type JobDeps, listUniverseSymbols, type MarketJob, NOTHING_NEW_IN_A_ROW, processItems } from './job-runner.ts'

/** Quotes taken at most this long before the close count as closing quotes. */
const CLOSING_MS = 30 * 60_000
/**
 * Maximum days to expiration in the first request. If those expirations are not enough, a second request covers the
 * full range (D11).
 */
const NEAR_DAYS = 45
/** Strikes outside this range, as fractions of the price, do not affect the at-the-money volatility. */
const STRIKE_FRAC = { min: 0.8, max: 1.25 }
/**
 * If this many consecutive symbols lack the same data, the job assumes that the plan does not include it and skips the
 * remaining symbols.
 */
const LACKING_IN_A_ROW = 5
const NO_CHAIN = 'The source has no option chain.'
const NO_QUOTES = 'The source has no option bid and ask.'

interface Session {
  readonly date: IsoDate
  readonly closeMs: number
}

/**
 * Records the last session's 30-day at-the-money volatility for every symbol in the universe, from closing quotes; IV
 * rank needs a year of these (D12). A session stays unknown if it is not recorded before the next open, or if its first
 * symbols show that the plan has no option quotes.
 */
export const recordVolatility: MarketJob = {
  name: 'record-volatility',
  async run(deps, run) {
    const { store, sources, now } = deps
    const date = findFinalSession(now())
    const closeMs = sessionOf(date)?.closeMs ?? 0
    const endMs = sessionOf(nextTradingDay(date))?.openMs ?? 0
    if (now() >= endMs || sources.chains === undefined || sources.quotes === undefined) return 'idle'
    const { unrecorded, isAnyKnown } = await store.volatilities.readSession(await listUniverseSymbols(deps), date)
    if (unrecorded.length === 0) return 'idle'
    const rate = (await sources.rates?.findRate(ATM_DAYS.target))?.value.rate
    if (rate === undefined) return 'incomplete'
    let recorded = 0
    let nothingInARow = 0
    const doesPlanLack = watchPlan(isAnyKnown)
    await processItems(unrecorded, run, async (symbol) => {
      const volatility = await readVolatility(deps, symbol, { date, closeMs }, rate)
      nothingInARow = volatility === null ? nothingInARow + 1 : 0
      if (volatility !== null) {
        const concerned = doesPlanLack(volatility) ? unrecorded : [symbol]
        await store.volatilities.save(concerned, date, volatility)
        recorded += concerned.length
      }
      return recorded < unrecorded.length && now() < endMs && nothingInARow < NOTHING_NEW_IN_A_ROW
    })
    return recorded >= unrecorded.length ? 'done' : 'incomplete'
  },
}

/**
 * Returns a function that receives each volatility in order and reports whether the plan lacks the data. Once any
 * symbol has had a volatility, the plan is known to include it.
 */
function watchPlan(isAnyKnown: boolean): (volatility: RecordedVolatility) => boolean {
  let hasGivenVolatility = isAnyKnown
  let lackingInARow = 0
  return ({ reason }) => {
    hasGivenVolatility ||= reason === null
    lackingInARow = reason === NO_CHAIN || reason === NO_QUOTES ? lackingInARow + 1 : 0
    return !hasGivenVolatility && lackingInARow === LACKING_IN_A_ROW
  }
}

/** Computes a symbol's volatility; null if the source has no closing prices yet. */
async function readVolatility(
  { sources: { chains, quotes }, stored, now }: JobDeps,
  symbol: string,
  { date, closeMs }: Session,
  rate: number,
): Promise<RecordedVolatility | null> {
  const isOfClose = (atMs: number) => atMs >= closeMs - CLOSING_MS
  const quote = await quotes?.findQuote(symbol)
  if (!quote?.value) return without(quote?.source ?? '', 'The price of the stock is unknown.')
  if (!isOfClose(quote.asOfMs)) return null
  const spot = quote.value.lastPrice
  const dividends = (await stored.dividends?.listDividends(symbol))?.value ?? []
  const strikes = { minStrike: spot * STRIKE_FRAC.min, maxStrike: spot * STRIKE_FRAC.max }
  const daysSince = daysBetween(date, newYorkDate(now()))

  async function compute(maxDays: number): Promise<RecordedVolatility | null> {
    const filter = { ...strikes, minDays: ATM_DAYS.min - daysSince, maxDays: maxDays - daysSince }
    const answer = await chains?.findChain(symbol, filter)
    if (!answer?.value) return without(answer?.source ?? '', NO_CHAIN)
    const { source, value, asOfMs } = answer
    if (hasNoQuotes(value.contracts)) return without(source, NO_QUOTES)
    const quotedAtMs = value.quotedAtMs ?? asOfMs
    if (!isOfClose(quotedAtMs)) return null
    const atm = computeAtmIv(value.contracts, {
      price: value.underlyingPriceUsd ?? spot,
      rate,
      dividends: priceDividends(dividends, date),
      asOfMs: Math.min(quotedAtMs, closeMs),
    })
    if (atm.impliedVolatility === null) return without(source, atm.message)
    return { impliedVolatility: atm.impliedVolatility, method: atm.method, reason: null, source }
  }
  const near = await compute(NEAR_DAYS)
  const isSettled =
    near === null || near.reason === NO_QUOTES || near.method === 'interpolated' || near.method === 'exact'
  return isSettled ? near : compute(ATM_DAYS.max)
}

function hasNoQuotes(contracts: readonly OptionQuote[]): boolean {
  return contracts.length > 0 && contracts.every(({ bid, ask }) => bid === null && ask === null)
}

function without(source: string, reason: string): RecordedVolatility {
  return { impliedVolatility: null, method: null, reason, source }
}
