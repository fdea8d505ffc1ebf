import type { IsoDate } from '@callwright/scoring'
import type { OptionContract } from './option-text.ts'

/**
 * Event that a line of a broker's file reports. `sell_call` and `buy_call` open or close, which only the earlier lines
 * show. `deliver`: shares that leave by assignment. `transfer`: shares that arrive without their cost. `old_terms` and
 * `new_terms`: the two lines of an adjusted contract.
 */
export type TradeAction =
  | 'sell_to_open'
  | 'buy_to_close'
  | 'sell_call'
  | 'buy_call'
  | 'expire'
  | 'assign'
  | 'buy'
  | 'sell'
  | 'deliver'
  | 'put_sold'
  | 'put_assigned'
  | 'dividend'
  | 'special_dividend'
  | 'withheld'
  | 'reinvest'
  | 'split'
  | 'transfer'
  | 'old_terms'
  | 'new_terms'

export interface Trade {
  readonly line: number
  /** The account as the file names it; null if the file names none. */
  readonly account: string | null
  readonly day: IsoDate
  /** UTC instant; null if the file has no offset. */
  readonly at: string | null
  /** Minute of the day in the file's own time; null if the file has only days. */
  readonly minute: number | null
  readonly action: TradeAction
  readonly symbol: string
  readonly contract: OptionContract | null
  /** Contracts or shares, above 0; of a split or transfer, the shares received, or those removed if negative. */
  readonly quantity: number
  /** Dollars per share; null if the file has none. */
  readonly price: number | null
  /** Dollars of the whole line, at least 0. */
  readonly feesUsd: number
  /** Dollars of a dividend or of a tax on it; also tells equal lines apart. */
  readonly amountUsd: number | null
  /** The broker's order id, or another text that identifies the order. */
  readonly order: string | null
  /** The broker's own id of the line. */
  readonly brokerId: string | null
  /** New for old shares, if the line says so. */
  readonly ratio: { readonly new: number; readonly old: number } | null
}

/** A line, read. `fees` belong to another line of the same time; `cancel` takes back an equal line. */
export type Reading =
  | { readonly kind: 'trade'; readonly trade: Trade; readonly isRepeated?: boolean }
  | { readonly kind: 'cancel'; readonly trade: Trade }
  | { readonly kind: 'fees'; readonly line: number; readonly order: string; readonly feesUsd: number }
  | { readonly kind: 'ignored' | 'refused'; readonly line: number; readonly reason: string; readonly order?: string }

export const lineOf = (reading: Reading): number => ('trade' in reading ? reading.trade.line : reading.line)

/** A cell cannot be read; the line is refused with this sentence. */
export class CellFault extends Error {}

/** Access to the cells of a row by column name, in the form of the file. */
export interface Row {
  readonly line: number
  /** Text of the first of these columns that exists and is filled; empty if there is none. */
  readonly text: (...names: string[]) => string
  /** Signed amount; null if the cell is blank. Throws CellFault. */
  readonly amount: (...names: string[]) => number | null
  readonly readAmount: (text: string) => number | null
  /** Throws CellFault if the text is no date. */
  readonly readDay: (text: string) => IsoDate
}

export interface StatementFormat {
  readonly id: string
  /** Name of the broker, for accounts and sentences. */
  readonly broker: string
  /** Column names (see `nameColumn`) by which a header is recognized; alternatives are separated by a bar. */
  readonly required: readonly string[]
  readonly amounts: readonly string[]
  readonly days: readonly string[]
  /** True if the user chooses the form of the dates, so that an ambiguous one is asked about. */
  readonly hasChosenDates?: boolean
  /** Why a line is not part of the table; null if it is. */
  readonly skip?: (cells: readonly string[]) => string | null
  /** Opens a table; the function reads its rows in order. */
  readonly open: () => (row: Row) => Reading
  /** Looks at all lines of the file together. */
  readonly finish?: (readings: readonly Reading[]) => readonly Reading[]
}

const blank = {
  account: null,
  at: null,
  minute: null,
  contract: null,
  price: null,
  feesUsd: 0,
  amountUsd: null,
  order: null,
  brokerId: null,
  ratio: null,
} as const

export type TradeFacts = Partial<Trade> & Pick<Trade, 'day' | 'action' | 'symbol' | 'quantity'>

export const toTrade = (line: number, facts: TradeFacts): Reading => ({
  kind: 'trade',
  trade: { ...blank, ...facts, line },
})

export const ignore = ({ line }: Pick<Row, 'line'>, reason: string): Reading => ({ kind: 'ignored', line, reason })

export const LONG_CALL = 'A bought call: only calls that you wrote are tracked.'
export const PUT = 'A put: only covered calls are tracked.'
export const INDEX = 'An option on an index, which is settled in cash: only calls on shares are tracked.'
export const OTHER_MONEY = 'Not about shares or calls.'
export const FOREIGN = 'Not in US dollars.'

/** Roots of the index options that US exchanges list. */
const INDEX_ROOTS: ReadonlySet<string> = new Set([
  ...['SPX', 'SPXW', 'XSP', 'NANOS', 'NDX', 'NDXP', 'XND', 'RUT', 'RUTW', 'MRUT', 'VIX', 'VIXW', 'DJX', 'OEX', 'XEO'],
  ...['CBTX', 'MBTX', 'MXEA', 'MXEF', 'MXACW', 'MXUSA', 'MXWLD', 'SPEQF', 'SPEQX', 'SPESG'],
])
export const isIndexRoot = (symbol: string): boolean => INDEX_ROOTS.has(symbol)

/** Fees that a total contains: what is missing from the price of a sale, or was paid on top of a purchase. */
export function feesWithin(gross: number, amount: number | null, isSale: boolean): number {
  if (amount === null) return 0
  const fees = isSale ? gross - Math.abs(amount) : Math.abs(amount) - gross
  return fees > 0 ? Math.round(fees * 10_000) / 10_000 : 0
}

const CLOCK = /\b(\d{1,2}):(\d{2})(?::\d{2})?\s*([AP]M)?/i

/** Minute of the day of the first time in a text. */
export function readMinute(text: string): number | null {
  const [, hour, minute, half] = CLOCK.exec(text) ?? []
  if (hour === undefined || minute === undefined) return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  return hours * 60 + Number(minute)
}
