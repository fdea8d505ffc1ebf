import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { capitalize } from '../../../shared/format/words.ts'
import { stockColumns } from '../columns/columns.tsx'
import type { Side } from '../state/screen-filters.ts'
import classes from './filter-form.module.css'
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
    <section key={name} className={classes.group} aria-label={name}>
      <h3 className={classes.groupTitle}>{name}</h3>
      {columns.map((column) => {
        if (isYesNo(column)) return <YesNoField key={column} column={column} form={form} />
        return isTyped(column, form) && <BoundField key={column} column={column} form={form} />
      })}
      {columns.includes('earnings_before_expiration') && (
        <p className={classes.note}>
          A stock whose earnings or ex-dividend date is unknown never matches a filter on that date. A stock that pays
          no dividend has no ex-dividend date to avoid.
        </p>
      )}
    </section>
  ))
}

const isTyped = (column: string, form: UseFormReturn<FilterFields>): column is TypedColumn =>
  Object.hasOwn(form.getValues('bounds'), column)

const sides = { min: { spoken: 'at least', shown: 'Min' }, max: { spoken: 'at most', shown: 'Max' } } as const

function BoundField({ column, form: { register, formState } }: FieldProps<TypedColumn>) {
  const errorId = useId()
  const errors = formState.errors.bounds?.[column]
  const message = errors?.min?.message ?? errors?.max?.message
  const name = nameField(column)
  const unit = findFormUnit(column)
  const renderEnd = (side: Side) => (
    <input
      {...register(`bounds.${column}.${side}`, {
        validate: (_text, fields) => checkFigure(column, side, fields) ?? true,
        ...(side === 'min' && { deps: `bounds.${column}.max` }),
      })}
      className={classes.input}
      aria-label={`${name}${unit === '' ? '' : `, ${unit}`}, ${sides[side].spoken}`}
      aria-invalid={errors?.[side] !== undefined}
      aria-describedby={message === undefined ? undefined : errorId}
      placeholder={sides[side].shown}
      // A phone's decimal keypad has no minus key.
      inputMode={stockColumns[column].filter?.canBeNegative ? 'text' : 'decimal'}
      autoComplete="off"
    />
  )
  return (
    <div className={classes.field}>
      <span className={classes.name}>
        {name} {unit !== '' && <small>{unit}</small>}
      </span>
      {renderEnd('min')}
      {renderEnd('max')}
      {message !== undefined && (
        <p id={errorId} className={classes.error}>
          <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  )
}

function YesNoField({ column, form: { register } }: FieldProps<keyof FilterFields['yesNo']>) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label className={classes.name} htmlFor={id}>
        {nameField(column)}
      </label>
      <select id={id} className={classes.input} {...register(`yesNo.${column}`)}>
        {yesNoChoices.map((choice) => (
          <option key={choice} value={choice}>
            {capitalize(nameYesNo(column, choice))}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ShowButtonProps {
  /** How many stocks match; null if unknown. */
  readonly count: number | null
  readonly className?: string | undefined
}

/** Button that applies the filters, labeled with how many stocks match. */
export function ShowButton({ count, className }: ShowButtonProps) {
  return (
    <>
      <VisuallyHidden role="status">{count !== null && `${formatCount(count)} would show`}</VisuallyHidden>
      <Button type="submit" variant="filled" className={className ?? ''}>
        {count === null ? 'Show stocks' : `Show ${formatCount(count)}`}
      </Button>
    </>
  )
}
