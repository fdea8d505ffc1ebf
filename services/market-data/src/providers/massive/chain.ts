import { addDays, type IsoDate, isCalendarDay, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import { latestSession } from '../../sessions.ts'
import { parseContractSymbol } from '../contract-symbol.ts'
import type { Reject, RejectReason } from '../guards/rejections.ts'
import {
  isObject,
  type JsonObject,
  readInstantMs,
  readJsonNumber,
  readKnownJsonNumber,
  readObject,
  readObjects,
  readText,
} from '../http/json-values.ts'
import type { Query } from '../http/provider-client.ts'
import { byExpirationStrikeType, readAmount, readCount, readDelta, readPrice } from '../parsing/option-values.ts'
import type { Answer, ChainFilter, ChainSource, Missing, OptionChain, OptionQuote, VendorGreeks } from '../provider.ts'
import { lacks, type MassiveContext, type Pages, withPartial } from './massive-client.ts'

const SHARES_PER_CONTRACT = 100
/** Strikes are multiples of a thousandth. */
const STRIKE_TOLERANCE = 5e-4

type Contract = Pick<OptionQuote, 'contractSymbol' | 'expiration' | 'type' | 'strike'>

interface ContractRules {
  /** Root of the symbol's standard contracts, such as `BRKB` for BRK.B. */
  readonly root: string
  readonly today: IsoDate
}

/** A contract with its quote, and the quote's age and completeness. */
interface ChainRow {
  readonly quote: OptionQuote
  /** False if the row has no quote block at all, because the plan does not include bid and ask. */
  readonly hasQuoteBlock: boolean
  readonly isDelayed: boolean
  readonly quotedAtMs: number | null
  /** True if the day's figures are from an earlier session: they cover the last day on which the contract traded. */
  readonly isDayOld: boolean
}

/**
 * Reads the contract from a chain row's `details`, or from a row in the list of contracts. If the contract is not
 * standard, returns the reason to reject it instead.
 */
export function readContract(details: JsonObject, { root, today }: ContractRules): Contract | RejectReason {
  const ticker = readText(details.ticker)?.replace(/^O:/, '') ?? ''
  const parsed = parseContractSymbol(ticker)
  if (parsed === null || !isCalendarDay(parsed.expiration) || !(parsed.strike > 0)) return 'malformed'
  const shares = readJsonNumber(details.shares_per_contract) ?? SHARES_PER_CONTRACT
  const isAdjusted = shares !== SHARES_PER_CONTRACT || readObjects(details.additional_underlyings).length > 0
  if (parsed.root !== root || isAdjusted) return 'adjusted_root'
  const { expiration, type, strike } = parsed
  const strikeSaid = readJsonNumber(details.strike_price) ?? strike
  const agrees =
    (readText(details.expiration_date) ?? expiration) === expiration &&
    (readText(details.contract_type) ?? type) === type &&
    Math.abs(strikeSaid - strike) < STRIKE_TOLERANCE
  if (!agrees) return 'contract_mismatch'
  return expiration < today ? 'expired' : { contractSymbol: ticker, expiration, type, strike }
}

/**
 * Reads a row of the chain snapshot. `{}` and absent blocks mean unknown. On a plan with quotes, the last price is the
 * last trade. The day's close may be from another day, so it replaces the last trade only on a plan without quotes or
 * trades. `fmv`, which is a model value, and the vendor's volatility are ignored: ours comes from the mid.
 */
function readChainRow(row: JsonObject, contract: Contract, sessionStartMs: number, reject: Reject): ChainRow {
  const quote = readObject(row.last_quote)
  const trade = readObject(row.last_trade)
  const day = readObject(row.day)
  const hasQuoteBlock = isObject(row.last_quote)
  const dayMs = readInstantMs(day.last_updated)
  const isDayOld = dayMs !== null && dayMs < sessionStartMs
  const ask = readAmount(quote.ask, reject)
  const dayPrice = hasQuoteBlock || isObject(row.last_trade) ? null : readDayPrice(day, reject)
  return {
    quote: {
      ...contract,
      bid: readAmount(quote.bid, reject),
      // An ask of 0 is not a real offer.
      ask: ask === 0 ? null : ask,
      last: readPrice(trade.price, reject) ?? dayPrice,
      volume: isDayOld ? null : readCount(day.volume, reject),
      openInterest: readCount(row.open_interest, reject),
      vendorGreeks: readGreeks(readObject(row.greeks), reject),
    },
    hasQuoteBlock,
    isDelayed: [quote, trade, readObject(row.underlying_asset)].some(
      ({ timeframe }) => readText(timeframe)?.toUpperCase() === 'DELAYED',
    ),
    quotedAtMs: readInstantMs(quote.last_updated) ?? dayMs,
    isDayOld,
  }
}

function readDayPrice(day: JsonObject, reject: Reject): number | null {
  return readPrice(day.close, reject) ?? readPrice(day.vwap, reject)
}

/** The vendor's theta is per day and its vega per volatility point, like ours. It reports no rho. */
function readGreeks({ delta, gamma, theta, vega }: JsonObject, reject: Reject): VendorGreeks | null {
  const value = readDelta(delta, reject)
  if (value === null) return null
  return {
    delta: value,
    gamma: readKnownJsonNumber(gamma),
    theta: readKnownJsonNumber(theta),
    vega: readKnownJsonNumber(vega),
    rho: null,
  }
}

const PAGE_ROWS = 250
/** Enough for 25,000 contracts, twice as many as the longest chain of any stock or fund. */
const MAX_PAGES = 100

/**
 * Reads a symbol's chain from the snapshot endpoint. If any page fails, the whole request fails, with the rows read so
 * far as `partial`: a chain without some of its strikes must not pass as complete (F23).
 */
export function createChains(context: MassiveContext): ChainSource {
  return {
    async findChain(symbol, filter = {}) {
      const path = `/v3/snapshot/options/${encodeURIComponent(symbol)}`
      const query = { limit: PAGE_ROWS, ...toQuery(filter, newYorkDate(context.now())) }
      const pages = await context.client.listPages({ path, query }, { maxPages: MAX_PAGES })
      const answer = answerChain(context, symbol, pages)
      if (pages.brokenBy === null) return answer
      throw withPartial(pages.brokenBy, answer)
    },
  }
}

function toQuery({ type, minDays, maxDays, minStrike, maxStrike, expiration }: ChainFilter, today: string): Query {
  return {
    contract_type: type,
    expiration_date: expiration,
    'expiration_date.gte': minDays === undefined ? undefined : addDays(today, minDays),
    'expiration_date.lte': maxDays === undefined ? undefined : addDays(today, maxDays),
    'strike_price.gte': minStrike,
    'strike_price.lte': maxStrike,
  }
}

function answerChain(context: MassiveContext, symbol: string, pages: Pages): Answer<OptionChain | null> {
  const rows = readRows(context, symbol, pages.rows)
  const missing: Missing[] = []
  if (pages.brokenBy !== null) {
    missing.push({ field: 'chain', reason: `The chain is incomplete: ${pages.brokenBy.detail}` })
  }
  if (rows.length === 0) {
    return context.stamps.prices(null, 'delayed', null, [...missing, lacks('chain', `option chain for ${symbol}`)])
  }
  const contracts = rows.map(({ quote }) => quote).sort(byExpirationStrikeType)
  const quotedAtMs = rows.reduce<number | null>((latest, row) => later(latest, row.quotedAtMs), null)
  const hasQuotes = rows.some(({ hasQuoteBlock }) => hasQuoteBlock)
  if (!hasQuotes) missing.push(...describeIndicative(rows))
  if (contracts.every(({ vendorGreeks }) => vendorGreeks === null)) {
    missing.push(lacks('vendor_greeks', 'greeks of these contracts'))
  }
  const isLive = hasQuotes && !pages.delayed && !rows.some(({ isDelayed }) => isDelayed)
  return context.stamps.prices(
    { contracts, quotedAtMs, underlyingPriceUsd: null },
    isLive ? 'live' : 'delayed',
    quotedAtMs,
    missing,
  )
}

/** Standard contracts that have not expired, without duplicates. Rejected rows are counted. */
function readRows({ now, reject }: MassiveContext, symbol: string, rows: readonly JsonObject[]): ChainRow[] {
  const rules = { root: symbol.replace('.', ''), today: newYorkDate(now()) }
  const sessionStartMs = newYorkMidnightMs(latestSession(now()))
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const contract = readContract(readObject(row.details), rules)
    if (typeof contract === 'string') {
      reject(contract)
      return []
    }
    if (seen.has(contract.contractSymbol)) {
      reject('duplicate')
      return []
    }
    seen.add(contract.contractSymbol)
    return [readChainRow(row, contract, sessionStartMs, reject)]
  })
}

/** Builds notes for plans without quotes, on which prices come from trades and liquidity cannot be rated. */
function describeIndicative(rows: readonly ChainRow[]): Missing[] {
  const old = rows.filter(({ quote, isDayOld }) => quote.last !== null && isDayOld)
  const missing: Missing[] = [
    {
      field: 'bid',
      reason:
        'Indicative prices: this Massive plan has no bid and ask, so prices come from past trades or the close of the day, and spread and liquidity are not rated',
    },
  ]
  if (old.length > 0) {
    missing.push({
      field: 'last',
      reason: `${old.length} of the last prices are from earlier sessions`,
    })
  }
  return missing
}

function later(a: number | null, b: number | null): number | null {
  return a === null || (b !== null && b > a) ? b : a
}
