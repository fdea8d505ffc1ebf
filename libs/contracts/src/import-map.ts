/** The columns of a file that the user names. This file imports nothing, so the browser can load it without schema code. */

/** Contents of a column; `contract` is an option symbol or description, the last three its parts. */
export const mapFields = [
  'day',
  'action',
  'symbol',
  'contract',
  'quantity',
  'price',
  'fees',
  'amount',
  'right',
  'strike',
  'expiry',
] as const
export type MapField = (typeof mapFields)[number]

/** Meanings of a word in the column of actions. */
export const mapActions = ['open', 'close', 'expire', 'assign', 'buy', 'sell', 'dividend', 'ignore'] as const

/** Meaning of a file's columns, by the name in its header, and each word in its column of actions. */
export interface StatementMap {
  name: string
  columns: Partial<Record<MapField, string>> & Record<'day' | 'action' | 'quantity', string>
  actions: Record<string, (typeof mapActions)[number]>
  price_per: 'share' | 'contract'
}

/** A column's name without case, blanks and signs, so that `Price ($)` and `PRICE` are the same. */
export const plainColumn = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A word for an action without case. */
export const plainWord = (word: string): string => word.trim().toLowerCase()
