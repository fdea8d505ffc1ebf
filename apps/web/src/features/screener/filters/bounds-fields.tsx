import { Button, Input, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { capitalize } from '../../../shared/format/words.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import { stockColumns } from '../columns/columns.tsx'
import classes from '../dialogs.module.css'
import type { Side } from '../state/screen-filters.ts'
import { checkFigure, type FilterFields, type TypedColumn, yesNoChoices } from './filter-form.ts'
import { fieldGroups, findFormUnit, formatCount, isYesNo, nameField, nameYesNo } from './filter-view.ts'

type FilterColumn = TypedColumn | keyof FilterFields['yesNo']

interface FieldProps<Column extends FilterColumn> {
  readonly column: Column
  readonly form: UseFormReturn<FilterFields>
}

/** Minimum and maximum fields for every figure, by group. */
export function BoundsFields({ form }: Pick<FieldProps<FilterColumn>, 'form'>) {
  return fieldGroups.map(({ name, columns }) => (
    <Stack component="section" key={name} className={classes.group ?? ''} gap="xs" aria-label={name}>
      <Text component="h3" size="sm" fw="var(--weight-medium)" c="var(--text-faint)" lh="md" mb="3xs">
        {name}
      </Text>
      {columns.map((column) => {
        if (isYesNo(column)) return <YesNoField key={column} column={column} form={form} />
        const { min, max } = isTyped(column, form) ? (form.formState.errors.bounds?.[column] ?? {}) : {}
        return (
          isTyped(column, form) && (
            <BoundField key={column} column={column} form={form} minFault={min?.message} maxFault={max?.message} />
          )
        )
      })}
      {columns.includes('earnings_before_expiration') && (
        <Text size="sm" c="var(--text-faint)" lh="md">
          A stock whose earnings or ex-dividend date is unknown never matches a filter on that date. A stock that pays
          no dividend has no ex-dividend date to avoid.
        </Text>
      )}
    </Stack>
  ))
}

const isTyped = (column: string, form: UseFormReturn<FilterFields>): column is TypedColumn =>
  Object.hasOwn(form.getValues('bounds'), column)

/** Height of a field in px; on a phone, that of a touch target. */
const useFieldHeight = () => (useIsPhone() ? '44' : '32')

const sides = { min: { spoken: 'Minimum', shown: 'Min' }, max: { spoken: 'Maximum', shown: 'Max' } } as const

interface BoundFieldProps extends FieldProps<TypedColumn> {
  readonly minFault: string | undefined
  readonly maxFault: string | undefined
}

/** The form holds the texts, so that typing in one field does not render the others again. */
const BoundField = memo(({ column, form: { register }, minFault, maxFault }: BoundFieldProps) => {
  const errorId = useId()
  const faults = { min: minFault, max: maxFault }
  const message = minFault ?? maxFault
  const name = nameField(column)
  const unit = findFormUnit(column)
  const size = useFieldHeight()
  const renderEnd = (side: Side) => (
    <Input
      {...register(`bounds.${column}.${side}`, {
        validate: (_text, fields) => checkFigure(column, side, fields) ?? true,
        ...(side === 'min' && { deps: `bounds.${column}.max` }),
      })}
      size={size}
      withAria={false}
      error={faults[side] !== undefined}
      aria-label={`${sides[side].spoken} ${name}${unit === '' ? '' : `, ${unit}`}`}
      aria-invalid={faults[side] !== undefined}
      aria-describedby={message === undefined ? undefined : errorId}
      placeholder={sides[side].shown}
      // A phone's decimal keypad has no minus key.
      inputMode={stockColumns[column].filter?.canBeNegative ? 'text' : 'decimal'}
      autoComplete="off"
    />
  )
  return (
    <div className={classes.field}>
      <span>
        {name} {unit !== '' && <small>{unit}</small>}
      </span>
      {renderEnd('min')}
      {renderEnd('max')}
      {message !== undefined && (
        <Text id={errorId} className={classes.fault ?? ''} size="sm" c="var(--loss)" lh="md">
          {renderFieldError(message)}
        </Text>
      )}
    </div>
  )
})

const YesNoField = memo(({ column, form: { register } }: FieldProps<keyof FilterFields['yesNo']>) => {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{nameField(column)}</label>
      <NativeSelect
        id={id}
        className={classes.wide ?? ''}
        size={useFieldHeight()}
        rightSectionWidth={28}
        rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
        {...register(`yesNo.${column}`)}
      >
        {yesNoChoices.map((choice) => (
          <option key={choice} value={choice}>
            {capitalize(nameYesNo(column, choice))}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
})

interface ShowButtonProps {
  /** How many stocks match; null if unknown. */
  readonly count: number | null
  readonly isWide?: boolean
}

/** Button that applies the filters, labeled with how many stocks match. */
export function ShowButton({ count, isWide = false }: ShowButtonProps) {
  return (
    <>
      <VisuallyHidden role="status">{count !== null && `${formatCount(count)} would show`}</VisuallyHidden>
      <Button type="submit" variant="filled" fullWidth={isWide} {...(isWide && { h: 48 })}>
        {count === null ? 'Show stocks' : `Show ${formatCount(count)}`}
      </Button>
    </>
  )
}
