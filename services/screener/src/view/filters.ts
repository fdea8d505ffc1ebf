import {
  boundNames,
  columnAliases,
  type FieldError,
  formerTickers,
  listSymbolReadings,
  marketCapBands,
  type NumericColumn,
  namedBounds,
  type Query,
  readSymbolSpelling,
  sectorAliases,
  shownFigures,
} from '@callwright/contracts'
import { badRequest } from '@callwright/service'
import { addBit, type BitSet, createBitSet } from './bit-set.ts'
import { foldText } from './name-index.ts'
import type { Slot } from './row-table.ts'
import { findHighest, findLowest, justBelow } from './shown-bounds.ts'

/** Table data that filters use; arrays are indexed by slot. */
export interface Filterable {
  size(): number
  values(column: NumericColumn): Float64Array
  /** Sector code per slot; 0 for no sector. */
  sectors(): Float64Array
  /** Code of a sector; undefined if no row has it. */
  findSector(name: string): number | undefined
  findSlot(symbol: string): Slot | undefined
  /** Lists the stocks with this text at the start of their symbol or of a word in their company name. */
  listNamed(folded: string): Iterable<Slot>
}

export interface Filter {
  readonly parameter: string
  readonly key: string
  mark(rows: Filterable): BitSet
  /** Finds the stock whose whole symbol was typed, which is shown first in any sort order. */
  readonly first?: (rows: Filterable) => Slot | undefined
}

interface Bound {
  readonly parameter: string
  readonly column: NumericColumn
  readonly side: 'min' | 'max'
}
type SetBound = Bound & { readonly value: number }
type TextFilter = 'q' | 'symbols' | 'sector' | 'market_cap'

const toColumn = (name: (typeof boundNames)[number]): NumericColumn =>
  name in columnAliases ? columnAliases[name as keyof typeof columnAliases] : (name as NumericColumn)

const bounds: ReadonlyMap<string, Bound> = new Map(
  [
    ...Object.entries(namedBounds).map(([parameter, bound]) => ({ parameter, ...bound })),
    ...boundNames.flatMap((name) => [
      { parameter: `${name}_min`, column: toColumn(name), side: 'min' as const },
      { parameter: `${name}_max`, column: toColumn(name), side: 'max' as const },
    ]),
  ].map((bound) => [bound.parameter, bound]),
)

/** Filters with text values; null for a value that matches all rows. */
const textFilters: Readonly<Record<TextFilter, (value: string) => Pick<Filter, 'mark' | 'first'> | null>> = {
  q(value) {
    const folded = foldText(value)
    if (folded === '') reject([{ field: 'q', detail: 'must not be blank' }])
    const first = (rows: Filterable) => findTyped(rows, value)
    return {
      first,
      mark: (rows) => {
        const slots = [...rows.listNamed(folded)]
        const typed = first(rows)
        return markSlots(typed === undefined ? slots : [...slots, typed], rows.size())
      },
    }
  },
  symbols(value) {
    const typed = value.split(',')
    return {
      mark: (rows) => {
        const slots = typed.map((symbol) => findTyped(rows, symbol)).filter((slot) => slot !== undefined)
        return markSlots(slots, rows.size())
      },
    }
  },
  sector(value) {
    if (value === 'all') return null
    if (value === 'known_sectors') {
      return { mark: (rows) => markWithin(rows.sectors(), rows.size(), 1, Number.POSITIVE_INFINITY) }
    }
    const name = value in sectorAliases ? sectorAliases[value as keyof typeof sectorAliases] : value
    return {
      mark: (rows) => {
        const code = rows.findSector(name) ?? Number.NaN
        return markWithin(rows.sectors(), rows.size(), code, code)
      },
    }
  },
  market_cap(value) {
    if (value === 'all') return null
    const { from, to } = marketCapBands[value as keyof typeof marketCapBands]
    return { mark: (rows) => markWithin(rows.values('market_cap'), rows.size(), from, justBelow(to)) }
  },
}

/** Finds the stock for a symbol in any spelling, including former tickers (D62). */
function findTyped(rows: Filterable, typed: string): Slot | undefined {
  const symbol = readSymbolSpelling(typed)?.symbol
  if (symbol === undefined) return undefined
  const readings = [...listSymbolReadings(symbol), formerTickers.get(symbol) ?? symbol]
  return readings.map(rows.findSlot).find((slot) => slot !== undefined)
}

/**
 * Reads the filters of a query (D14); all bounds are inclusive. Throws a 400 with the field names for an empty range or a
 * blank search.
 */
export function readFilters(query: Query<'screener.view'>): readonly Filter[] {
  const filters: Filter[] = []
  const set: SetBound[] = []
  for (const [parameter, value] of Object.entries(query)) {
    const bound = bounds.get(parameter)
    if (bound !== undefined) set.push({ ...bound, value: Number(value) })
    const filter = parameter in textFilters ? textFilters[parameter as TextFilter](String(value)) : null
    if (filter !== null) filters.push({ parameter, key: `${parameter}=${value}`, ...filter })
  }
  rejectEmptyRanges(set)
  return [...set.map(toFilter), ...filters]
}

function toFilter({ parameter, column, side, value }: SetBound): Filter {
  const shown = shownFigures[column]
  const least = side === 'min' ? findLowest(shown, value) : Number.NEGATIVE_INFINITY
  const most = side === 'max' ? findHighest(shown, value) : Number.POSITIVE_INFINITY
  const mark = (rows: Filterable) => markWithin(rows.values(column), rows.size(), least, most)
  return { parameter, key: `${parameter}=${value}`, mark }
}

/**
 * Marks the slots whose value is between `least` and `most`; NaN (unknown) never is. The loop does not branch on
 * values, because mispredicted branches would double its time.
 */
function markWithin(values: Float64Array, size: number, least: number, most: number): BitSet {
  const bits = createBitSet(size)
  for (let place = 0; place < bits.length; place += 1) {
    const end = Math.min(size, place * 32 + 32)
    let word = 0
    for (let slot = place * 32; slot < end; slot += 1) {
      const value = values[slot] as number
      word |= (Number(value >= least) & Number(value <= most)) << (slot & 31)
    }
    bits[place] = word
  }
  return bits
}

function markSlots(slots: Iterable<Slot>, size: number): BitSet {
  const bits = createBitSet(size)
  for (const slot of slots) addBit(bits, slot)
  return bits
}

function rejectEmptyRanges(set: readonly SetBound[]): void {
  const errors: FieldError[] = []
  for (const least of set) {
    for (const most of set) {
      if (least.side !== 'min' || most.side !== 'max' || least.column !== most.column) continue
      if (least.value <= most.value) continue
      errors.push({ field: least.parameter, detail: `must not be above ${most.parameter}` })
      errors.push({ field: most.parameter, detail: `must not be below ${least.parameter}` })
    }
  }
  reject(errors)
}

function reject(fields: readonly FieldError[]): void {
  if (fields.length === 0) return
  throw badRequest('validation', `${fields.map(({ field, detail }) => `${field} ${detail}`).join('; ')}.`, fields)
}
