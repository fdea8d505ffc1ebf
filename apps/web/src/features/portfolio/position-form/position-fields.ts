import {
  FIRST_DAY,
  LAST_DAY,
  MAX_CONTRACTS,
  MAX_NOTES_LENGTH,
  MAX_PRICE_USD,
} from '@callwright/contracts/portfolio-limits'
import { readSymbolSpelling } from '@callwright/contracts/symbol-spelling'
import { findClosedEntry, findClosedExpiry } from '@callwright/scoring'
import { isCalendarDay } from '@callwright/scoring/iso-date'
import type { ApiError } from '../../../api/http.ts'
import type { PositionTerms } from '../../../api/portfolio.ts'
import { type NumberReading, readNumber } from '../../../shared/form/number-field.ts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'

const noCount = (most: string) => `Enter a whole number from 1 to ${most}`

const missing: Readonly<Partial<Record<FieldName, string>>> = {
  ticker: 'Enter the ticker symbol',
  entryDate: 'Enter the day you sold the call',
  expiryDate: 'Choose the day the call expires',
  strikePrice: 'Choose the strike',
  entryPrice: 'Enter your cost per share',
  entryPremium: 'Enter the premium per share',
}

/** A position's form values as typed; fields not entered are empty. */
export interface PositionFields {
  readonly ticker: string
  readonly entryDate: string
  readonly expiryDate: string
  readonly strikePrice: string
  readonly entryPrice: string
  readonly entryPremium: string
  readonly contracts: string
  readonly notes: string
}

export type FieldName = keyof PositionFields

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  ticker: 'Ticker Symbol',
  entryDate: 'Entry Date',
  expiryDate: 'Expiry Date',
  strikePrice: 'Strike Price ($)',
  entryPrice: 'Entry Price ($)',
  entryPremium: 'Premium Received ($)',
  contracts: 'Contracts',
  notes: 'Notes (optional)',
}

/** Field names in display order. */
export const fieldNames = Object.keys(fieldLabels) as FieldName[]

const optional: readonly FieldName[] = ['contracts', 'notes']
export const isMissing = (name: FieldName, fields: PositionFields) =>
  !optional.includes(name) && fields[name].trim() === ''

const writeNumber = (value: number | undefined) => (value === undefined ? '' : String(value))

export type FigureName = 'strikePrice' | 'entryPrice' | 'entryPremium' | 'contracts'

/** Facts needed to validate the fields. */
export interface EntryFacts {
  /** Today's date in the market's time zone. */
  readonly today: string
  /** Typed ticker that the market does not know; null if it is known or not yet checked. */
  readonly unknownTicker: string | null
  /** Expirations that the market lists. They are valid even if the calendar says that nothing expires that day. */
  readonly listedDays: readonly string[]
  /** Stored terms of the position being edited, which always remain valid. */
  readonly stored: Partial<PositionTerms> | null
}

/** Default entry date: the last session, because trades are often entered on the following weekend. */
export const findEntryDay = (today: string): string => findClosedEntry(today)?.sessionBefore ?? today

export function writeFields(terms: Partial<PositionTerms>, today: string): PositionFields {
  return {
    ticker: terms.ticker ?? '',
    entryDate: terms.entryDate ?? findEntryDay(today),
    expiryDate: terms.expiryDate ?? '',
    strikePrice: writeNumber(terms.strikePrice),
    entryPrice: writeNumber(terms.entryPrice),
    entryPremium: writeNumber(terms.entryPremium),
    contracts: writeNumber(terms.contracts ?? 1),
    notes: terms.notes ?? '',
  }
}

/** Terms from the fields; null if `checkField` finds an error. */
export function readTerms(fields: PositionFields, facts: EntryFacts): PositionTerms | null {
  if (fieldNames.some((name) => checkField(name, fields, facts) !== null)) return null
  const { entryDate, expiryDate, notes } = fields
  const ticker = readTicker(fields)
  const strikePrice = readFigure('strikePrice', fields)
  const entryPrice = readFigure('entryPrice', fields)
  const entryPremium = readFigure('entryPremium', fields)
  const contracts = readFigure('contracts', fields)
  if (ticker === null || strikePrice === null || entryPrice === null || entryPremium === null || contracts === null) {
    return null
  }
  return {
    ...{ ticker, entryDate, expiryDate, strikePrice, entryPrice, entryPremium, contracts },
    notes: notes.trim() === '' ? null : notes.trim(),
  }
}

/** The ticker in exchange notation, judged by its spelling alone; null if it can't be a ticker. */
export function readTicker({ ticker }: Pick<PositionFields, 'ticker'>): string | null {
  const spelling = readSymbolSpelling(ticker)
  return spelling === null || spelling.contract !== null ? null : spelling.symbol
}

/** Parses a typed figure; an empty contracts field means 1. Returns null if the text is not a number. */
export function readFigure(name: FigureName, fields: Pick<PositionFields, FigureName>): number | null {
  return name === 'contracts' && fields.contracts.trim() === '' ? 1 : readTyped(name, fields).value
}

const readTyped = (name: FigureName, fields: Pick<PositionFields, FigureName>): NumberReading =>
  readNumber(
    fields[name],
    name === 'contracts'
      ? { notNumber: noCount(formatDecimal(MAX_CONTRACTS)), whole: true }
      : { notNumber: 'Enter a number, such as 2.45' },
  )

/** Error message for a field; null if it is valid. */
export function checkField(name: FieldName, fields: PositionFields, facts: EntryFacts): string | null {
  if (isMissing(name, fields)) return missing[name] ?? null
  const text = fields[name].trim()
  switch (name) {
    case 'ticker':
      return checkTicker(text, facts)
    case 'entryDate':
      return checkDay(text) ?? checkEntry(text, facts)
    case 'expiryDate':
      return checkDay(text) ?? checkOrder(text, fields.entryDate) ?? checkSession(text, facts)
    case 'strikePrice':
    case 'entryPrice':
      return (
        checkUsd(name, fields, 'Enter a price above 0') ??
        (readFigure(name, fields) === 0 ? 'Enter a price above 0' : null)
      )
    case 'entryPremium':
      return checkUsd(name, fields, 'Enter a premium of 0 or more')
    case 'contracts':
      return text === '' ? null : checkContracts(fields)
    case 'notes':
      return text.length > MAX_NOTES_LENGTH ? `Use at most ${formatDecimal(MAX_NOTES_LENGTH)} characters` : null
  }
}

function checkTicker(text: string, { unknownTicker, stored }: EntryFacts): string | null {
  const spelling = readSymbolSpelling(text)
  if (spelling === null) return 'Enter a symbol, such as AAPL'
  if (spelling.contract !== null)
    return spelling.contract.type === 'put'
      ? 'This is a put. A covered call needs shares and a call'
      : 'Enter the stock’s symbol, such as AAPL. Choose expiration and strike below'
  return text === unknownTicker && text !== stored?.ticker ? `Unknown symbol: ${text}. Check the spelling.` : null
}

function checkDay(text: string): string | null {
  if (!isCalendarDay(text)) return 'Enter a valid date'
  const isKept = text >= FIRST_DAY && text <= LAST_DAY
  return isKept ? null : `Enter a date from ${formatDayLong(FIRST_DAY)} to ${formatDayLong(LAST_DAY)}`
}

function checkEntry(entryDate: string, { today, stored }: EntryFacts): string | null {
  if (entryDate === stored?.entryDate) return null
  if (entryDate > today) return `The entry date cannot be in the future: today is ${formatDayLong(today)}`
  const closed = findClosedEntry(entryDate)
  if (closed === null) return null
  return `The market was closed on ${formatDayLong(entryDate)} (${closed.reason}). The last trading day before it was ${formatDayLong(closed.sessionBefore)}`
}

/** Last trading day before an entry date on which the market was closed, or before a future one; null if it is valid. */
export function findTradingDay(entryDate: string, { today, stored }: EntryFacts): string | null {
  if (!isCalendarDay(entryDate) || entryDate === stored?.entryDate) return null
  return entryDate > today ? findEntryDay(today) : (findClosedEntry(entryDate)?.sessionBefore ?? null)
}

const checkOrder = (expiryDate: string, entryDate: string) =>
  isCalendarDay(entryDate) && expiryDate < entryDate ? 'The call expires before the entry date' : null

function checkSession(expiryDate: string, facts: EntryFacts): string | null {
  const closed = findClosedDay(expiryDate, facts)
  if (closed === null) return null
  return `The market is closed on ${formatDayLong(expiryDate)} (${closed.reason}). Options of that week expire on ${formatDayLong(closed.listedDay)}`
}

/** Why no option expires on that day, with the listed day in the same week; null if one could expire that day. */
export function findClosedDay(expiryDate: string, { listedDays, stored }: EntryFacts) {
  if (!isCalendarDay(expiryDate) || expiryDate === stored?.expiryDate || listedDays.includes(expiryDate)) return null
  return findClosedExpiry(expiryDate)
}

function checkUsd(name: FigureName, fields: PositionFields, tooLow: string): string | null {
  const { value, fault } = readTyped(name, fields)
  if (fault !== null) return fault
  if (value < 0) return tooLow
  return value > MAX_PRICE_USD ? `Enter at most ${formatDecimal(MAX_PRICE_USD)}` : null
}

function checkContracts(fields: PositionFields): string | null {
  const { value, fault } = readTyped('contracts', fields)
  if (fault !== null) return fault
  return value >= 1 && value <= MAX_CONTRACTS ? null : noCount(formatDecimal(MAX_CONTRACTS))
}

const wireNames: Readonly<Record<string, FieldName>> = {
  ticker: 'ticker',
  entry_date: 'entryDate',
  expiry_date: 'expiryDate',
  strike_price: 'strikePrice',
  entry_price: 'entryPrice',
  entry_premium: 'entryPremium',
  contracts: 'contracts',
  notes: 'notes',
}

/** Form field that a server error refers to; null if none. */
export const findRefusedField = ({ field }: ApiError['fields'][number]): FieldName | null => wireNames[field] ?? null
