import {
  type MarketCapChoice,
  type NumericColumn,
  type SectorChoice,
  type YesNoColumn,
  yesNoColumns,
} from '@callwright/contracts/screener-columns'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { stockColumns } from '../columns/columns.tsx'
import {
  type Bound,
  findBound,
  findEnd,
  listBoundedColumns,
  otherSectors,
  type ScreenFilters,
  setBound,
} from '../state/screen-filters.ts'
import { filterWords as words } from './filter-words.ts'

/** `1 stock`, `1,250 stocks`. */
export const formatCount = (stocks: number) => words.stocks(stocks)

/** Display unit for a column's bounds. */
export interface BoundUnit {
  readonly before: string
  readonly after: string
  /** How many wire units make one display unit. */
  readonly scale: number
}

const unitsOf: Readonly<Record<string, Partial<BoundUnit>>> = { $: { before: '$' }, '%': { after: '%' } }

export function findUnit(column: NumericColumn): BoundUnit {
  const { unit, filter } = stockColumns[column]
  const ofUnit = unit === undefined ? {} : (unitsOf[unit] ?? { after: ` ${unit}` })
  return { before: '', after: '', scale: 1, ...ofUnit, ...filter }
}

/** `10%+`, `up to 70`, `$20 to $100`, or null if both ends are open. */
export function describeBound(column: NumericColumn, { min, max }: Bound): string | null {
  const { before, after, scale } = findUnit(column)
  // Write a spelled-out unit only once, at the end.
  const [sign, unit] = after.startsWith(' ') ? ['', after] : [after, '']
  const write = (value: number) => `${before}${formatDecimal(value / scale)}${sign}`
  if (isYesNo(column)) return min === null && max === null ? null : nameYesNo(column, (min ?? 0) > 0 ? 'yes' : 'no')
  if (min !== null && max !== null) return `${min === max ? write(min) : words.between(write(min), write(max))}${unit}`
  if (min !== null) return `${write(min)}+${unit}`
  return max === null ? null : words.upTo(`${write(max)}${unit}`)
}

const isYesNo = (column: NumericColumn): column is YesNoColumn => yesNoColumns.some((each) => each === column)

/** Names a choice of a yes-or-no column; `any` lets all stocks through. */
export const nameYesNo = (column: YesNoColumn, choice: 'any' | 'yes' | 'no') =>
  choice === 'any' ? words.any : (stockColumns[column].filter?.choices?.[choice] ?? choice)

const named = new Map<string, string>(Object.entries(words.sectors))
export const nameSector = (sector: SectorChoice): string => named.get(sector) ?? sector

/** Sector choices: SPEC's sectors, then all others. */
export const sectorChoiceGroups: readonly (readonly SectorChoice[])[] = [
  ['all', 'known_sectors', 'technology', 'financial', 'healthcare'],
  otherSectors,
]

export const nameCap = (cap: MarketCapChoice): string => words.caps[cap]

export interface FilterChip {
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
      value: describeBound(column, findBound(filters, column)) ?? '',
      remove: (latest) => setBound(latest, column, { min: null, max: null }),
    }),
  )
  if (filters.sector !== 'all') {
    const value = nameSector(filters.sector)
    chips.push({ key: 'sector', name: words.names.sector, value, remove: (latest) => ({ ...latest, sector: 'all' }) })
  }
  if (filters.cap !== 'all') {
    const value = nameCap(filters.cap)
    chips.push({ key: 'cap', name: words.names.cap, value, remove: (latest) => ({ ...latest, cap: 'all' }) })
  }
  return chips
}

/** Chip text of the filter with this request parameter; null if that filter is not set. */
export function describeParameter(filters: ScreenFilters, parameter: string): string | null {
  if (parameter === 'sector') return `${words.names.sector} ${nameSector(filters.sector)}`
  if (parameter === 'market_cap') return `${words.names.cap} ${nameCap(filters.cap)}`
  const end = findEnd(parameter)
  if (end === null) return null
  const { column, side } = end
  const value = describeBound(column, { min: null, max: null, [side]: findBound(filters, column)[side] })
  return value === null ? null : `${nameBound(column)} ${value}`
}

/** A column's name in filter chips and fields. */
export const nameBound = (column: NumericColumn) => stockColumns[column].filter?.label ?? stockColumns[column].label
