import { Button, Group, NativeSelect, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { commonWords } from '../../../shared/common-words.ts'
import { stepNumber } from '../../../shared/form/number-field.ts'
import { Banner, renderFieldError } from '../../../shared/ui/notices.tsx'
import classes from '../dialogs/dialogs.module.css'
import type { EntryAnswer, EntryQuestion } from './entry-questions.ts'
import {
  checkField,
  type EntryFacts,
  type FieldName,
  type FigureName,
  fieldLabels,
  fieldNames,
  isMissing,
  type PositionFields,
} from './position-fields.ts'
import type { ListedCalls } from './use-listed-calls.ts'
import type { FormKind } from './use-position-form.ts'

type PositionFormState = UseFormReturn<PositionFields>

/** A field's element id, which the error summary links to. */
const fieldId = (formId: string, name: FieldName) => `${formId}-${name}`

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
      ...(name === 'entryDate' && { deps: 'expiration' }),
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
      rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
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

const notLoaded = {
  expirations: 'Unable to load expiration dates. Please try again.',
  strikes: 'Unable to load strike prices. Please try again.',
} as const

interface FormBannersProps {
  readonly kind: FormKind
  readonly form: PositionFormState
  /** Why saving failed. */
  readonly failure: string | null
  readonly listed: ListedCalls
  /** Question to answer before saving. */
  readonly question: EntryQuestion | null
  readonly onAnswer: (question: EntryQuestion, answer: EntryAnswer) => void
}

/** Errors and questions, shown above the fields. */
export function FormBanners({ kind, form, failure, listed: { failed, retry }, question, onAnswer }: FormBannersProps) {
  return (
    <Stack className={classes.banners} gap="sm">
      {failure === null ? (
        <Faults form={form} />
      ) : (
        <Banner tone="rejection">
          {commonWords.tryAgain(`Failed to ${kind === 'add' ? 'add' : 'save'} position: ${failure.replace(/\.$/, '')}`)}
        </Banner>
      )}
      {failed !== null && (
        <Banner tone="rejection" action={{ label: commonWords.retry, run: retry }}>
          {notLoaded[failed]}
        </Banner>
      )}
      {question !== null && (
        <Banner>
          {question.text}
          <Group gap="sm" mt="xs">
            {question.answers.map((answer) => (
              <Button key={answer.label} size="compact-sm" onClick={() => onAnswer(question, answer)}>
                {answer.label}
              </Button>
            ))}
          </Group>
        </Banner>
      )}
    </Stack>
  )
}

/** Lists the invalid fields, with links to them. */
function Faults({ form }: Pick<FormBannersProps, 'form'>) {
  const { errors, isSubmitted } = form.formState
  const wrong = fieldNames.filter((name) => errors[name] !== undefined)
  if (!isSubmitted || wrong.length === 0) return null
  const fields = form.getValues()
  const isIncomplete = wrong.some((name) => isMissing(name, fields))
  return (
    <Banner tone="rejection">
      {isIncomplete ? 'Please fill all fields' : 'Please correct the marked fields'}
      <Group component="ul" gap="0 var(--space-4)">
        {wrong.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => form.setFocus(name)}>
              {fieldLabels[name]}
            </button>
          </li>
        ))}
      </Group>
    </Banner>
  )
}
