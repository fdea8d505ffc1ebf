import {
  FIRST_DAY,
  type FieldError,
  LAST_DAY,
  type NewPosition,
  type PositionChange,
  PRICE_DECIMALS,
} from '@callwright/contracts'
import { type IsoDate, isCalendarDay } from '@callwright/scoring'

/** What a user says of a position. Dollars per share. */
export interface PositionTerms {
  readonly ticker: string
  readonly entryDate: IsoDate
  readonly expiryDate: IsoDate
  readonly strikePrice: number
  readonly entryPremium: number
  readonly entryPrice: number
  readonly contracts: number
  readonly notes: string | null
}

export interface IdentifiedTerms {
  readonly id: string
  readonly terms: PositionTerms
}

const SCALE = 10 ** PRICE_DECIMALS
// Line feeds and tabs belong to a note. Marks that turn the direction of writing could make one read as something else.
const UNWRITABLE = /[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u

/** The form of the exchanges, in which quotes are asked for: `brk-b` is `BRK.B`. */
const toExchangeForm = (ticker: string): string => ticker.toUpperCase().replace('-', '.')

/** The terms of a position as the contract writes it; contracts are 1 and notes none unless given. */
export function readNewPosition({ id, ...position }: NewPosition): IdentifiedTerms {
  return {
    id,
    terms: {
      ...{ contracts: 1, notes: null },
      ...readChange(position),
      ...{ ticker: toExchangeForm(position.ticker), entryDate: position.entry_date, expiryDate: position.expiry_date },
      ...{ strikePrice: position.strike_price, entryPremium: position.entry_premium, entryPrice: position.entry_price },
    },
  }
}

/** The terms that a change names. A note of blanks is none. */
export function readChange(change: PositionChange): Partial<PositionTerms> {
  const { ticker, entry_date, expiry_date, strike_price, entry_premium, entry_price, contracts, notes } = change
  return {
    ...(ticker === undefined ? {} : { ticker: toExchangeForm(ticker) }),
    ...(entry_date === undefined ? {} : { entryDate: entry_date }),
    ...(expiry_date === undefined ? {} : { expiryDate: expiry_date }),
    ...(strike_price === undefined ? {} : { strikePrice: strike_price }),
    ...(entry_premium === undefined ? {} : { entryPremium: entry_premium }),
    ...(entry_price === undefined ? {} : { entryPrice: entry_price }),
    ...(contracts === undefined ? {} : { contracts }),
    ...(notes === undefined ? {} : { notes: notes?.trim() || null }),
  }
}

/** What a schema cannot see of terms: days that exist and in their order, whole fractions of a cent, whole characters. */
export function listFaults(terms: PositionTerms): FieldError[] {
  const dates = { entry_date: terms.entryDate, expiry_date: terms.expiryDate }
  const prices = {
    strike_price: terms.strikePrice,
    entry_premium: terms.entryPremium,
    entry_price: terms.entryPrice,
  }
  const faults = [
    ...Object.entries(dates).flatMap(([field, day]) => describeFault(field, findDayFault(day))),
    ...Object.entries(prices).flatMap(([field, price]) => describeFault(field, findPriceFault(price))),
    ...describeFault('notes', terms.notes === null ? null : findTextFault(terms.notes)),
  ]
  if (faults.some(({ field }) => field in dates) || terms.entryDate <= terms.expiryDate) return faults
  return [...faults, { field: 'expiry_date', detail: 'must not be before the entry date' }]
}

const describeFault = (field: string, detail: string | null): FieldError[] =>
  detail === null ? [] : [{ field, detail }]

function findDayFault(day: IsoDate): string | null {
  if (!isCalendarDay(day)) return 'must be a day of the calendar'
  return day >= FIRST_DAY && day <= LAST_DAY ? null : `must be from ${FIRST_DAY} to ${LAST_DAY}`
}

function findPriceFault(price: number): string | null {
  if (Object.is(price, -0)) return 'must not be negative'
  return Math.round(price * SCALE) / SCALE === price ? null : `must have at most ${PRICE_DECIMALS} decimals`
}

function findTextFault(text: string): string | null {
  if (!text.isWellFormed()) return 'must be whole characters'
  return UNWRITABLE.test(text) ? 'must not hold control characters' : null
}

const TERM_NAMES = [
  'ticker',
  'entryDate',
  'expiryDate',
  'strikePrice',
  'entryPremium',
  'entryPrice',
  'contracts',
  'notes',
] as const satisfies (keyof PositionTerms)[]

export function isSameTerms(a: PositionTerms, b: PositionTerms): boolean {
  return TERM_NAMES.every((name) => a[name] === b[name])
}

/** The terms of a row, without what else stands in it. */
export function pickTerms(row: PositionTerms): PositionTerms {
  const { ticker, entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts, notes } = row
  return { ticker, entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts, notes }
}
