import {
  type MarketCapChoice,
  type NumericColumn,
  type ScreenColumn,
  type SectorChoice,
  type YesNoColumn,
  yesNoColumns,
} from '@callwright/contracts/screener-columns'
import { nameList } from '../../../api/list-names.ts'
import { formatDecimal, formatInteger } from '../../../shared/format/numbers.ts'
import { columnGroups, stockColumns } from '../columns/columns.tsx'
import {
  findEnd,
  findRange,
  listBoundedColumns,
  otherSectors,
  type ScreenFilters,
  setRange,
  type ValueRange,
} from '../state/screen-filters.ts'

/** `1 stock`, `1,250 stocks`. */
export const formatCount = (stocks: number) => `${formatInteger(stocks)} ${stocks === 1 ? 'stock' : 'stocks'}`

/** Display unit for a column's bounds. */
interface BoundUnit {
  readonly before: string
  /** Follows every number. */
  readonly sign: string
  /** Follows the last number. */
  readonly after: string
  /** How many wire units make one display unit. */
  readonly scale: number
}

const unitsOf: Readonly<Record<string, Partial<BoundUnit>>> = {
  $: { before: '$' },
  '%': { sign: '%' },
  '% term': { sign: '%' },
  '% of mid': { sign: '%', after: ' of mid' },
}

export function findUnit(column: NumericColumn): BoundUnit {
  const { unit, filter } = stockColumns[column]
  const ofUnit = unit === undefined ? {} : (unitsOf[unit] ?? { after: ` ${unit}` })
  return { before: '', sign: '', after: '', scale: 1, ...ofUnit, ...filter }
}

/** Unit next to a column's fields in the form; empty for none. */
export function findFormUnit(column: NumericColumn): string {
  const { before, sign, after } = findUnit(column)
  return stockColumns[column].filter?.formUnit ?? `${before}${sign}${after}`.trim()
}

/** `10%+`, `up to 70`, `$20 to $100`, or null if both ends are open. */
export function describeRange(column: NumericColumn, { min, max }: ValueRange): string | null {
  const { before, sign, after, scale } = findUnit(column)
  const write = (value: number) => `${before}${formatDecimal(value / scale)}${sign}`
  if (isYesNo(column)) return min === null && max === null ? null : nameYesNo(column, (min ?? 0) > 0 ? 'yes' : 'no')
  if (min !== null && max !== null) return `${min === max ? write(min) : `${write(min)} to ${write(max)}`}${after}`
  if (min !== null) return `${write(min)}+${after}`
  return max === null ? null : `up to ${write(max)}${after}`
}

export const isYesNo = (column: ScreenColumn): column is YesNoColumn => yesNoColumns.some((each) => each === column)

/** Names a choice of a yes-or-no column; `any` lets all stocks through. */
export const nameYesNo = (column: YesNoColumn, choice: 'any' | 'yes' | 'no') =>
  choice === 'any' ? 'Any' : (stockColumns[column].filter?.choices?.[choice] ?? choice)

/** One-click filters on the best call; each lets through one side of a yes-or-no column. */
export const quickFilters = [
  { column: 'earnings_before_expiration', choice: 'no', label: 'No earnings before expiration', short: 'no earnings' },
  {
    column: 'ex_dividend_before_expiration',
    choice: 'no',
    label: 'No ex-dividend before expiration',
    short: 'no ex-dividend',
  },
  { column: 'best_is_liquid', choice: 'yes', label: 'Liquid only', short: 'liquid' },
] as const

export const yesNoRanges: Readonly<Record<'any' | 'yes' | 'no', ValueRange>> = {
  any: { min: null, max: null },
  yes: { min: 1, max: null },
  no: { min: null, max: 0 },
}

export function readYesNo(filters: ScreenFilters, column: YesNoColumn): 'any' | 'yes' | 'no' {
  const { min, max } = findRange(filters, column)
  return min !== null ? 'yes' : max !== null ? 'no' : 'any'
}

const shortSectors: Readonly<Partial<Record<SectorChoice, string>>> = {
  all: 'All',
  known_sectors: 'Known sectors',
  technology: 'Technology',
  financial: 'Financials',
  healthcare: 'Health Care',
}
export const nameSector = (sector: SectorChoice): string => shortSectors[sector] ?? sector

/** Sector choices: SPEC's sectors, then all others. */
export const sectorChoiceGroups: readonly (readonly SectorChoice[])[] = [
  ['all', 'known_sectors', 'technology', 'financial', 'healthcare'],
  otherSectors,
]

export const capNames: Readonly<Record<MarketCapChoice, string>> = {
  all: 'All',
  mega: 'Mega',
  large: 'Large',
  mid: 'Mid',
  small: 'Small',
}

interface FilterChip {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly remove: (filters: ScreenFilters) => ScreenFilters
}

/** Lists the active filters, with one chip for each. */
export function listChips(filters: ScreenFilters): FilterChip[] {
  const chips = listBoundedColumns(filters).map(
    (column): FilterChip => ({
      key: column,
      name: nameBound(column),
      value: describeRange(column, findRange(filters, column)) ?? '',
      remove: (latest) => setRange(latest, column, { min: null, max: null }),
    }),
  )
  if (filters.sector !== 'all') {
    const value = nameSector(filters.sector)
    chips.push({ key: 'sector', name: 'Sector', value, remove: (latest) => ({ ...latest, sector: 'all' }) })
  }
  if (filters.cap !== 'all') {
    const value = capNames[filters.cap]
    chips.push({ key: 'cap', name: 'Market cap', value, remove: (latest) => ({ ...latest, cap: 'all' }) })
  }
  if (filters.list !== null) {
    const value = nameList(filters.list)
    chips.push({ key: 'list', name: 'List', value, remove: (latest) => ({ ...latest, list: null }) })
  }
  return chips
}

/** Chip text of the filter with this request parameter; null if that filter is not set. */
export function describeParameter(filters: ScreenFilters, parameter: string): string | null {
  if (parameter === 'sector') return `Sector ${nameSector(filters.sector)}`
  if (parameter === 'market_cap') return `Market cap ${capNames[filters.cap]}`
  if (parameter === 'list') return `List ${nameList(filters.list ?? '')}`
  const end = findEnd(parameter)
  if (end === null) return null
  const { column, side } = end
  const value = describeRange(column, { min: null, max: null, [side]: findRange(filters, column)[side] })
  return value === null ? null : `${nameBound(column)} ${value}`
}

/** A column's name in filter chips. */
const nameBound = (column: NumericColumn) => stockColumns[column].filter?.label ?? stockColumns[column].label

/** A column's name next to its fields in the form. */
export const nameField = (column: NumericColumn) => stockColumns[column].filter?.formLabel ?? stockColumns[column].label

const BEST_CALL = 'Best call'

/** Groups of fields in the form: the best call first, because it is what a trader sells. */
export const fieldGroups = columnGroups.toSorted(
  (one, other) => Number(other.name === BEST_CALL) - Number(one.name === BEST_CALL),
)
