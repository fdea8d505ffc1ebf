import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { renderFieldError } from '../../../shared/ui/field-error.tsx'
import { checkField, type FieldName, fieldLabels, type PositionFields } from './position-fields.ts'
import classes from './position-form.module.css'

export type PositionFormState = UseFormReturn<PositionFields>

/** Where the link of the summary leads. */
export const fieldId = (formId: string, name: FieldName) => `${formId}-${name}`

interface BoundField {
  readonly form: PositionFormState
  readonly formId: string
  readonly name: FieldName
}

/** A field of the form with its rules: value, error and what tells the form of them. */
export function usePositionField({ form, formId, name }: BoundField) {
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: {
      validate: (_text, fields) => checkField(name, fields) ?? true,
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

interface TextFieldProps
  extends BoundField,
    Pick<TextInputProps, 'type' | 'inputMode' | 'step' | 'min' | 'max' | 'maxLength' | 'placeholder'> {
  readonly description?: ReactNode
  /** Before the field changes by the reader's hand. */
  readonly onEdit?: () => void
}

export function TextField({ form, formId, name, onEdit, ...rest }: TextFieldProps) {
  const { onChange, ...field } = usePositionField({ form, formId, name })
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

interface ChoiceFieldProps extends BoundField {
  /** What it says while nothing is chosen. */
  readonly placeholder: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly disabled: boolean
  readonly description?: ReactNode
  readonly onEdit?: () => void
}

export function ChoiceField({ form, formId, name, placeholder, options, onEdit, ...rest }: ChoiceFieldProps) {
  const { onChange, ...field } = usePositionField({ form, formId, name })
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
