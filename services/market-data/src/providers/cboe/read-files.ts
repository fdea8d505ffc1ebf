import { addDays, isCalendarDay, newYorkMidnightMs } from '@callwright/scoring'
import { parseContractSymbol } from '../contract-symbol.ts'
import type { RejectReason } from '../guards/rejections.ts'
import {
  type JsonObject,
  readDay,
  readKnownJsonNumber,
  readObject,
  readObjects,
  readPositiveNumber,
  readText,
} from '../http/json-values.ts'
import { parseVendorJson } from '../http/vendor-files.ts'
import { byExpirationStrikeType, readAmount, readCount, readDelta, readPrice } from '../parsing/option-values.ts'
import type { DailyBar, OptionQuote, VendorGreeks } from '../provider.ts'

// These run in a worker thread for large files, so they depend on nothing but the text.

/** The stock's part of a chain file. Prices of the session and after it; null if absent. */
export interface StockFigures {
  readonly current: number | null
  /** Change since the previous close. */
  readonly change: number | null
  readonly bid: number | null
  readonly ask: number | null
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly close: number | null
  /** The day's own close from about 21:00 in New York on. */
  readonly previousDayClose: number | null
  readonly volume: number | null
  /** The vendor's 30-day implied volatility, in percent. */
  readonly iv30Pct: number | null
  readonly lastTradeMs: number | null
}

export interface ChainFile {
  /** When the file was made. It is renewed at night too, when nothing trades. */
  readonly madeAtMs: number
  readonly stock: StockFigures
  /** Standard contracts, sorted. */
  readonly contracts: readonly OptionQuote[]
  /** Rows left out or blanked, by reason. */
  readonly rejected: Readonly<Record<string, number>>
}

/** Parses the file with a stock's quote and every contract of all its expirations. */
export function readChainFile(text: string): ChainFile {
  const body = readObject(parseVendorJson(text))
  const data = readObject(body.data)
  const madeAtMs = readUtcMs(body.timestamp)
  const symbol = readText(body.symbol) ?? readText(data.symbol)
  if (madeAtMs === null || symbol === null) throw new SyntaxError('returned a file without a time or a symbol')
  const rejected: Record<string, number> = {}
  const reject = (reason: RejectReason) => {
    rejected[reason] = (rejected[reason] ?? 0) + 1
  }
  const root = symbol.replace('.', '')
  const contracts = new Map<string, OptionQuote>()
  for (const row of readObjects(data.options)) {
    const quote = readContract(row, root, reject)
    if (quote !== null) contracts.set(quote.contractSymbol, quote)
  }
  return { madeAtMs, stock: readStock(data), contracts: [...contracts.values()].sort(byExpirationStrikeType), rejected }
}

function readStock(data: JsonObject): StockFigures {
  return {
    current: readPositiveNumber(data.current_price),
    change: readKnownJsonNumber(data.price_change),
    bid: readPositiveNumber(data.bid),
    ask: readPositiveNumber(data.ask),
    open: readPositiveNumber(data.open),
    high: readPositiveNumber(data.high),
    low: readPositiveNumber(data.low),
    close: readPositiveNumber(data.close),
    previousDayClose: readPositiveNumber(data.prev_day_close),
    volume: readKnownJsonNumber(data.volume),
    iv30Pct: readPositiveNumber(data.iv30),
    lastTradeMs: readNewYorkMs(data.last_trade_time),
  }
}

function readContract(row: JsonObject, root: string, reject: (reason: RejectReason) => void): OptionQuote | null {
  const text = readText(row.option) ?? ''
  const parsed = parseContractSymbol(text)
  if (parsed === null || !isCalendarDay(parsed.expiration) || !(parsed.strike > 0)) return drop('malformed')
  // Adjusted contracts are in the same list, under a root with a digit or of another company.
  if (parsed.root !== root) return drop('adjusted_root')
  const bid = readAmount(row.bid, reject)
  const ask = readAmount(row.ask, reject)
  const { expiration, type, strike } = parsed
  return {
    contractSymbol: text,
    expiration,
    type,
    strike,
    // A bid and an ask of 0 together mean that there is no quote.
    bid: ask === 0 && bid === 0 ? null : bid,
    ask: ask === 0 ? null : ask,
    last: readPrice(row.last_trade_price, reject),
    volume: readCount(row.volume, reject),
    openInterest: readCount(row.open_interest, reject),
    vendorGreeks: readGreeks(row, reject),
  }

  function drop(reason: RejectReason): null {
    reject(reason)
    return null
  }
}

/** An `iv` of 0 means that the vendor solved no volatility, and then its greeks mean nothing. */
function readGreeks(row: JsonObject, reject: (reason: RejectReason) => void): VendorGreeks | null {
  const delta = readDelta(row.delta, reject)
  if (delta === null || readPositiveNumber(row.iv) === null) return null
  return {
    delta,
    gamma: readKnownJsonNumber(row.gamma),
    theta: readKnownJsonNumber(row.theta),
    vega: readKnownJsonNumber(row.vega),
    rho: readKnownJsonNumber(row.rho),
  }
}

/** Sessions to keep of a file that covers the symbol's whole life: more than the product shows. */
const KEPT_SESSIONS = 1_000

/** Parses the file of daily bars. Rows from before the listing have prices of 0. */
export function readBarFile(text: string): DailyBar[] {
  const { data } = readObject(parseVendorJson(text))
  if (!Array.isArray(data)) throw new SyntaxError('returned no bars')
  const bars = readObjects(data).flatMap((row): DailyBar[] => {
    const [open, high, low, close] = [row.open, row.high, row.low, row.close].map(readPositiveNumber)
    const date = readDay(row.date)
    const volume = readKnownJsonNumber(row.volume)
    if (!(date && open && high && low && close) || volume === null) return []
    return [{ date, open, high, low, close, volume }]
  })
  return bars.sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-KEPT_SESSIONS)
}

export interface OptionableName {
  readonly symbol: string
  readonly name: string
}

/** Parses the list of all symbols with options. */
export function readOptionable(text: string): OptionableName[] {
  const { data } = readObject(parseVendorJson(text))
  const names = readObjects(data).flatMap(({ underlying, company_name }): OptionableName[] => {
    const symbol = readText(underlying)
    return symbol === null ? [] : [{ symbol, name: readText(company_name) ?? symbol }]
  })
  if (names.length === 0) throw new SyntaxError('returned no list of symbols with options')
  return names
}

/** `2026-10-02 20:05:11`, in UTC. */
function readUtcMs(value: unknown): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(readText(value) ?? '')
  const ms = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** `2026-10-02T15:59:58`, in New York, where clocks change only at night. */
function readNewYorkMs(value: unknown): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(readText(value) ?? '')
  const [, date = '', hours, minutes, seconds] = match ?? []
  if (!isCalendarDay(date)) return null
  // Clocks change at 2:00, so the start of the next day is always twelve hours after noon.
  const noonMs = newYorkMidnightMs(addDays(date, 1)) - HALF_DAY_MS
  return noonMs + ((Number(hours) - 12) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
}

const HALF_DAY_MS = 12 * 3_600_000
