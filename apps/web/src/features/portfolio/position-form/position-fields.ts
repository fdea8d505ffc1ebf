import {
  FIRST_DAY,
  LAST_DAY,
  MAX_CONTRACTS,
  MAX_NOTES_LENGTH,
  MAX_PRICE_USD,
} from '@callwright/contracts/portfolio-limits'
import { termNames } from '@callwright/contracts/position-names'
import { readSymbolSpelling } from '@callwright/contracts/symbol-spelling'
import { findClosedEntry, findClosedExpiration } from '@callwright/scoring'
import { isCalendarDay } from '@callwright/scoring/iso-date'
import type { ApiError } from '../../../api/http.ts'
import type { PositionTerms } from '../../../api/portfolio.ts'
import { type NumberReading, readNumber } from '../../../shared/form/number-field.ts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'

const noCount = (most: string) => `Enter a whole number from 1 to ${most}`

const missing: Readonly<Partial<Record<FieldName, string>>> = {
  symbol: 'Enter the ticker symbol',
  entryDate: 'Enter the day you sold the call',
  expiration: 'Choose the day the call expires',
  strike: 'Choose the strike',
  entryPrice: 'Enter your cost per share',
  premium: 'Enter the premium per share',
}

/** A position's form values as typed; fields not entered are empty. */
export interface PositionFields {
  readonly symbol: string
  readonly entryDate: string
  readonly expiration: string
  readonly strike: string
  readonly entryPrice: string
  readonly premium: string
  readonly contracts: string
  readonly notes: string
}

export type FieldName = keyof PositionFields

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  symbol: 'Ticker Symbol',
  entryDate: 'Entry Date',
  expiration: 'Expiry Date',
  strike: 'Strike Price ($)',
  entryPrice: 'Entry Price ($)',
  premium: 'Premium Received ($)',
  contracts: 'Contracts',
  notes: 'Notes (optional)',
}

/** Field names in display order. */
export const fieldNames = Object.keys(fieldLabels) as FieldName[]

const optional: readonly FieldName[] = ['contracts', 'notes']
export const isMissing = (name: FieldName, fields: PositionFields) =>
  !optional.includes(name) && fields[name].trim() === ''

const writeNumber = (value: number | undefined) => (value === undefined ? '' : String(value))

export type FigureName = 'strike' | 'entryPrice' | 'premium' | 'contracts'

/** Facts needed to validate the fields. */
export interface EntryFacts {
  /** Today's date in the market's time zone. */
  readonly today: string
  /** Typed ticker that the market does not know; null if it is known or not yet checked. */
  readonly unknownSymbol: string | null
  /** Expirations that the market lists. They are valid even if the calendar says that nothing expires that day. */
  readonly listedDays: readonly string[]
  /** Stored terms of the position being edited, which always remain valid. */
  readonly stored: Partial<PositionTerms> | null
}

/** Default entry date: the last session, because trades are often entered on the following weekend. */
export const findEntryDay = (today: string): string => findClosedEntry(today)?.sessionBefore ?? today

export function writeFields(terms: Partial<PositionTerms>, today: string): PositionFields {
  return {
    symbol: terms.symbol ?? '',
    entryDate: terms.entryDate ?? findEntryDay(today),
    expiration: terms.expiration ?? '',
    strike: writeNumber(terms.strike),
    entryPrice: writeNumber(terms.entryPrice),
    premium: writeNumber(terms.premium),
    contracts: writeNumber(terms.contracts ?? 1),
    notes: terms.notes ?? '',
  }
}

/** Terms from the fields; null if `checkField` finds an error. */
export function readTerms(fields: PositionFields, facts: EntryFacts): PositionTerms | null {
  if (fieldNames.some((name) => checkField(name, fields, facts) !== null)) return null
  const { entryDate, expiration, notes } = fields
  const symbol = readSymbol(fields)
  const strike = readFigure('strike', fields)
  const entryPrice = readFigure('entryPrice', fields)
  const premium = readFigure('premium', fields)
  const contracts = readFigure('contracts', fields)
  if (symbol === null || strike === null || entryPrice === null || premium === null || contracts === null) {
    return null
  }
  return {
    symbol,
    entryDate,
    expiration,
    strike,
    entryPrice,
    premium,
    contracts,
    notes: notes.trim() === '' ? null : notes.trim(),
  }
}

/** The ticker in exchange notation, judged by its spelling alone; null if it can't be a ticker. */
export function readSymbol({ symbol }: Pick<PositionFields, 'symbol'>): string | null {
  const spelling = readSymbolSpelling(symbol)
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
    case 'symbol':
      return checkSymbol(text, facts)
    case 'entryDate':
      return checkDay(text) ?? checkEntry(text, facts)
    case 'expiration':
      return checkDay(text) ?? checkOrder(text, fields.entryDate) ?? checkSession(text, facts)
    case 'strike':
    case 'entryPrice':
      return (
        checkUsd(name, fields, 'Enter a price above 0') ??
        (readFigure(name, fields) === 0 ? 'Enter a price above 0' : null)
      )
    case 'premium':
      return checkUsd(name, fields, 'Enter a premium of 0 or more')
    case 'contracts':
      return text === '' ? null : checkContracts(fields)
    case 'notes':
      return text.length > MAX_NOTES_LENGTH ? `Use at most ${formatDecimal(MAX_NOTES_LENGTH)} characters` : null
  }
}

function checkSymbol(text: string, { unknownSymbol, stored }: EntryFacts): string | null {
  const spelling = readSymbolSpelling(text)
  if (spelling === null) return 'Enter a symbol, such as AAPL'
  if (spelling.contract !== null)
    return spelling.contract.type === 'put'
      ? 'This is a put. A covered call needs shares and a call'
      : 'Enter the stock’s symbol, such as AAPL. Choose expiration and strike below'
  return text === unknownSymbol && text !== stored?.symbol ? `Unknown symbol: ${text}. Check the spelling.` : null
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

const checkOrder = (expiration: string, entryDate: string) =>
  isCalendarDay(entryDate) && expiration < entryDate ? 'The call expires before the entry date' : null

function checkSession(expiration: string, facts: EntryFacts): string | null {
  const closed = findClosedDay(expiration, facts)
  if (closed === null) return null
  return `The market is closed on ${formatDayLong(expiration)} (${closed.reason}). Options of that week expire on ${formatDayLong(closed.listedDay)}`
}

/** Why no option expires on that day, with the listed day in the same week; null if one could expire that day. */
export function findClosedDay(expiration: string, { listedDays, stored }: EntryFacts) {
  if (!isCalendarDay(expiration) || expiration === stored?.expiration || listedDays.includes(expiration)) return null
  return findClosedExpiration(expiration)
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

const fieldsByWireName: Readonly<Record<string, FieldName>> = termNames

/** Form field that a server error refers to; null if none. */
export const findRejectedField = ({ field }: ApiError['fields'][number]): FieldName | null =>
  fieldsByWireName[field] ?? null
