import { createHash } from 'node:crypto'
import type { CallQuote } from '@callwright/contracts'
import {
  type AnnouncedDividend,
  boundByAsk,
  type CallBounds,
  type ChosenPremium,
  type CompanyEvents,
  type ContractFlag,
  type ContractRow,
  choosePremium,
  type EarningsReport,
  isCalendarDay,
  listStrikeAdjustments,
  listUpcomingDividends,
  type MarketTerms,
  NO_BOUNDS,
  newYorkDate,
  openGreekFill,
  quoteMid,
  valueContracts,
} from '@callwright/scoring'
import { AppError, type Handlers } from '@callwright/service'
import { invalidDate } from '../errors.ts'
import type { ChainFilter, IsoDate, MarketData, Missing, OptionQuote } from '../providers/provider.ts'
import { notLoaded } from '../side-facts.ts'
import { type AnswerStamp, describeMissing, mergeMissing, toWireStamp } from '../wire.ts'
import { findPastFacts, type PastFacts } from './analysis.ts'
import type { AtmIv } from './atm-volatility.ts'
import { EXPECTED_DIVIDENDS, readChain, valueByExpiration } from './chain-reading.ts'
import { type ExpirationList, listWithin, type OptionDeps, requireExpirationDay } from './expirations.ts'

/** Terms of a call in a position. `strike` is in dollars per share. */
interface CallTerms {
  readonly expiration: IsoDate
  readonly strike: number
}

/** Market data for one call, in dollars per share; null means unknown. */
interface QuotedCall extends CallTerms, CallBounds {
  readonly isListed: boolean
  readonly bid: number | null
  readonly ask: number | null
  readonly premium: number | null
  readonly premiumSource: ChosenPremium['source']
  /** False if the premium is only a substitute for a current quote; null if there is no premium. */
  readonly premiumIsQuote: boolean | null
  readonly delta: number | null
  readonly impliedVolatility: number | null
  /** Mid of the put with the same strike. */
  readonly putMid: number | null
  readonly flags: readonly ContractFlag[]
}

interface ContractQuotes extends AnswerStamp, PastFacts {
  readonly symbol: string
  readonly priceUsd: number | null
  /** Calls in the order in which they were requested. */
  readonly calls: readonly QuotedCall[]
  readonly atmIv: number | null
  readonly earnings: EarningsReport | null
  /** Upcoming dividends. */
  readonly dividends: readonly AnnouncedDividend[]
  /** Dividends with an ex-date up to today. */
  readonly pastDividends: readonly AnnouncedDividend[]
  readonly paysNoDividend: boolean
  readonly quotedAtMs: number | null
  readonly nowMs: number
  readonly missing: readonly Missing[]
  /** Strikes of the requested expiration. */
  readonly strikes: readonly number[]
}

/** Days whose splits and closes are requested. */
interface AskedDays {
  readonly entryDates?: readonly IsoDate[]
  readonly closeDates?: readonly IsoDate[]
  readonly openDates?: readonly IsoDate[]
  /** Expiration whose strikes are requested. */
  readonly strikesOf?: IsoDate
}

function requireDays(field: string, days: readonly IsoDate[]): void {
  const invalid = days.find((date) => !isCalendarDay(date))
  if (invalid !== undefined) throw invalidDate(field, invalid)
}

interface QuoteDeps extends OptionDeps {
  readonly getAtmIv: (symbol: string) => Promise<AtmIv>
}

/** Key of a call. Strikes are listed in thousandths of a dollar. */
const keyOf = ({ expiration, strike }: CallTerms) => `${expiration}:${Math.round(strike * 1_000)}`

/** Quotes for individual calls on one stock, across expirations, in one response. Throws `unknown_symbol`. */
export function createContractQuotes({ market, cache, listExpirations, getAtmIv }: QuoteDeps) {
  return async (
    symbol: string,
    asked: readonly CallTerms[],
    { entryDates = [], closeDates = [], openDates = [], strikesOf }: AskedDays = {},
  ): Promise<ContractQuotes> => {
    for (const { expiration } of asked) requireExpirationDay(expiration)
    requireDays('entry_dates', entryDates)
    requireDays('close_dates', closeDates)
    requireDays('open_dates', openDates)
    if (strikesOf !== undefined) requireDays('strikes_of', [strikesOf])
    const listing = await listExpirations(symbol)
    const keys = asked.map(keyOf)
    const digest = createHash('sha256').update(keys.toSorted().join()).digest('base64url')
    const expirations = asked.map(({ expiration }) => expiration)
    const past = findPastFacts({ market, cache }, listing.symbol, {
      expirations,
      entryDates,
      closeDates,
      openDates,
    })
    const quoting = cache('chain', `${listing.symbol}:calls:${digest}`, async () => {
      const [quotes, atm] = await Promise.all([quoteCalls(market, listing, asked), findAtm(getAtmIv, listing.symbol)])
      return { ...quotes, atmIv: atm.impliedVolatility, missing: mergeMissing(quotes.missing, atm.missing) }
    })
    const listingStrikes = strikesOf === undefined ? [] : listStrikes({ market, cache }, listing, strikesOf)
    const [{ calls, ...found }, facts, strikes] = await Promise.all([quoting, past, listingStrikes])
    // The cached answer may list the calls in a different order.
    const byKey = new Map(calls.map((call) => [keyOf(call), call]))
    return { ...found, ...facts, strikes, calls: asked.map((terms) => byKey.get(keyOf(terms)) ?? unlisted(terms)) }
  }
}

/** Strikes of the calls of one expiration, ascending; empty if it is not listed. */
async function listStrikes(
  { market, cache }: Pick<OptionDeps, 'market' | 'cache'>,
  listing: ExpirationList,
  expiration: IsoDate,
): Promise<readonly number[]> {
  const isListed = listWithin(listing, { minDays: null, maxDays: null }).some(({ date }) => date === expiration)
  if (!isListed) return []
  const { strikes } = await cache('chain', `${listing.symbol}:strikes:${expiration}`, async () => {
    const { contracts, stamp, missing } = await readChain(market, listing, { expiration, type: 'call' })
    return { ...stamp, missing, strikes: [...new Set(contracts.map(({ strike }) => strike))].toSorted((a, b) => a - b) }
  })
  return strikes
}

async function quoteCalls(market: MarketData, listing: ExpirationList, asked: readonly CallTerms[]) {
  const reading = await readChain(market, listing, narrow(listing, asked))
  const { events, nowMs, priceUsd, quotedAtMs, stamp, symbol } = reading
  const wanted = new Set(asked.map(keyOf))
  const contracts = reading.contracts.filter((contract) => wanted.has(keyOf(contract)))
  const ofType = (type: OptionQuote['type']) => contracts.filter((contract) => contract.type === type)
  const puts = new Map(ofType('put').map((put) => [keyOf(put), put]))
  const valued = await valueByExpiration(market, { ...reading, contracts: ofType('call') }, (slice, terms) =>
    slice.flatMap((call) =>
      valueCall(call, puts.get(keyOf(call)), terms).map((row) => ({ ...row, ...boundCall(row, terms) })),
    ),
  )
  const rows = new Map(valued.values.flat().map((row) => [keyOf(row), row]))
  const calls = asked.map((terms): QuotedCall => {
    const row = rows.get(keyOf(terms))
    return row === undefined
      ? unlisted(terms)
      : describeCall(terms, row, { put: puts.get(keyOf(terms)), priceUsd, dataClass: stamp.dataClass })
  })
  return {
    ...stamp,
    ...{ symbol, priceUsd, calls, quotedAtMs, nowMs },
    earnings: events.earnings,
    dividends: listDeclared(events, newYorkDate(nowMs)),
    pastDividends: events.dividends.filter(({ exDate }) => exDate <= newYorkDate(nowMs)),
    paysNoDividend: events.paysNoDividend,
    // The attention list treats undeclared dividends as unknown, so positions don't need this note.
    missing: mergeMissing(reading.missing, valued.missing).filter(({ field }) => field !== EXPECTED_DIVIDENDS),
  }
}

/**
 * Computes a call's row. If its quote has no implied volatility, its greeks use the volatility of the put with the same
 * strike.
 */
function valueCall(call: OptionQuote, put: OptionQuote | undefined, terms: MarketTerms): ContractRow[] {
  const rows = valueContracts([call], terms)
  return rows.map(openGreekFill(rows, put === undefined ? [] : [put], terms))
}

/** Lists declared dividends, including special ones, soonest first. */
function listDeclared(events: CompanyEvents, today: IsoDate): AnnouncedDividend[] {
  const declared = [...listUpcomingDividends(events, today), ...listStrikeAdjustments(events, today)]
  return declared.sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}

/**
 * Filter for the narrowest range of days and strikes that contains the requested calls; null if none of their
 * expirations is listed.
 */
function narrow(listing: ExpirationList, asked: readonly CallTerms[]): ChainFilter | null {
  const dates = new Set(asked.map(({ expiration }) => expiration))
  const listed = listWithin(listing, { minDays: null, maxDays: null }).filter(({ date }) => dates.has(date))
  const [first, last] = [listed[0], listed.at(-1)]
  if (first === undefined || last === undefined) return null
  const strikes = asked.filter(({ expiration }) => expiration >= first.date && expiration <= last.date)
  const bounds = {
    minStrike: Math.min(...strikes.map(({ strike }) => strike)),
    maxStrike: Math.max(...strikes.map(({ strike }) => strike)),
  }
  return first === last ? { expiration: first.date, ...bounds } : { minDays: first.days, maxDays: last.days, ...bounds }
}

type BoundedRow = ContractRow & CallBounds

/** Computes bounds for a call's figures. A call with a known delta needs none. */
const boundCall = (row: ContractRow, terms: MarketTerms): CallBounds =>
  row.delta === null ? boundByAsk(row, terms) : NO_BOUNDS

function describeCall(
  { expiration, strike }: CallTerms,
  row: BoundedRow,
  {
    put,
    priceUsd,
    dataClass,
  }: Pick<AnswerStamp, 'dataClass'> & { readonly put: OptionQuote | undefined; readonly priceUsd: number | null },
): QuotedCall {
  const { bid, ask, delta, deltaAtMost, impliedVolatility, impliedVolatilityAtMost, flags } = row
  const { premium, source } = choosePremium(row, Math.max(0, (priceUsd ?? 0) - strike))
  return {
    ...{ expiration, strike, bid, ask, premium, flags },
    ...{ delta, deltaAtMost, impliedVolatility, impliedVolatilityAtMost },
    isListed: true,
    premiumSource: source,
    premiumIsQuote: premium === null ? null : source === 'quote' && dataClass !== 'stale',
    putMid: put === undefined ? null : quoteMid(put),
  }
}

function unlisted({ expiration, strike }: CallTerms): QuotedCall {
  return {
    ...{ expiration, strike, isListed: false, bid: null, ask: null, premium: null, premiumIsQuote: null },
    ...{ premiumSource: null, delta: null, impliedVolatility: null, ...NO_BOUNDS, putMid: null, flags: [] },
  }
}

/**
 * Finds the at-the-money volatility. It is only a fallback, so a failure leaves it null instead of failing the whole
 * response.
 */
async function findAtm(
  getAtmIv: QuoteDeps['getAtmIv'],
  symbol: string,
): Promise<Pick<AtmIv, 'impliedVolatility' | 'missing'>> {
  try {
    return await getAtmIv(symbol)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { impliedVolatility: null, missing: [notLoaded('implied_volatility', 'at-the-money volatilities')] }
  }
}

type QuoteId = 'marketData.contractQuotes'

export function buildContractQuoteHandlers(options: {
  readonly getContractQuotes: ReturnType<typeof createContractQuotes>
}): Pick<Handlers<'market-data'>, QuoteId> {
  return {
    'marketData.contractQuotes': async ({ params, body }) => {
      const asked = body.contracts.map(({ expiration_date, strike }) => ({ expiration: expiration_date, strike }))
      const found = await options.getContractQuotes(params.symbol, asked, {
        ...(body.entry_dates === undefined ? {} : { entryDates: body.entry_dates }),
        ...(body.close_dates === undefined ? {} : { closeDates: body.close_dates }),
        ...(body.open_dates === undefined ? {} : { openDates: body.open_dates }),
        ...(body.strikes_of === undefined ? {} : { strikesOf: body.strikes_of }),
      })
      const since = body.dividends_since
      return {
        symbol: found.symbol,
        current_price: found.priceUsd,
        contracts: found.calls.map(toWireCall),
        atm_iv: found.atmIv,
        earnings_date: found.earnings?.date ?? null,
        earnings_session: found.earnings?.session ?? null,
        dividends: found.dividends.map(toWireDividend),
        past_dividends:
          since === undefined ? [] : found.pastDividends.filter(({ exDate }) => exDate >= since).map(toWireDividend),
        pays_no_dividend: found.paysNoDividend,
        splits: [...found.splits],
        closes: [...found.closes],
        ...(body.open_dates === undefined ? {} : { opens: [...found.opens] }),
        ...(body.strikes_of === undefined ? {} : { strikes: [...found.strikes] }),
        quoted_at: found.quotedAtMs === null ? null : new Date(found.quotedAtMs).toISOString(),
        market_time: new Date(found.nowMs).toISOString(),
        message: describeMissing(found.missing),
        ...toWireStamp(found),
      }
    },
  }
}

const toWireDividend = ({ exDate, cash, kind = null }: AnnouncedDividend) => ({
  ex_date: exDate,
  cash_amount: cash,
  kind,
})

function toWireCall(call: QuotedCall): CallQuote {
  return {
    expiration_date: call.expiration,
    strike: call.strike,
    listed: call.isListed,
    bid: call.bid,
    ask: call.ask,
    premium: call.premium,
    premium_source: call.premiumSource,
    premium_is_quote: call.premiumIsQuote,
    delta: call.delta,
    delta_at_most: call.deltaAtMost,
    implied_volatility: call.impliedVolatility,
    implied_volatility_at_most: call.impliedVolatilityAtMost,
    put_mid: call.putMid,
    flags: [...call.flags],
  }
}
