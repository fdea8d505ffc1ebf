import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import type { SubmitEvent } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useCountStocksQuery } from '../../../api/screener-endpoints.ts'
import { noFilters } from '../state/screen-filters.ts'
import { narrowScreen, type ScreenState } from '../state/screen-state.ts'
import { areFieldsValid, type FilterFields, readFields, writeFields } from './filter-fields.ts'

const COUNT_DEBOUNCE_MS = 300

export interface FilterForm {
  readonly form: UseFormReturn<FilterFields>
  readonly fields: FilterFields
  /** How many stocks match the form's filters and the search; null if unknown. */
  readonly count: number | null
  readonly clear: () => void
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
  const fields = useWatch({ control: form.control }) as FilterFields
  const narrowing = areFieldsValid(fields) ? JSON.stringify(narrowScreen({ text, filters: readFields(fields) })) : null
  const [settled] = useDebouncedValue(narrowing, COUNT_DEBOUNCE_MS)
  const { data, isError } = useCountStocksQuery(settled === null ? skipToken : JSON.parse(settled))
  return {
    form,
    fields,
    count: isError ? null : (data ?? null),
    clear: () => form.reset(writeFields(noFilters)),
    submit: form.handleSubmit((chosen) => {
      onApply(readFields(chosen))
      onClose()
    }),
  }
}
