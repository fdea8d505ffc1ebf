import {
  type FieldError,
  MAX_CONTRACTS,
  MAX_NOTES_LENGTH,
  MAX_PRICE_USD,
  type NewPosition,
} from '@callwright/contracts'

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
  } satisfies Record<keyof NewPosition, FieldMessages>),
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
