import {
  type GicsSector,
  gicsSectors,
  type MarketCapChoice,
  marketCapChoices,
  type NamedBound,
  type NumericColumn,
  numericColumns,
  type SectorChoice,
  sectorAliases,
  sectorChoices,
} from '@callwright/contracts/screener-columns'
import type { ScreenNarrowing } from '../../../api/early-requests.ts'

/** Inclusive bounds; null means no bound. */
export interface ValueRange {
  readonly min: number | null
  readonly max: number | null
}
export type Side = keyof ValueRange
/** Bounds in wire units: dollars, percent, shares. */
type Bounds = Readonly<Partial<Record<NumericColumn, ValueRange>>>

/** The screen's filters. Every filter has a value that lets all stocks through. */
export interface ScreenFilters {
  /** 0 means no filter, as it does for every minimum here. */
  readonly minRating: number
  readonly minYield: number
  /** 100 means no filter. */
  readonly maxRsi: number
  readonly minIvRank: number
  readonly sector: SectorChoice
  readonly cap: MarketCapChoice
  /** Id of a list, or of the holdings; null for none. */
  readonly list: string | null
  /** Bounds of columns without a dedicated filter. `findRange` reads both kinds. */
  readonly bounds: Bounds
}

export const noFilters: ScreenFilters = {
  minRating: 0,
  minYield: 0,
  maxRsi: 100,
  minIvRank: 0,
  sector: 'all',
  cap: 'all',
  list: null,
  bounds: {},
}

type NumberFilter = 'minRating' | 'minYield' | 'maxRsi' | 'minIvRank'

export interface NumberFilterRule {
  readonly key: NumberFilter
  /** Name of the URL parameter. */
  readonly name: string
  readonly parameter: NamedBound
  readonly column: NumericColumn
  readonly side: Side
  /** The choices in SPEC; the first one means no filter. */
  readonly choices: readonly number[]
}

/**
 * Filters that are dedicated to one bound. Each has three names, because links (`name`) and the API (`parameter`) must
 * keep the ones that they were published with, and the code (`key`) says which way the bound goes.
 */
export const numberFilters = [
  {
    key: 'minRating',
    name: 'rating',
    parameter: 'min_score',
    column: 'cc_score',
    side: 'min',
    choices: [0, 20, 35, 40, 45],
  },
  {
    key: 'minYield',
    name: 'yield',
    parameter: 'min_yield',
    column: 'best_ann_yield',
    side: 'min',
    choices: [0, 5, 10, 15, 20],
  },
  { key: 'maxRsi', name: 'rsi', parameter: 'max_rsi', column: 'rsi', side: 'max', choices: [100, 80, 70, 60, 50] },
  {
    key: 'minIvRank',
    name: 'iv_rank',
    parameter: 'min_iv_rank',
    column: 'iv_rank',
    side: 'min',
    choices: [0, 30, 50, 70, 80],
  },
] as const satisfies readonly NumberFilterRule[]

const sides = ['min', 'max'] as const satisfies readonly Side[]
const OPEN: ValueRange = { min: null, max: null }

const findOwnFilter = (column: NumericColumn, side: Side): NumberFilterRule | undefined =>
  numberFilters.find((rule) => rule.column === column && rule.side === side)

const isSet = (filters: ScreenFilters, { key }: Pick<NumberFilterRule, 'key'>) => filters[key] !== noFilters[key]

/** A column's bounds, from its dedicated filter or from `bounds`. */
export function findRange(filters: ScreenFilters, column: NumericColumn): ValueRange {
  const read = (side: Side) => {
    const own = findOwnFilter(column, side)
    if (own !== undefined) return isSet(filters, own) ? filters[own.key] : null
    return filters.bounds[column]?.[side] ?? null
  }
  return { min: read('min'), max: read('max') }
}

/** Sets one column's bounds. */
export function setRange(filters: ScreenFilters, column: NumericColumn, bound: ValueRange): ScreenFilters {
  const next: { -readonly [K in keyof ScreenFilters]: ScreenFilters[K] } = { ...filters }
  const rest: Record<Side, number | null> = { ...OPEN }
  for (const side of sides) {
    const own = findOwnFilter(column, side)
    if (own === undefined) rest[side] = bound[side]
    else next[own.key] = bound[side] ?? noFilters[own.key]
  }
  const { [column]: _before, ...others } = filters.bounds
  next.bounds = rest.min === null && rest.max === null ? others : { ...others, [column]: rest }
  return next
}

/** Columns with at least one bound, in column order. */
export function listBoundedColumns(filters: ScreenFilters): NumericColumn[] {
  return numericColumns.filter((column) => {
    const { min, max } = findRange(filters, column)
    return min !== null || max !== null
  })
}

/** Counts the active filters; a column with two bounds counts once. */
export function countFilters(filters: ScreenFilters): number {
  return (
    listBoundedColumns(filters).length +
    ['sector', 'cap', 'list'].filter((key) => filters[key as 'list'] !== noFilters[key as 'list']).length
  )
}

/** The column and side that a request parameter sets a bound for; null if it sets none. */
export function findEnd(parameter: string): { readonly column: NumericColumn; readonly side: Side } | null {
  const named = numberFilters.find((rule) => rule.parameter === parameter)
  if (named !== undefined) return named
  const ends = numericColumns.flatMap((column) => sides.map((side) => ({ column, side })))
  return ends.find(({ column, side }) => parameter === `${column}_${side}`) ?? null
}

/** Removes the filter for this request parameter; returns the filters unchanged if none uses it. */
export function relaxFilter(filters: ScreenFilters, parameter: string): ScreenFilters {
  if (parameter === 'sector') return { ...filters, sector: 'all' }
  if (parameter === 'market_cap') return { ...filters, cap: 'all' }
  if (parameter === 'list') return { ...filters, list: null }
  const end = findEnd(parameter)
  if (end === null) return filters
  return setRange(filters, end.column, { ...findRange(filters, end.column), [end.side]: null })
}

/** Converts the filters to request parameters. */
export function narrowByFilters(filters: ScreenFilters): ScreenNarrowing {
  const narrowing: { -readonly [K in keyof ScreenNarrowing]: ScreenNarrowing[K] } = {}
  for (const rule of numberFilters) if (isSet(filters, rule)) narrowing[rule.parameter] = filters[rule.key]
  if (filters.sector !== 'all') narrowing.sector = filters.sector
  if (filters.cap !== 'all') narrowing.market_cap = filters.cap
  if (filters.list !== null) narrowing.list = filters.list
  for (const [column, side, value] of listOtherBounds(filters)) narrowing[`${column}_${side}`] = value
  return narrowing
}

function listOtherBounds({ bounds }: ScreenFilters): (readonly [NumericColumn, Side, number])[] {
  return numericColumns.flatMap((column) =>
    sides.flatMap((side) => {
      const value = bounds[column]?.[side] ?? null
      return value === null ? [] : ([[column, side, value]] as const)
    }),
  )
}

export function writeFilters(filters: ScreenFilters, search: URLSearchParams): void {
  for (const rule of numberFilters) if (isSet(filters, rule)) search.set(rule.name, String(filters[rule.key]))
  if (filters.sector !== 'all') search.set('sector', filters.sector)
  if (filters.cap !== 'all') search.set('cap', filters.cap)
  if (filters.list !== null) search.set('list', filters.list)
  for (const [column, side, value] of listOtherBounds(filters)) search.set(`${column}_${side}`, String(value))
}

/** Matches numbers that the server accepts, with few enough decimals that `String` prints no exponent. */
const DECIMAL = /^-?\d{1,15}(\.\d{1,6})?$/
export const readDecimal = (text: string) => (DECIMAL.test(text) ? Number(text) : null)

/** Reads the filters in a URL. Calls `ignore` with the name of each invalid parameter. */
export function readFilters(search: URLSearchParams, ignore: (name: string) => void): ScreenFilters {
  function read<T>(name: string, parse: (text: string) => T | null): T | null {
    const text = search.get(name)
    if (text === null) return null
    const value = parse(text)
    if (value === null) ignore(name)
    return value
  }
  const withChoices: ScreenFilters = {
    ...noFilters,
    sector: read('sector', readSector) ?? noFilters.sector,
    cap: read('cap', (text) => marketCapChoices.find((choice) => choice === text) ?? null) ?? noFilters.cap,
    list: read('list', readListId),
  }
  const ends = new Map<string, NumericColumn>()
  const filters = numericColumns.reduce((narrowed, column) => {
    const [min, max] = sides.map((side) => {
      const names = listNames(column, side)
      for (const name of names) ends.set(name, column)
      // If two names set the same bound, use the first: the second one could contradict it.
      const [name, ...others] = names.filter((each) => search.has(each))
      others.forEach(ignore)
      return name === undefined ? null : read(name, readDecimal)
    })
    const bound: ValueRange = { min: min ?? null, max: max ?? null }
    if (bound.min === null || bound.max === null || bound.min <= bound.max) return setRange(narrowed, column, bound)
    for (const name of listNames(column, 'max')) if (search.has(name)) ignore(name)
    return setRange(narrowed, column, { min: bound.min, max: null })
  }, withChoices)
  for (const name of search.keys()) if (/_(min|max)$/.test(name) && !ends.has(name)) ignore(name)
  return filters
}

/** Reads the id of a list, which the server checks. */
export const readListId = (text: string) => (/^[\w-]{1,64}$/.test(text) ? text : null)

/** URL parameters that can set one of a column's bounds. */
function listNames(column: NumericColumn, side: Side): string[] {
  const own = findOwnFilter(column, side)
  return own === undefined ? [`${column}_${side}`] : [own.name, `${column}_${side}`]
}

const shortNames = new Map<string, SectorChoice>(
  Object.entries(sectorAliases).map(([short, sector]) => [sector, short as keyof typeof sectorAliases]),
)

/** Reads a sector from a URL value; a sector that has a short name is normalized to it. */
function readSector(text: string): SectorChoice | null {
  return shortNames.get(text) ?? sectorChoices.find((choice) => choice === text) ?? null
}

/** Sectors without a short name. */
export const otherSectors: readonly GicsSector[] = gicsSectors.filter((sector) => !shortNames.has(sector))
