import { type ScreenerRow, type TextColumn, textColumns } from '@callwright/contracts'
import { toSortText } from './order.ts'
import { type Figure, figureNames, type PreparedRow } from './prepared-row.ts'
import { type RowText, readField } from './row-text.ts'

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
