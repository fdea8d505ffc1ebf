import { addDays, type IsoDate, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import { latestSession } from '../../sessions.ts'
import type { Reject } from '../guards/rejections.ts'
import { createCallMemo } from '../http/call-memo.ts'
import { isObject, type JsonObject, readInstantMs, readKnownJsonNumber, readObject } from '../http/json-values.ts'
import type { Query } from '../http/provider-client.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import {
  byExpirationStrikeType,
  readAmount,
  readCount,
  readDelta,
  readPrice,
  selectContracts,
} from '../parsing/option-values.ts'
import type { Answer, ChainFilter, ChainSource, Missing, OptionChain, OptionQuote, VendorGreeks } from '../provider.ts'
import { type AlpacaContext, lacks, type Pages, withPartial } from './alpaca-client.ts'
import { type Contract, type ContractLists, NEAR_DAYS, readStandardContract } from './contracts.ts'

const PAGE_ROWS = 1_000
/** Enough for 25,000 contracts, twice as many as the longest chain of any stock or fund. */
const MAX_PAGES = 25
/** How long a symbol's near contracts serve other filters; the feed itself is 15 minutes late. */
const KEEP_MS = 60_000
const MAX_KEPT_CONTRACTS = 50_000
/** Shown with every chain: D39 requires that estimated prices say so. */
const INDICATIVE: Missing = {
  field: 'quotes',
  reason:
    'Indicative quotes: Alpaca estimates the bid and ask of options and delays their trades by 15 minutes; they are not exchange quotes',
}

interface ChainRow {
  readonly quote: OptionQuote
  readonly quotedAtMs: number | null
}

type ChainAnswer = Answer<OptionChain | null>

export const createChainMemo = () =>
  createCallMemo<ChainAnswer>({
    keepMs: KEEP_MS,
    maxWeight: MAX_KEPT_CONTRACTS,
    weigh: ({ value }) => (value?.contracts.length ?? 0) + 1,
  })

type OpenInterest = ReadonlyMap<string, number>

/**
 * Reads a symbol's chain from the snapshots, and its open interest from the list of contracts. If any page of either
 * fails, the whole request fails, with the rows read so far as `partial`: a chain without some of its strikes must not
 * pass as complete (F23).
 */
export function createChains(
  context: AlpacaContext,
  { findOpenInterest }: ContractLists,
  memo: ReturnType<typeof createChainMemo>,
): ChainSource {
  const recall = memo.open(context.now)

  async function fetchChain(symbol: string, query: Query, until: IsoDate | null): Promise<ChainAnswer> {
    const path = `/v1beta1/options/snapshots/${encodeURIComponent(symbol)}`
    const [pages, interest] = await Promise.all([
      context.data.listPages(path, query, { maxPages: MAX_PAGES, part: 'snapshots' }),
      findOpenInterest(symbol, until).catch((error: unknown) => {
        if (error instanceof ProviderFailure) return error
        throw error
      }),
    ])
    const brokenBy = pages.brokenBy ?? (interest instanceof ProviderFailure ? interest : null)
    const openInterest = interest instanceof ProviderFailure ? new Map<string, number>() : interest
    const answer = answerChain(context, symbol, pages, openInterest)
    if (brokenBy === null) return answer
    if (pages.brokenBy !== null) throw withPartial(brokenBy, answer)
    const reason = `The open interest could not be loaded: ${brokenBy.detail}`
    throw withPartial(brokenBy, { ...answer, missing: [{ field: 'open_interest', reason }, ...answer.missing] })
  }

  return {
    async findChain(symbol, filter = {}) {
      const today = newYorkDate(context.now())
      const last = lastDayOf(filter, today)
      const near = addDays(today, NEAR_DAYS)
      // Most chains have a page of near contracts, so one call serves the screener's filters and a user's positions.
      if (last === null || last > near) return fetchChain(symbol, toQuery(filter, today), last)
      const query = toQuery({ minDays: 0, maxDays: NEAR_DAYS }, today)
      const answer = await recall(`${symbol} ${today}`, () => fetchChain(symbol, query, near))
      if (answer.value === null) return answer
      const contracts = selectContracts(answer.value.contracts, filter, today)
      return { ...answer, value: { ...answer.value, contracts } }
    },
  }
}

function toQuery({ type, minDays, maxDays, minStrike, maxStrike, expiration }: ChainFilter, today: IsoDate): Query {
  return {
    feed: 'indicative',
    limit: PAGE_ROWS,
    type,
    expiration_date: expiration,
    expiration_date_gte: minDays === undefined ? undefined : addDays(today, minDays),
    expiration_date_lte: maxDays === undefined ? undefined : addDays(today, maxDays),
    strike_price_gte: minStrike,
    strike_price_lte: maxStrike,
  }
}

function lastDayOf({ maxDays, expiration }: ChainFilter, today: IsoDate): IsoDate | null {
  return expiration ?? (maxDays === undefined ? null : addDays(today, maxDays))
}

function answerChain(
  context: AlpacaContext,
  symbol: string,
  pages: Pages,
  openInterest: OpenInterest,
): Answer<OptionChain | null> {
  const rows = readRows(context, symbol, pages, openInterest)
  const missing: Missing[] = [INDICATIVE]
  if (pages.brokenBy !== null) {
    missing.push({ field: 'chain', reason: `The chain is incomplete: ${pages.brokenBy.detail}` })
  }
  if (rows.length === 0) {
    missing[0] = lacks('chain', `option chain for ${symbol}`)
    return context.stamps.prices(null, 'indicative', null, missing)
  }
  const contracts = rows.map(({ quote }) => quote).sort(byExpirationStrikeType)
  const quotedAtMs = rows.reduce<number | null>((latest, row) => later(latest, row.quotedAtMs), null)
  if (contracts.every(({ vendorGreeks }) => vendorGreeks === null)) {
    missing.push(lacks('vendor_greeks', 'greeks of these contracts'))
  }
  return context.stamps.prices({ contracts, quotedAtMs, underlyingPriceUsd: null }, 'indicative', quotedAtMs, missing)
}

/** Standard contracts that have not expired, without duplicates. Rejected rows are counted. */
function readRows(
  { now, reject }: AlpacaContext,
  symbol: string,
  { parts }: Pages,
  openInterest: OpenInterest,
): ChainRow[] {
  const rules = { root: symbol.replace('.', ''), today: newYorkDate(now()) }
  const sessionStartMs = newYorkMidnightMs(latestSession(now()))
  const rows = new Map<string, ChainRow>()
  for (const [text, snapshot] of parts.flatMap((part) => Object.entries(readObject(part)))) {
    const contract = readStandardContract(text, rules)
    if (typeof contract === 'string') reject(contract)
    else if (rows.has(text)) reject('duplicate')
    else rows.set(text, readRow(readObject(snapshot), contract, { sessionStartMs, openInterest, reject }))
  }
  return [...rows.values()]
}

interface RowContext {
  readonly sessionStartMs: number
  readonly openInterest: OpenInterest
  readonly reject: Reject
}

/** Reads a row. The vendor's volatility is ignored: ours comes from the mid. An ask of 0 is not a real offer. */
function readRow(row: JsonObject, contract: Contract, { sessionStartMs, openInterest, reject }: RowContext): ChainRow {
  const { bp, ap, t } = readObject(row.latestQuote)
  const bid = readAmount(bp, reject)
  const ask = readAmount(ap, reject)
  return {
    quote: {
      ...contract,
      // A bid and an ask of 0 together mean that there is no quote.
      bid: ask === 0 && bid === 0 ? null : bid,
      ask: ask === 0 ? null : ask,
      last: readPrice(readObject(row.latestTrade).p, reject),
      volume: readVolume(row, sessionStartMs, reject),
      openInterest: openInterest.get(contract.contractSymbol) ?? null,
      vendorGreeks: readGreeks(readObject(row.greeks), reject),
    },
    quotedAtMs: readInstantMs(t),
  }
}

/**
 * Contracts traded in the session. `dailyBar` and `latestTrade` are from the last day on which the contract traded, and
 * are absent if it never did: a contract that is quoted, but did not trade in this session, has a volume of 0.
 */
function readVolume(row: JsonObject, sessionStartMs: number, reject: Reject): number | null {
  const bar = readObject(row.dailyBar)
  const barMs = readInstantMs(bar.t)
  if (barMs !== null && barMs >= sessionStartMs) return readCount(bar.v, reject)
  const tradeMs = readInstantMs(readObject(row.latestTrade).t)
  const hasTraded = tradeMs !== null && tradeMs >= sessionStartMs
  return hasTraded || !isObject(row.latestQuote) ? null : 0
}

/** The vendor's theta is per day and its vega per volatility point, like ours. */
function readGreeks({ delta, gamma, theta, vega, rho }: JsonObject, reject: Reject): VendorGreeks | null {
  const value = readDelta(delta, reject)
  if (value === null) return null
  return {
    delta: value,
    gamma: readKnownJsonNumber(gamma),
    theta: readKnownJsonNumber(theta),
    vega: readKnownJsonNumber(vega),
    rho: readKnownJsonNumber(rho),
  }
}

function later(a: number | null, b: number | null): number | null {
  return a === null || (b !== null && b > a) ? b : a
}
