import {
  type MarketCapChoice,
  type NumericColumn,
  numericColumns,
  type SectorChoice,
  type YesNoColumn,
  yesNoColumns,
} from '@callwright/contracts/screener-columns'
import { commonWords } from '../../../shared/common-words.ts'
import { readNumber } from '../../../shared/form/read-number.ts'
import {
  type Bound,
  findBound,
  noFilters,
  readDecimal,
  type ScreenFilters,
  type Side,
  setBound,
} from '../state/screen-filters.ts'
import { findUnit } from './filter-view.ts'
import { filterWords as words } from './filter-words.ts'

/** All stocks, or only those for which a yes-or-no column is yes, or no. */
export const yesNoChoices = ['any', 'yes', 'no'] as const
export type YesNoChoice = (typeof yesNoChoices)[number]

/** Columns for which the user types bounds; yes-or-no columns have a select instead. */
export type TypedColumn = Exclude<NumericColumn, YesNoColumn>
export const typedColumns = numericColumns.filter(
  (column): column is TypedColumn => !yesNoColumns.some((each) => each === column),
)

/** Form values for the filters: figures as typed, in display units. */
export interface FilterFields {
  readonly sector: SectorChoice
  readonly cap: MarketCapChoice
  readonly yesNo: Readonly<Record<YesNoColumn, YesNoChoice>>
  readonly bounds: Readonly<Record<TypedColumn, Readonly<Record<Side, string>>>>
}

const yesNoBounds: Readonly<Record<YesNoChoice, Bound>> = {
  any: { min: null, max: null },
  yes: { min: 1, max: null },
  no: { min: null, max: 0 },
}

function readYesNo(filters: ScreenFilters, column: YesNoColumn): YesNoChoice {
  const { min, max } = findBound(filters, column)
  return min !== null ? 'yes' : max !== null ? 'no' : 'any'
}

export function writeFields(filters: ScreenFilters): FilterFields {
  const texts = typedColumns.map((column) => {
    const { min, max } = findBound(filters, column)
    return [column, { min: writeFigure(column, min), max: writeFigure(column, max) }] as const
  })
  return {
    sector: filters.sector,
    cap: filters.cap,
    yesNo: Object.fromEntries(
      yesNoColumns.map((column) => [column, readYesNo(filters, column)]),
    ) as FilterFields['yesNo'],
    bounds: Object.fromEntries(texts) as FilterFields['bounds'],
  }
}

/** Converts form values to filters. A figure that is invalid sets no bound. */
export function readFields({ sector, cap, yesNo, bounds }: FilterFields): ScreenFilters {
  const chosen = yesNoColumns.reduce<ScreenFilters>(
    (filters, column) => setBound(filters, column, yesNoBounds[yesNo[column]]),
    { ...noFilters, sector, cap },
  )
  return typedColumns.reduce((filters, column) => {
    const { min, max } = bounds[column]
    return setBound(filters, column, { min: readFigure(column, min), max: readFigure(column, max) })
  }, chosen)
}

const writeFigure = (column: NumericColumn, value: number | null) =>
  value === null ? '' : String(value / findUnit(column).scale)

const readTyped = (text: string) => readNumber(text, { notNumber: words.noFigure })

/** Converts a typed figure to wire units; null if the field is empty or invalid. */
export function readFigure(column: NumericColumn, text: string): number | null {
  const { value: typed } = readTyped(text)
  if (typed === null) return null
  const { scale } = findUnit(column)
  // Round scaled figures to whole dollars, then check that the server accepts the number.
  return readDecimal(String(scale === 1 ? typed : Math.round(typed * scale)))
}

/** Validation message for one of a column's bounds; null if the bound is valid. */
export function checkFigure(column: TypedColumn, side: Side, { bounds }: FilterFields): string | null {
  const text = bounds[column][side]
  if (text.trim() === '') return null
  const value = readFigure(column, text)
  if (value === null) return readTyped(text).fault ?? words.noFigure
  const min = readFigure(column, bounds[column].min)
  if (side === 'max' && min !== null && min > value) return commonWords.crossed
  return null
}

export function areFieldsValid(fields: FilterFields): boolean {
  return typedColumns.every((column) =>
    (['min', 'max'] as const).every((side) => checkFigure(column, side, fields) === null),
  )
}
