import {
  FIRST_DAY,
  LAST_DAY,
  MAX_CONTRACTS,
  MAX_NOTES_LENGTH,
  MAX_PRICE_USD,
} from '@callwright/contracts/portfolio-limits'
import { isCalendarDay } from '@callwright/scoring/iso-date'
import type { ApiError } from '../../../api/api-error.ts'
import type { PositionTerms } from '../../../api/position.ts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { readSymbol } from '../../../shared/read-symbol.ts'
import { fieldWords as words } from './form-words.ts'

/** A position as a form holds it: everything as it is typed, empty for nothing. */
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

export const fieldLabels: Readonly<Record<FieldName, string>> = words.labels

/** In the order they stand in. */
export const fieldNames = Object.keys(fieldLabels) as FieldName[]

const optional: readonly FieldName[] = ['contracts', 'notes']
export const isMissing = (name: FieldName, fields: PositionFields) =>
  !optional.includes(name) && fields[name].trim() === ''

const writeNumber = (value: number | undefined) => (value === undefined ? '' : String(value))

export function writeFields(terms: Partial<PositionTerms>, today: string): PositionFields {
  return {
    ticker: terms.ticker ?? '',
    entryDate: terms.entryDate ?? today,
    expiryDate: terms.expiryDate ?? '',
    strikePrice: writeNumber(terms.strikePrice),
    entryPrice: writeNumber(terms.entryPrice),
    entryPremium: writeNumber(terms.entryPremium),
    contracts: writeNumber(terms.contracts ?? 1),
    notes: terms.notes ?? '',
  }
}

/** What fields say that `checkField` finds nothing wrong with; null where it does. */
export function readTerms(fields: PositionFields): PositionTerms | null {
  if (fieldNames.some((name) => checkField(name, fields) !== null)) return null
  const { ticker, entryDate, expiryDate, strikePrice, entryPrice, entryPremium, contracts, notes } = fields
  return {
    ticker: ticker.trim().toUpperCase(),
    entryDate,
    expiryDate,
    strikePrice: Number(strikePrice),
    entryPrice: Number(entryPrice),
    entryPremium: Number(entryPremium),
    contracts: contracts.trim() === '' ? 1 : Number(contracts),
    notes: notes.trim() === '' ? null : notes.trim(),
  }
}

const missing: Readonly<Partial<Record<FieldName, string>>> = words.missing

/** What is wrong with a field, in a sentence; null: nothing. */
export function checkField(name: FieldName, fields: PositionFields): string | null {
  if (isMissing(name, fields)) return missing[name] ?? null
  const text = fields[name].trim()
  switch (name) {
    case 'ticker':
      return readSymbol(text) === null ? words.noSymbol : null
    case 'entryDate':
      return checkDay(text)
    case 'expiryDate':
      return checkDay(text) ?? checkOrder(text, fields.entryDate)
    case 'strikePrice':
    case 'entryPrice':
      return isNegative(text) ? words.noPrice : (checkUsd(text) ?? (Number(text) === 0 ? words.noPrice : null))
    case 'entryPremium':
      return isNegative(text) ? words.noPremium : checkUsd(text)
    case 'contracts':
      return checkContracts(text)
    case 'notes':
      return text.length > MAX_NOTES_LENGTH ? words.tooLong(formatDecimal(MAX_NOTES_LENGTH)) : null
  }
}

function checkDay(text: string): string | null {
  if (!isCalendarDay(text)) return words.noDay
  const isKept = text >= FIRST_DAY && text <= LAST_DAY
  return isKept ? null : words.dayOutside(formatDayLong(FIRST_DAY), formatDayLong(LAST_DAY))
}

const checkOrder = (expiryDate: string, entryDate: string) =>
  isCalendarDay(entryDate) && expiryDate < entryDate ? words.expiresTooSoon : null

const isNegative = (text: string) => /^[-\u2212]\s?[\d.]/.test(text)

const USD = /^\d{1,7}(\.\d{1,4})?$/

function checkUsd(text: string): string | null {
  if (!USD.test(text)) return words.noNumber
  return Number(text) > MAX_PRICE_USD ? words.tooMuch(formatDecimal(MAX_PRICE_USD)) : null
}

function checkContracts(text: string): string | null {
  if (text === '') return null
  const isCount = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_CONTRACTS
  return isCount ? null : words.noCount(formatDecimal(MAX_CONTRACTS))
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

/** The field of the form that the server has something to say of. */
export const findRefusedField = ({ field }: ApiError['fields'][number]): FieldName | null => wireNames[field] ?? null
