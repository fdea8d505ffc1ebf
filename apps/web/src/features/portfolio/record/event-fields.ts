import { MAX_CONTRACTS, MAX_NOTES_LENGTH, MAX_PRICE_USD } from '@callwright/contracts/portfolio-limits'
import { isCalendarDay } from '@callwright/scoring/iso-date'
import { checkRange, readNumber } from '../../../shared/form/number-field.ts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'

/** Names of the fields, as the server uses them in its errors; the last three are counts of contracts. */
export type EventFieldName =
  | 'contracts'
  | 'price'
  | 'shares'
  | 'share_price'
  | 'shares_from'
  | 'occurred_on'
  | 'fees_usd'
  | 'amount_usd'
  | 'withheld_usd'
  | 'ex_date'
  | 'note'
  | 'close_price'
  | 'expiry_date'
  | 'strike_price'
  | 'premium'
  | 'acquired_on'
  | 'tax_cost'
  | 'account'
  | 'assigned'
  | 'expired'
  | 'closed'

export interface EventField {
  readonly name: EventFieldName
  readonly label: string
  /** `count`: whole number. `price`: dollars per share. `usd`: dollars of the whole. `future`: a day that may come. */
  readonly kind: 'count' | 'shares' | 'price' | 'usd' | 'day' | 'future' | 'text' | 'choice'
  readonly start: string
  readonly isOptional?: true
  /** Largest count or number of shares. */
  readonly most?: number
  readonly description?: string | undefined
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

/** Values of the fields as typed. */
export type EventTexts = Readonly<Partial<Record<EventFieldName, string>>>

/** Valid values of the fields; null for an optional field that is empty. */
export interface EventValues {
  readonly number: (name: EventFieldName) => number
  readonly text: (name: EventFieldName) => string
  /** Undefined if the field is empty. */
  readonly optional: (name: EventFieldName) => number | undefined
}

/** A price as the start of a field: at least two decimals, without thousands marks; empty if it is unknown. */
export const writePrice = (price: number | null): string =>
  price === null ? '' : Number(price.toFixed(2)) === price ? price.toFixed(2) : String(price)

export const startTexts = (fields: readonly EventField[]): EventTexts =>
  Object.fromEntries(fields.map(({ name, start }) => [name, start]))

const numeric = (text: string, isWhole: boolean) =>
  readNumber(text, { notNumber: isWhole ? 'Enter a whole number' : 'Enter a number, such as 2.45', whole: isWhole })

/** Error message for a field; null if it is valid. `today` is the market's day. */
export function checkEventField(field: EventField, texts: EventTexts, today: string): string | null {
  const { kind, label, isOptional, most } = field
  const text = (texts[field.name] ?? '').trim()
  if (text === '') return isOptional ? null : `Enter ${label.replace(/ \(.*\)$/, '').toLowerCase()}`
  if (kind === 'text') {
    return text.length > MAX_NOTES_LENGTH ? `Use at most ${formatDecimal(MAX_NOTES_LENGTH)} characters` : null
  }
  if (kind === 'choice') return null
  if (kind === 'day' || kind === 'future') {
    if (!isCalendarDay(text)) return 'Enter a valid date'
    return kind === 'day' && text > today ? `This day is in the future: today is ${formatDayLong(today)}` : null
  }
  const { value, fault } = numeric(text, kind === 'count')
  if (fault !== null) return fault
  if (kind === 'count') return checkRange(value, 1, most ?? MAX_CONTRACTS)
  if (kind === 'shares') return value > 0 ? checkRange(value, 0, most ?? MAX_CONTRACTS * 100) : 'Enter a number above 0'
  if (value < 0) return 'Enter 0 or more'
  return kind === 'price' && value > MAX_PRICE_USD ? `Enter at most ${formatDecimal(MAX_PRICE_USD)}` : null
}

/** Reads the values; null if a field is not valid. */
export function readEventValues(fields: readonly EventField[], texts: EventTexts, today: string): EventValues | null {
  if (fields.some((field) => checkEventField(field, texts, today) !== null)) return null
  const read = (name: EventFieldName): number | undefined => {
    const text = (texts[name] ?? '').trim()
    const field = fields.find((each) => each.name === name)
    return text === '' ? undefined : (numeric(text, field?.kind === 'count').value ?? undefined)
  }
  return {
    number: (name) => read(name) ?? 0,
    text: (name) => (texts[name] ?? '').trim(),
    optional: read,
  }
}
