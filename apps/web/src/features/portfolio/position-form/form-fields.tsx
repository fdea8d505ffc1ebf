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

/** A field's element id, which the error summary links to. */
export const fieldId = (formId: string, name: FieldName) => `${formId}-${name}`

/** Props shared by all fields in a form. */
export interface FormBinding {
  readonly form: PositionFormState
  readonly formId: string
  readonly facts: EntryFacts
}

interface BoundField extends FormBinding {
  readonly name: FieldName
}

/** Binds a field to the form and its validation rules. */
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
    // Empty fields are validated on submit only: an error shown on blur would move a button that the user is about to
    // click.
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
  /** Called when the user edits the field. */
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
  /** Amount by which the arrow keys change the number. */
  readonly step: number
}

/**
 * Number field that accepts any notation. A native number input would read `9,10` as 910 and would not give invalid
 * text to the page.
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
  /** Text shown while nothing is chosen. */
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
