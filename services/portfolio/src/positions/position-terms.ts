import {
  FIRST_DAY,
  type FieldError,
  LAST_DAY,
  MAX_CONTRACTS,
  MAX_NOTES_LENGTH,
  MAX_PRICE_USD,
  type NewPosition,
  type PositionChange,
  PRICE_DECIMALS,
  termNames,
  toDomain,
} from '@callwright/contracts'
import {
  findClosedEntry,
  findClosedExpiration,
  type GrantFacts,
  type IsoDate,
  isCalendarDay,
  usDate,
} from '@callwright/scoring'
import { type ResolveSymbol, resolveBySpelling } from './stock-names.ts'

/** Terms of a position as the user entered them, in dollars per share. */
export interface PositionTerms {
  readonly symbol: string
  readonly entryDate: IsoDate
  readonly expiration: IsoDate
  readonly strike: number
  readonly premium: number
  readonly entryPrice: number
  readonly contracts: number
  readonly notes: string | null
}

/** Optional details of a new position. */
export interface EntryDetails {
  readonly feesUsd: number
  /** The chain that the call joins; null for a chain of its own. */
  readonly chainId: string | null
  readonly account: string | null
  readonly sharesFrom: 'new' | 'held'
  readonly acquiredOn: IsoDate | null
  readonly taxCost: number | null
  readonly acceptUncovered: boolean
  /** Facts for the tax view, if the call was written today. */
  readonly grant: GrantFacts | null
}

export interface IdentifiedTerms {
  readonly id: string
  readonly terms: PositionTerms
  /** Omitted for a new chain on new shares without fees. */
  readonly details?: EntryDetails
}

const SYMBOL = /^[A-Z]{1,6}(\.[A-Z]{1,3})?$/
// Notes may contain line feeds and tabs, but not bidirectional control characters, which could make a note misleading.
const FORBIDDEN_CHARACTERS = /[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u

/**
 * Converts a position from its wire format. Defaults are 1 contract and no notes. The symbol may be an option symbol
 * that names the call.
 */
export function readNewPosition(
  position: NewPosition,
  resolveSymbol: ResolveSymbol = resolveBySpelling,
): IdentifiedTerms {
  const { id, symbol, contracts = 1, notes, ...rest } = toDomain(position, termNames)
  const { entryDate, expiration, strike, premium, entryPrice, confirmEqual: _confirmed, ...given } = rest
  const call = { entryDate, expiration, strike, premium, entryPrice }
  const terms = { symbol: resolveSymbol(symbol, call), ...call, contracts, notes: readNotes(notes) }
  return Object.keys(given).length === 0 ? { id, terms } : { id, terms, details: { ...NO_DETAILS, ...given } }
}

export const NO_DETAILS: EntryDetails = {
  feesUsd: 0,
  chainId: null,
  account: null,
  sharesFrom: 'new',
  acquiredOn: null,
  taxCost: null,
  acceptUncovered: false,
  grant: null,
}

/** Converts an edit from its wire format. */
export function readChange(
  change: PositionChange,
  resolveSymbol: ResolveSymbol = resolveBySpelling,
): Partial<PositionTerms> {
  const { symbol, notes, ...terms } = toDomain(change, termNames)
  return {
    ...terms,
    ...(symbol !== undefined && { symbol: resolveSymbol(symbol) }),
    ...(notes !== undefined && { notes: readNotes(notes) }),
  }
}

/** A blank note becomes null. */
const readNotes = (notes: string | null | undefined): string | null => notes?.trim() || null

/**
 * Checks what the schema cannot: dates must exist and be in order, prices must be whole hundredths of a cent, and text
 * must be well formed.
 */
export function listFaults(terms: PositionTerms): FieldError[] {
  const dates = { entry_date: terms.entryDate, expiry_date: terms.expiration }
  const prices = {
    strike_price: terms.strike,
    entry_premium: terms.premium,
    entry_price: terms.entryPrice,
  }
  const faults = [
    ...describeFault('ticker', SYMBOL.test(terms.symbol) ? null : 'must be a stock symbol, such as KO or BRK.B'),
    ...Object.entries(dates).flatMap(([field, day]) => describeFault(field, findDayFault(day))),
    ...Object.entries(prices).flatMap(([field, price]) => describeFault(field, findPriceFault(price))),
    ...describeFault('notes', terms.notes === null ? null : findTextFault(terms.notes)),
  ]
  if (faults.some(({ field }) => field in dates) || terms.entryDate <= terms.expiration) return faults
  return [...faults, { field: 'expiry_date', detail: 'must not be before the entry date' }]
}

/**
 * Checks that the dates in otherwise valid terms are possible entry and expiration dates (D64). Dates that are already
 * stored are accepted, so that the user can still change the position's other terms.
 */
export function listImpossibleDays(terms: PositionTerms, stored: PositionTerms | null, today: IsoDate): FieldError[] {
  const { entryDate, expiration } = terms
  const closed = expiration === stored?.expiration ? null : findClosedExpiration(expiration)
  return [
    ...describeFault('entry_date', entryDate === stored?.entryDate ? null : findEntryFault(entryDate, today)),
    ...describeFault(
      'expiry_date',
      closed === null
        ? null
        : `must be a trading day. The market is closed on ${usDate(expiration)} (${closed.reason}). ` +
            `Options of that week expire on ${usDate(closed.listedDay)}`,
    ),
  ]
}

function findEntryFault(entryDate: IsoDate, today: IsoDate): string | null {
  if (entryDate > today) return `must not be in the future: today is ${usDate(today)}`
  const closed = findClosedEntry(entryDate)
  if (closed === null) return null
  return (
    `must be a trading day. The market was closed on ${usDate(entryDate)} (${closed.reason}). ` +
    `The last trading day before it was ${usDate(closed.sessionBefore)}`
  )
}

const describeFault = (field: string, detail: string | null): FieldError[] =>
  detail === null ? [] : [{ field, detail }]

export function findDayFault(day: IsoDate): string | null {
  if (!isCalendarDay(day)) return 'must be a valid date'
  return day >= FIRST_DAY && day <= LAST_DAY ? null : `must be from ${usDate(FIRST_DAY)} to ${usDate(LAST_DAY)}`
}

/** Whether a number has at most so many decimals. */
export function hasAtMost(decimals: number, value: number): boolean {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale === value
}

function findPriceFault(price: number): string | null {
  if (Object.is(price, -0)) return 'must not be negative'
  return hasAtMost(PRICE_DECIMALS, price) ? null : `must have at most ${PRICE_DECIMALS} decimals`
}

function findTextFault(text: string): string | null {
  if (!text.isWellFormed()) return 'must not contain invalid characters'
  return FORBIDDEN_CHARACTERS.test(text) ? 'must not contain control characters' : null
}

const termKeys = [
  'symbol',
  'entryDate',
  'expiration',
  'strike',
  'premium',
  'entryPrice',
  'contracts',
  'notes',
] as const satisfies (keyof PositionTerms)[]

export function isSameTerms(a: PositionTerms, b: PositionTerms): boolean {
  return termKeys.every((name) => a[name] === b[name])
}

/**
 * Like `isSameTerms`, but treats `BRKB` and `BRK.B` as equal, because the symbol may have been stored while market-data
 * was down.
 */
export function isSameSpelledTerms(a: PositionTerms, b: PositionTerms): boolean {
  return isSameTerms({ ...a, symbol: joinClass(a.symbol) }, { ...b, symbol: joinClass(b.symbol) })
}

export const joinClass = (symbol: string): string => symbol.replace('.', '')

interface FieldMessages {
  readonly name: string
  readonly must: string
}

const grouped = new Intl.NumberFormat('en-US')
const aPrice = `must be a number of dollars above 0, up to ${grouped.format(MAX_PRICE_USD)}`
const aDay = 'must be a date in the form YYYY-MM-DD'

const words = new Map<string, FieldMessages>(
  Object.entries({
    id: { name: 'id', must: 'must be 1 to 64 letters, digits, hyphens or underscores' },
    ticker: { name: 'ticker', must: 'must be a stock symbol, such as KO or BRK.B' },
    entry_date: { name: 'entry date', must: aDay },
    expiry_date: { name: 'expiry date', must: aDay },
    strike_price: { name: 'strike price', must: aPrice },
    entry_premium: {
      name: 'entry premium',
      must: `must be a number of dollars from 0 to ${grouped.format(MAX_PRICE_USD)}`,
    },
    entry_price: { name: 'entry price', must: aPrice },
    contracts: { name: 'contracts', must: `must be a whole number from 1 to ${grouped.format(MAX_CONTRACTS)}` },
    notes: { name: 'notes', must: `must be text of at most ${grouped.format(MAX_NOTES_LENGTH)} characters` },
  } satisfies Partial<Record<keyof NewPosition, FieldMessages>>),
)

export const labelOf = (field: string): string => words.get(field)?.name ?? field

/** Describes the problems with a position's terms, one sentence each. */
export function describeFaults(faults: readonly FieldError[]): string {
  return faults.map(({ field, detail }) => `The ${labelOf(field)} ${detail}.`).join(' ')
}

/** Explains why a row doesn't match the schema of a position. */
export function describeUnread(row: unknown, faults: readonly FieldError[]): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'This is not a position.'
  const sentences = faults.map(({ field, detail }) => {
    const known = words.get(field)
    if (known === undefined) return `${field} ${detail}.`
    const value: unknown = Reflect.get(row, field)
    return `The ${known.name} ${value === undefined || value === '' ? 'is missing' : known.must}.`
  })
  return sentences.join(' ')
}
