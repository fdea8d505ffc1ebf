import {
  type MarketCapChoice,
  type NumericColumn,
  numericColumns,
  type SectorChoice,
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

/** Whether stocks with listed options show, those without, or both. */
export const optionsChoices = ['any', 'available', 'none'] as const
export type OptionsChoice = (typeof optionsChoices)[number]

/** The columns whose ends are typed; whether options exist is a choice. */
export const typedColumns = numericColumns.filter((column) => column !== 'options_available')
export type TypedColumn = (typeof typedColumns)[number]

/** The filters as a form holds them: figures as they are typed, in the units they are shown in. */
export interface FilterFields {
  readonly sector: SectorChoice
  readonly cap: MarketCapChoice
  readonly options: OptionsChoice
  readonly bounds: Readonly<Record<TypedColumn, Readonly<Record<Side, string>>>>
}

const optionsBounds: Readonly<Record<OptionsChoice, Bound>> = {
  any: { min: null, max: null },
  available: { min: 1, max: null },
  none: { min: null, max: 0 },
}

export function writeFields(filters: ScreenFilters): FilterFields {
  const options = findBound(filters, 'options_available')
  const texts = typedColumns.map((column) => {
    const { min, max } = findBound(filters, column)
    return [column, { min: writeFigure(column, min), max: writeFigure(column, max) }] as const
  })
  return {
    sector: filters.sector,
    cap: filters.cap,
    options: options.min !== null ? 'available' : options.max !== null ? 'none' : 'any',
    bounds: Object.fromEntries(texts) as FilterFields['bounds'],
  }
}

/** The filters a form stands for; a figure that is none of the kind counts as open. */
export function readFields({ sector, cap, options, bounds }: FilterFields): ScreenFilters {
  const chosen = setBound({ ...noFilters, sector, cap }, 'options_available', optionsBounds[options])
  return typedColumns.reduce((filters, column) => {
    const { min, max } = bounds[column]
    return setBound(filters, column, { min: readFigure(column, min), max: readFigure(column, max) })
  }, chosen)
}

const writeFigure = (column: NumericColumn, value: number | null) =>
  value === null ? '' : String(value / findUnit(column).scale)

const readTyped = (text: string) => readNumber(text, { notNumber: words.noFigure })

/** A typed figure in the units of the wire; null where there is none, or what is typed is no figure. */
export function readFigure(column: NumericColumn, text: string): number | null {
  const { value: typed } = readTyped(text)
  if (typed === null) return null
  const { scale } = findUnit(column)
  // What is scaled is counted in whole dollars, and must still be a number the server reads.
  return readDecimal(String(scale === 1 ? typed : Math.round(typed * scale)))
}

/** What is wrong with one end of a column, in a sentence; null: nothing. */
export function checkFigure(column: TypedColumn, side: Side, { bounds }: FilterFields): string | null {
  const text = bounds[column][side]
  if (text.trim() === '') return null
  const value = readFigure(column, text)
  if (value === null) return readTyped(text).fault ?? words.noFigure
  const least = readFigure(column, bounds[column].min)
  if (side === 'max' && least !== null && least > value) return commonWords.crossed
  return null
}

export function areFieldsSound(fields: FilterFields): boolean {
  return typedColumns.every((column) =>
    (['min', 'max'] as const).every((side) => checkFigure(column, side, fields) === null),
  )
}
