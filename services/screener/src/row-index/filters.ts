import {
  boundNames,
  type FieldError,
  marketCapBands,
  type NumericColumn,
  namedBounds,
  type Query,
  resolveColumn,
  type ShownFigure,
  sectorAliases,
  shownFigures,
} from '@callwright/contracts'
import { badRequest } from '@callwright/service'
import { addBit, type BitSet, createBitSet } from './bit-set.ts'
import type { Slot } from './rows.ts'
import { findCovered } from './spelling.ts'
import { foldText } from './texts.ts'

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

export interface Bound<Column extends string = NumericColumn> {
  readonly parameter: string
  readonly column: Column
  readonly side: 'min' | 'max'
}
export type SetBound<Column extends string = NumericColumn> = Bound<Column> & { readonly value: number }
type TextFilter = 'q' | 'symbols' | 'sector' | 'market_cap'

const bounds: ReadonlyMap<string, Bound> = new Map(
  [
    ...Object.entries(namedBounds).map(([parameter, bound]) => ({ parameter, ...bound })),
    ...boundNames.flatMap((name) => [
      { parameter: `${name}_min`, column: resolveColumn(name), side: 'min' as const },
      { parameter: `${name}_max`, column: resolveColumn(name), side: 'max' as const },
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
    return { mark: (rows) => markSlots(findSlots(rows, typed), rows.size()) }
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

function findTyped(rows: Filterable, typed: string): Slot | undefined {
  const symbol = findCovered((reading) => rows.findSlot(reading) !== undefined, typed)
  return symbol === undefined ? undefined : rows.findSlot(symbol)
}

/** Symbols of the list that a query names, with a key that changes with them. */
export interface ChosenList {
  readonly key: string
  readonly symbols: readonly string[]
}

const toListFilter = ({ key, symbols }: ChosenList): Filter => ({
  parameter: 'list',
  key: `list=${key}`,
  mark: (rows) => markSlots(findSlots(rows, symbols), rows.size()),
})

const findSlots = (rows: Filterable, symbols: readonly string[]) =>
  symbols.map((symbol) => findTyped(rows, symbol)).filter((slot) => slot !== undefined)

/**
 * Builds the filters of a query (D14); all bounds are inclusive. Throws a 400 with the field names for an empty range or a
 * blank search.
 */
export function buildFilters(query: Query<'screener.view'>, list: ChosenList | null): readonly Filter[] {
  const filters: Filter[] = []
  const set: SetBound[] = []
  for (const [parameter, value] of Object.entries(query)) {
    const bound = bounds.get(parameter)
    if (bound !== undefined) set.push({ ...bound, value: Number(value) })
    const filter = parameter in textFilters ? textFilters[parameter as TextFilter](String(value)) : null
    if (filter !== null) filters.push({ parameter, key: `${parameter}=${value}`, ...filter })
  }
  rejectEmptyRanges(set)
  return [...set.map(toFilter), ...filters, ...(list === null ? [] : [toListFilter(list)])]
}

function toFilter({ parameter, column, side, value }: SetBound): Filter {
  const mark = (rows: Filterable) => markBound(rows.values(column), rows.size(), shownFigures[column], { side, value })
  return { parameter, key: `${parameter}=${value}`, mark }
}

/** Marks the slots whose value, as shown, satisfies a bound. */
export function markBound(
  values: Float64Array,
  size: number,
  shown: ShownFigure,
  { side, value }: Pick<SetBound, 'side' | 'value'>,
): BitSet {
  const least = side === 'min' ? findLowest(shown, value) : Number.NEGATIVE_INFINITY
  const most = side === 'max' ? findHighest(shown, value) : Number.POSITIVE_INFINITY
  return markWithin(values, size, least, most)
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

/** Throws a 400 that names both bounds of each empty range. */
export function rejectEmptyRanges(set: readonly SetBound<string>[]): void {
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

const MAX_DECIMALS = 12
const MAX_DIGITS = 17

/**
 * Lowest value that is at least `bound` when rounded. Values are rounded as shown in the table, or to the bound's own
 * decimals if it has more: a yield of at least 12.6 includes 12.55, shown as 12.6; one of at least 12.58 does not.
 */
export function findLowest(shown: ShownFigure, bound: number): number {
  const step = findStep(shown, bound, 'below')
  if (step === 0) return bound
  const { isCut = false, endsAt } = shown
  if (isCut) return endsAt !== undefined && bound === tidy(endsAt + step) ? justAbove(endsAt) : bound
  const edge = tidy(bound - step / 2)
  // Ties round away from zero.
  return edge > 0 ? edge : justAbove(edge)
}

/** Highest value that is at most `bound` when rounded; see `findLowest`. */
export function findHighest(shown: ShownFigure, bound: number): number {
  const step = findStep(shown, bound, 'above')
  if (step === 0) return bound
  const { isCut = false, endsAt } = shown
  if (isCut) return endsAt === bound ? bound : justBelow(tidy(bound + step))
  const edge = tidy(bound + step / 2)
  return edge > 0 ? justBelow(edge) : edge
}

/** The next double below a value, or the one below that. */
function justBelow(value: number): number {
  if (!Number.isFinite(value)) return value
  if (value === 0) return -Number.MIN_VALUE
  return value * (value > 0 ? 1 - Number.EPSILON / 2 : 1 + Number.EPSILON)
}

const justAbove = (value: number): number => -justBelow(-value)

/** Distance from `bound` to the next number of the same precision; 0 if there is none. */
function findStep({ decimals, digits }: ShownFigure, bound: number, side: 'below' | 'above'): number {
  if (digits === undefined) return 10 ** -Math.max(decimals ?? 0, countDecimals(bound))
  if (!(bound > 0)) return 0
  const step = 10 ** (1 - Math.max(digits, countDigits(bound)) + findExponent(bound))
  // Numbers just below a power of ten have one more decimal.
  return side === 'below' && countDigits(bound) === 1 && String(bound).startsWith('1') ? step / 10 : step
}

const countDecimals = (value: number) => countUpTo(MAX_DECIMALS, 0, (places) => Number(value.toFixed(places)) === value)
const countDigits = (value: number) => countUpTo(MAX_DIGITS, 1, (places) => Number(value.toPrecision(places)) === value)
const findExponent = (value: number) => Number(value.toExponential().split('e')[1])

function countUpTo(most: number, least: number, isEnough: (places: number) => boolean): number {
  let places = least
  while (places < most && !isEnough(places)) places += 1
  return places
}

const tidy = (value: number) => Number(value.toPrecision(15))
