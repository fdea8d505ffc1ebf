import {
  type MarketCapChoice,
  type NumericColumn,
  numericColumns,
  type SectorChoice,
  type YesNoColumn,
  yesNoColumns,
} from '@callwright/contracts/screener-columns'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import { type SubmitEvent, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { selectResult } from '../../../api/api.ts'
import { useCountStocksQuery } from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { readNumber } from '../../../shared/form/number-field.ts'
import { findRange, noFilters, readDecimal, type ScreenFilters, type Side, setRange } from '../state/screen-filters.ts'
import { narrowScreen, type ScreenState } from '../state/screen-state.ts'
import { findUnit, isYesNo, readYesNo, yesNoRanges } from './filter-view.ts'

/** All stocks, or only those for which a yes-or-no column is yes, or no. */
export const yesNoChoices = ['any', 'yes', 'no'] as const
type YesNoChoice = (typeof yesNoChoices)[number]

/** Columns for which the user types bounds; yes-or-no columns have a select instead. */
export type TypedColumn = Exclude<NumericColumn, YesNoColumn>
const typedColumns = numericColumns.filter((column): column is TypedColumn => !isYesNo(column))

/** Form values for the filters: figures as typed, in display units. */
export interface FilterFields {
  readonly sector: SectorChoice
  readonly cap: MarketCapChoice
  /** Empty for no list. */
  readonly list: string
  readonly yesNo: Readonly<Record<YesNoColumn, YesNoChoice>>
  readonly bounds: Readonly<Record<TypedColumn, Readonly<Record<Side, string>>>>
}

function writeFields(filters: ScreenFilters): FilterFields {
  const texts = typedColumns.map((column) => {
    const { min, max } = findRange(filters, column)
    return [column, { min: writeFigure(column, min), max: writeFigure(column, max) }] as const
  })
  return {
    sector: filters.sector,
    cap: filters.cap,
    list: filters.list ?? '',
    yesNo: Object.fromEntries(
      yesNoColumns.map((column) => [column, readYesNo(filters, column)]),
    ) as FilterFields['yesNo'],
    bounds: Object.fromEntries(texts) as FilterFields['bounds'],
  }
}

/** Converts form values to filters. A figure that is invalid sets no bound. */
function readFields({ sector, cap, list, yesNo, bounds }: FilterFields): ScreenFilters {
  const chosen = yesNoColumns.reduce<ScreenFilters>(
    (filters, column) => setRange(filters, column, yesNoRanges[yesNo[column]]),
    { ...noFilters, sector, cap, list: list === '' ? null : list },
  )
  return typedColumns.reduce((filters, column) => {
    const { min, max } = bounds[column]
    return setRange(filters, column, { min: readFigure(column, min), max: readFigure(column, max) })
  }, chosen)
}

const writeFigure = (column: NumericColumn, value: number | null) =>
  value === null ? '' : String(value / findUnit(column).scale)

const NO_NUMBER = 'Enter a number, such as 12.5'
const readTyped = (text: string) => readNumber(text, { notNumber: NO_NUMBER })

/** Converts a typed figure to wire units; null if the field is empty or invalid. */
function readFigure(column: NumericColumn, text: string): number | null {
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
  if (value === null) return readTyped(text).fault ?? NO_NUMBER
  const min = readFigure(column, bounds[column].min)
  if (side === 'max' && min !== null && min > value) return commonWords.crossed
  return null
}

function areFieldsValid(fields: FilterFields): boolean {
  return typedColumns.every((column) =>
    (['min', 'max'] as const).every((side) => checkFigure(column, side, fields) === null),
  )
}

const COUNT_DEBOUNCE_MS = 300

export interface FilterForm {
  readonly form: UseFormReturn<FilterFields>
  readonly fields: FilterFields
  /** How many stocks match the form's filters and the search; null if unknown. */
  readonly count: number | null
  readonly clear: () => void
  /** How often the form was cleared. As a key, it gives memoized fields their new texts. */
  readonly clearings: number
  readonly submit: (event: SubmitEvent) => Promise<void>
}

export interface FilterFormProps {
  readonly state: Pick<ScreenState, 'text' | 'filters'>
  readonly onApply: (chosen: ScreenState['filters']) => void
  readonly onClose: () => void
}

/** Form state for filters that have not been applied yet. */
export function useFilterForm({ state: { text, filters }, onApply, onClose }: FilterFormProps): FilterForm {
  const form = useForm<FilterFields>({ mode: 'onTouched', defaultValues: writeFields(filters) })
  const [clearings, setClearings] = useState(0)
  const fields = useWatch({ control: form.control }) as FilterFields
  const narrowing = areFieldsValid(fields) ? JSON.stringify(narrowScreen({ text, filters: readFields(fields) })) : null
  const [settled] = useDebouncedValue(narrowing, COUNT_DEBOUNCE_MS)
  const { data, error } = useCountStocksQuery(settled === null ? skipToken : JSON.parse(settled), {
    selectFromResult: selectResult,
  })
  return {
    form,
    fields,
    count: error === undefined ? (data ?? null) : null,
    clear: () => {
      form.reset(writeFields(noFilters))
      setClearings(clearings + 1)
    },
    clearings,
    submit: form.handleSubmit((chosen) => {
      onApply(readFields(chosen))
      onClose()
    }),
  }
}
