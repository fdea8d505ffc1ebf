import {
  fallsByExpiration,
  goesExBeforeExpiration,
  type NumericColumn,
  numericColumns,
  ScreenerRow,
  type TextColumn,
  textColumns,
  toBreakeven,
  toSpreadPct,
} from '@callwright/contracts'
import { RATING_PARTS } from '@callwright/scoring'
import { toSortText } from './texts.ts'

export type RowField = keyof ScreenerRow

/** Fields of a row in wire order. */
export const rowFields = Object.keys(ScreenerRow.properties) as readonly RowField[]

const positions = new Map<string, number>(rowFields.map((field, position) => [field, position]))
const labels = rowFields.map((field) => `${JSON.stringify(field)}:`)

/** Index of a field in `rowFields`; undefined for an unknown name. */
export function findPosition(field: RowField): number
export function findPosition(name: string): number | undefined
export function findPosition(name: string): number | undefined {
  return positions.get(name)
}

export interface RowText {
  readonly bytes: Buffer
  /** Byte offset of each field, including its name; a final entry marks the end. */
  readonly starts: Uint32Array
}

/** Serializes a row once, so that responses only need to copy it. Missing fields become null. */
export function writeRow(row: Partial<ScreenerRow>): RowText {
  const starts = new Uint32Array(rowFields.length + 1)
  const pieces: string[] = []
  let at = 1
  for (const [position, field] of rowFields.entries()) {
    const piece = writeField(position, JSON.stringify(row[field] ?? null))
    starts[position] = at
    at += Buffer.byteLength(piece) + 1
    pieces.push(piece)
  }
  starts[rowFields.length] = at
  const bytes = Buffer.allocUnsafeSlow(at)
  bytes.write(`{${pieces.join(',')}}`)
  return { bytes, starts }
}

/** Builds `"name":value` from a field's JSON value. */
export function writeField(position: number, json: string): string {
  return `${labels[position]}${json}`
}

/** Text of the fields from one position up to another, including the commas between them. */
export function sliceFields({ bytes, starts }: RowText, from: number, to: number): string {
  return bytes.toString('utf8', starts[from], (starts[to] ?? 0) - 1)
}

export function readField<F extends RowField>(text: RowText, field: F): ScreenerRow[F] {
  const position = findPosition(field)
  const label = labels[position]?.length ?? 0
  return JSON.parse(sliceFields(text, position, position + 1).slice(label))
}

type NumberReader = (row: ScreenerRow) => number | null

const columnReaders: Readonly<Record<NumericColumn, NumberReader>> = {
  cc_score: (row) => row.cc_score,
  current_price: (row) => row.current_price,
  best_ann_yield: (row) => row.best_ann_yield,
  iv_percentile: (row) => row.iv_percentile,
  rsi: (row) => row.rsi,
  market_cap: (row) => row.market_cap_value,
  stochastic_k: (row) => row.stochastic_k,
  ma_20: (row) => row.ma_20,
  price_vs_ma: (row) => row.price_vs_ma,
  volume: (row) => row.volume,
  best_dte: (row) => row.best_dte,
  avg_call_volume: (row) => row.avg_call_volume,
  best_call_oi: (row) => row.open_interest,
  bid_ask_spread: (row) => row.bid_ask_spread,
  dividend_yield: (row) => row.dividend_yield,
  net_margin: (row) => row.net_margin,
  debt_to_equity: (row) => row.debt_to_equity,
  options_available: (row) => row.display_in_app,
  iv_rank: (row) => row.iv_rank,
  best_strike: (row) => row.best_strike,
  best_bid: (row) => row.best_bid,
  best_breakeven: (row) => toBreakeven(row.current_price, row.best_bid),
  best_delta: (row) => row.best_delta,
  best_if_called_return_pct: (row) => row.best_if_called_return_pct,
  best_spread_pct: (row) => toSpreadPct(row.best_bid, row.bid_ask_spread),
  best_is_liquid: (row) => (row.best_liquidity === null ? null : Number(row.best_liquidity === 'liquid')),
  days_to_earnings: (row) => row.days_to_earnings,
  earnings_before_expiration: (row) => fallsByExpiration(row.earnings_date, row.best_expiration),
  ex_dividend_before_expiration: (row) =>
    goesExBeforeExpiration(row.ex_dividend_date, row.dividend_yield, row.best_expiration),
}

/** Name of the figure for a rating part's points; the number is the part's index in `RATING_PARTS`. */
type PartFigure = `part_${number}`
/** Name of a figure in the table: a column, a rating part, or one of two times in UTC milliseconds. */
type Figure = NumericColumn | PartFigure | 'enriched_at' | 'as_of'

const readers: readonly (readonly [Figure, NumberReader])[] = [
  ...numericColumns.map((column) => [column, columnReaders[column]] as const),
  ...RATING_PARTS.map(
    (_part, index) => [`part_${index}`, (row: ScreenerRow) => row.score_points[index] ?? null] as const,
  ),
  ['enriched_at', (row) => Date.parse(row.enriched_at)],
  ['as_of', (row) => (row.as_of === null ? null : Date.parse(row.as_of))],
]

const figureNames: readonly Figure[] = readers.map(([name]) => name)

export interface PreparedRow {
  readonly text: RowText
  readonly symbol: string
  readonly companyName: string
  readonly sector: string | null
  readonly isIncomplete: boolean
  /** Figures in the order of `figureNames`; NaN if unknown. */
  readonly figures: readonly number[]
}

export function prepareRow(row: ScreenerRow): PreparedRow {
  return {
    text: writeRow(row),
    symbol: row.symbol,
    companyName: row.company_name,
    sector: row.sector,
    isIncomplete: row.missing_reason !== null,
    figures: readers.map(([, read]) => read(row) ?? Number.NaN),
  }
}

/** Index of a row in the table, which never changes. */
export type Slot = number
export type Stamp = Pick<ScreenerRow, 'source' | 'data_class' | 'as_of'>
export type RowTable = ReturnType<typeof createRowTable>

const SMALLEST = 1_024
const figurePlaces = new Map(figureNames.map((name, place) => [name, place]))

const textReaders: Readonly<Record<TextColumn, (row: PreparedRow) => string | null>> = {
  symbol: ({ symbol }) => symbol,
  company_name: ({ companyName }) => companyName,
  sector: ({ sector }) => sector,
}

/**
 * In-memory table of all rows (PERFORMANCE section 3): typed columns for filtering and sorting, with NaN for unknown
 * figures, and one JSON text per row for responses. Rows are added and replaced, never removed. Returned arrays are indexed
 * by slot and at least as long as the table; a `put` invalidates them.
 */
export function createRowTable() {
  const slots = new Map<string, Slot>()
  const texts: RowText[] = []
  const companyNames: string[] = []
  const sortTexts: Record<TextColumn, (string | null)[]> = { symbol: [], company_name: [], sector: [] }
  const incomplete: boolean[] = []
  /** Codes start at 1; 0 means no sector. */
  const sectorCodes = new Map<string, number>()
  let sectors = new Float64Array(0)
  let figures: readonly Float64Array[] = figureNames.map(() => new Float64Array(0))
  let revisions = new Uint32Array(0)
  let revision = 0
  let namesRevision = 0

  function reserve(size: number): void {
    if (size <= revisions.length) return
    const length = Math.max(SMALLEST, revisions.length * 2, size)
    figures = figures.map((values) => grow(values, new Float64Array(length)))
    sectors = grow(sectors, new Float64Array(length))
    revisions = grow(revisions, new Uint32Array(length))
  }

  function codeOf(sector: string | null): number {
    if (sector === null || sector === '') return 0
    const code = sectorCodes.get(sector) ?? sectorCodes.size + 1
    sectorCodes.set(sector, code)
    return code
  }

  function write(row: PreparedRow): void {
    const slot = slots.get(row.symbol) ?? slots.size
    slots.set(row.symbol, slot)
    reserve(slot + 1)
    if (companyNames[slot] !== row.companyName) namesRevision = revision
    texts[slot] = row.text
    companyNames[slot] = row.companyName
    incomplete[slot] = row.isIncomplete
    for (const column of textColumns) {
      const text = textReaders[column](row)
      sortTexts[column][slot] = text === null ? null : toSortText(text)
    }
    sectors[slot] = codeOf(row.sector)
    revisions[slot] = revision
    for (const [place, values] of figures.entries()) values[slot] = row.figures[place] ?? Number.NaN
  }

  const read = (figure: Figure): Float64Array => figures[figurePlaces.get(figure) ?? -1] ?? new Float64Array(0)

  function getText(slot: Slot): RowText {
    const text = texts[slot]
    if (text === undefined) throw new RangeError(`No row at slot ${slot}`)
    return text
  }

  return {
    /** Adds rows, and replaces those with the same symbol. */
    put(rows: readonly PreparedRow[]): void {
      revision += 1
      for (const row of rows) write(row)
    },
    get size() {
      return texts.length
    },
    /** Increases with every `put`. */
    get revision() {
      return revision
    },
    /** Revision at which a name was last added or changed. */
    get namesRevision() {
      return namesRevision
    },
    get revisions() {
      return revisions
    },
    figures: read,
    sectors: (): Float64Array => sectors,
    findSector: (name: string): number | undefined => sectorCodes.get(name),
    /** Texts encoded so that `<` sorts them in the column's order (D16); null if unknown. */
    sortTexts: (column: TextColumn): readonly (string | null)[] => sortTexts[column],
    companyNames: companyNames as readonly string[],
    findSlot: (symbol: string): Slot | undefined => slots.get(symbol),
    getText,
    listTexts: (): readonly RowText[] => [...texts],
    listChanged(since: number): Slot[] {
      const changed: Slot[] = []
      for (let slot = 0; slot < texts.length; slot += 1) if ((revisions[slot] ?? 0) > since) changed.push(slot)
      return changed
    },
    countIncomplete: (): number => incomplete.filter(Boolean).length,
    /** Counts the rows whose write time, in UTC milliseconds, satisfies a condition. */
    countEnriched: (isOfKind: (enrichedMs: number) => boolean): number =>
      read('enriched_at').subarray(0, texts.length).filter(isOfKind).length,
    /** Write time of the newest row in UTC milliseconds; null if there are no rows. */
    findNewestEnrichedMs: (): number | null => {
      const slot = findGreatest(read('enriched_at'), texts.length)
      return slot === null ? null : (read('enriched_at')[slot] ?? null)
    },
    /** Stamp of the newest figures; null if there are no rows. */
    findStamp(): Stamp | null {
      if (texts.length === 0) return null
      const text = getText(findGreatest(read('as_of'), texts.length) ?? 0)
      return {
        source: readField(text, 'source'),
        data_class: readField(text, 'data_class'),
        as_of: readField(text, 'as_of'),
      }
    },
  }
}

function grow<A extends Float64Array | Uint32Array>(values: A, grown: A): A {
  grown.set(values)
  return grown
}

/** Finds the slot with the greatest value, or the first of several equal ones; null if all are unknown. */
function findGreatest(values: Float64Array, size: number): Slot | null {
  let found: Slot | null = null
  let greatest = Number.NEGATIVE_INFINITY
  for (let slot = 0; slot < size; slot += 1) {
    const value = values[slot] ?? Number.NaN
    if (value > greatest) {
      greatest = value
      found = slot
    }
  }
  return found
}
