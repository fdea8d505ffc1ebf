import { type ScreenColumn, type YesNoColumn, yesNoColumns } from '@callwright/contracts/screener-columns'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { capitalize } from '../../../shared/format/words.ts'
import { columnGroups, stockColumns } from '../columns/columns.tsx'
import type { Side } from '../state/screen-filters.ts'
import classes from './bounds-fields.module.css'
import { checkFigure, type FilterFields, type TypedColumn, typedColumns, yesNoChoices } from './filter-fields.ts'
import { findUnit, nameYesNo } from './filter-view.ts'
import { filterWords as words } from './filter-words.ts'

interface BoundsFieldsProps {
  readonly form: UseFormReturn<FilterFields>
}

const isTyped = (column: ScreenColumn): column is TypedColumn => typedColumns.some((each) => each === column)

const isYesNo = (column: ScreenColumn): column is YesNoColumn => yesNoColumns.some((each) => each === column)

/** Minimum and maximum fields for every figure, by column group. */
export function BoundsFields({ form }: BoundsFieldsProps) {
  return columnGroups.map(({ name, columns }) => (
    <section key={name} className={classes.group} aria-label={name}>
      <h3 className={classes.title}>{name}</h3>
      {columns.filter(isTyped).map((column) => (
        <BoundField key={column} column={column} form={form} />
      ))}
      {columns.filter(isYesNo).map((column) => (
        <YesNoField key={column} column={column} form={form} />
      ))}
    </section>
  ))
}

function BoundField({ column, form }: BoundsFieldsProps & { readonly column: TypedColumn }) {
  const errorId = useId()
  const { register, formState } = form
  const errors = formState.errors.bounds?.[column]
  const message = errors?.min?.message ?? errors?.max?.message
  const { label: name, filter } = stockColumns[column]
  const unit = describeUnit(column)
  const renderEnd = (side: Side) => (
    <input
      {...register(`bounds.${column}.${side}`, {
        validate: (_text, fields) => checkFigure(column, side, fields) ?? true,
        ...(side === 'min' && { deps: `bounds.${column}.max` }),
      })}
      className={classes.input}
      aria-label={`${name}${unit === '' ? '' : `, ${unit}`}, ${words.sides[side].spoken}`}
      aria-invalid={errors?.[side] !== undefined}
      aria-describedby={message === undefined ? undefined : errorId}
      placeholder={words.sides[side].shown}
      // A phone's decimal keypad has no minus key.
      inputMode={filter?.canBeNegative ? 'text' : 'decimal'}
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

function YesNoField({ column, form: { register } }: BoundsFieldsProps & { readonly column: YesNoColumn }) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label className={classes.name} htmlFor={id}>
        {stockColumns[column].label}
      </label>
      <select id={id} className={classes.select} {...register(`yesNo.${column}`)}>
        {yesNoChoices.map((choice) => (
          <option key={choice} value={choice}>
            {capitalize(nameYesNo(column, choice))}
          </option>
        ))}
      </select>
    </div>
  )
}

function describeUnit(column: TypedColumn): string {
  const { before, after } = findUnit(column)
  return stockColumns[column].filter?.formUnit ?? `${before}${after}`.trim()
}
