import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { stepNumber } from '../../../shared/form/read-number.ts'
import { renderFieldError } from '../../../shared/ui/field-error.tsx'
import {
  checkField,
  type EntryFacts,
  type FieldName,
  type FigureName,
  fieldLabels,
  type PositionFields,
} from './position-fields.ts'
import classes from './position-form.module.css'

export type PositionFormState = UseFormReturn<PositionFields>

/** Where the link of the summary leads. */
export const fieldId = (formId: string, name: FieldName) => `${formId}-${name}`

/** What every field of a form is bound to. */
export interface FormBinding {
  readonly form: PositionFormState
  readonly formId: string
  readonly facts: EntryFacts
}

interface BoundField extends FormBinding {
  readonly name: FieldName
}

/** A field of the form with its rules: value, error and what tells the form of them. */
export function usePositionField({ form, formId, facts, name }: BoundField) {
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: {
      validate: (_text, fields) => checkField(name, fields, facts) ?? true,
      ...(name === 'entryDate' && { deps: 'expiryDate' }),
    },
  })
  const { disabled: _never, onBlur, onChange, ...bound } = field
  const judge = () => void form.trigger(name)
  return {
    ...bound,
    // What is still empty is asked for when the form is sent: an error that comes up as the reader leaves for a button would
    // move the button away.
    onBlur: () => {
      onBlur()
      if (field.value !== '') judge()
    },
    onChange: (value: Parameters<typeof onChange>[0]) => {
      onChange(value)
      if (fieldState.invalid) judge()
    },
    id: fieldId(formId, name),
    label: fieldLabels[name],
    error: renderFieldError(fieldState.error?.message),
  }
}

interface TextFieldProps extends BoundField, Pick<TextInputProps, 'type' | 'inputMode' | 'onKeyDown' | 'placeholder'> {
  readonly description?: ReactNode
  /** Before the field changes by the reader's hand. */
  readonly onEdit?: () => void
}

export function TextField({ form, formId, facts, name, onEdit, ...rest }: TextFieldProps) {
  const { onChange, ...field } = usePositionField({ form, formId, facts, name })
  return (
    <TextInput
      {...rest}
      {...field}
      classNames={{ input: classes.input ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      onChange={(event) => {
        onChange(event)
        onEdit?.()
      }}
    />
  )
}

interface FigureFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'onKeyDown'> {
  readonly name: FigureName
  /** Of an arrow key. */
  readonly step: number
}

/**
 * A figure, however it is written. A browser's own number field would take `9,10` for 910, and would keep from the page
 * what it does not understand.
 */
export function FigureField({ step, ...props }: FigureFieldProps) {
  const { form, name, onEdit } = props
  const stepBy = (event: KeyboardEvent, by: number) => {
    event.preventDefault()
    const next = stepNumber(form.getValues(name), by, 0)
    if (next === null) return
    form.setValue(name, next, { shouldDirty: true, shouldValidate: true })
    onEdit?.()
  }
  return (
    <TextField
      {...props}
      inputMode={step === 1 ? 'numeric' : 'decimal'}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') stepBy(event, step)
        if (event.key === 'ArrowDown') stepBy(event, -step)
      }}
    />
  )
}

interface ChoiceFieldProps extends BoundField {
  /** What it says while nothing is chosen. */
  readonly placeholder: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly disabled: boolean
  readonly description?: ReactNode
  readonly onEdit?: () => void
}

export function ChoiceField({ form, formId, facts, name, placeholder, options, onEdit, ...rest }: ChoiceFieldProps) {
  const { onChange, ...field } = usePositionField({ form, formId, facts, name })
  return (
    <NativeSelect
      {...rest}
      {...field}
      className={classes.choice ?? ''}
      classNames={{ input: classes.input ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSectionWidth={28}
      rightSection={<IconChevronDown className={classes.chevron} size={14} stroke={1.6} aria-hidden="true" />}
      onChange={(event) => {
        onChange(event)
        onEdit?.()
      }}
    >
      <option value="" disabled hidden>
        {placeholder}
      </option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}
