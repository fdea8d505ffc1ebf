import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { CallWishes } from '../../../api/option-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import classes from './criteria-dialog.module.css'
import { defaultWishes } from './recommendation-view.ts'
import { criteriaWords as words } from './recommendation-words.ts'
import { checkFigure, type FigureName, readFields, type WishFields, writeFields } from './wish-fields.ts'

interface CriteriaFormProps {
  readonly wishes: CallWishes
  /** Expiration on screen, which the user can limit the list to; null if there is none. */
  readonly expiration: string | null
  readonly onApply: (wishes: CallWishes) => void
  readonly onClose: () => void
}

/** Dialog in which the user sets the list's criteria. */
export function CriteriaDialog({ opened, ...props }: CriteriaFormProps & { readonly opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={words.title}>
      <CriteriaForm {...props} />
    </Dialog>
  )
}

function CriteriaForm({ wishes, expiration, onApply, onClose }: CriteriaFormProps) {
  const form = useForm<WishFields>({ mode: 'onTouched', defaultValues: writeFields(wishes) })
  const { register } = form
  const listed = [...new Set([wishes.expiration_date, expiration ?? undefined])].filter((date) => date !== undefined)
  const apply = (chosen: CallWishes) => {
    onApply(chosen)
    onClose()
  }
  return (
    <form onSubmit={form.handleSubmit((fields) => apply(readFields(fields)))} noValidate>
      <div className={classes.fields}>
        <Range form={form} name={words.delta} least="deltaMin" most="deltaMax" />
        <Range form={form} name={words.days} least="daysMin" most="daysMax" />
        <Figure form={form} name="yieldMin" label={words.yield} unit="%" />
        <Figure form={form} name="openInterestMin" label={words.openInterest} placeholder="10" />
        <Figure form={form} name="spreadMax" label={words.spread} unit={words.spreadUnit} placeholder="40" />
        <Figure form={form} name="costBasis" label={words.cost} unit="$" />
        <Choice label={words.basis}>
          {(id) => (
            <select id={id} {...register('returnBasis', { deps: 'costBasis' })}>
              <option value="stock_price">{words.bases.stock_price}</option>
              <option value="net_debit">{words.bases.net_debit}</option>
              <option value="cost_basis">{words.bases.cost_basis}</option>
            </select>
          )}
        </Choice>
        <Choice label={words.expiration}>
          {(id) => (
            <select id={id} {...register('expiration')}>
              <option value="">{words.all}</option>
              {listed.map((date) => (
                <option key={date} value={date}>
                  {words.only(formatDay(date))}
                </option>
              ))}
            </select>
          )}
        </Choice>
        <Figure form={form} name="limit" label={words.limit} placeholder="20" />
        <label className={classes.check}>
          <input type="checkbox" {...register('avoidEarnings')} /> {words.avoidEarnings}
        </label>
        <label className={classes.check}>
          <input type="checkbox" {...register('avoidExDividend')} /> {words.avoidExDividend}
        </label>
        <label className={classes.check}>
          <input type="checkbox" {...register('neverBelowCost', { deps: 'costBasis' })} /> {words.neverBelowCost}
        </label>
      </div>
      <p className={classes.note}>{words.note}</p>
      <DialogActions>
        <Button className={classes.reset ?? ''} variant="subtle" onClick={() => apply(defaultWishes)}>
          {words.reset}
        </Button>
        <Button onClick={onClose}>{commonWords.cancel}</Button>
        <Button type="submit" variant="filled">
          {words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}

interface FigureProps {
  readonly form: UseFormReturn<WishFields>
  readonly name: FigureName
  readonly label: string
  readonly unit?: string
  readonly placeholder?: string
}

function Figure({ form, name, label, unit, placeholder }: FigureProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label} {unit !== undefined && <small>{unit}</small>}
      </label>
      <Input form={form} name={name} id={id} placeholder={placeholder} />
      <FieldError id={`${id}-error`} message={form.formState.errors[name]?.message} />
    </div>
  )
}

interface RangeProps {
  readonly form: UseFormReturn<WishFields>
  readonly name: string
  readonly least: FigureName
  readonly most: FigureName
}

function Range({ form, name, least, most }: RangeProps) {
  const id = useId()
  const { errors } = form.formState
  return (
    <fieldset className={classes.field} aria-label={name}>
      <span>{name}</span>
      <Input
        form={form}
        name={least}
        id={`${id}-least`}
        label={words.atLeast(name)}
        placeholder={words.least}
        other={most}
      />
      <Input form={form} name={most} id={`${id}-most`} label={words.atMost(name)} placeholder={words.most} />
      <FieldError id={`${id}-error`} message={errors[least]?.message ?? errors[most]?.message} />
    </fieldset>
  )
}

interface InputProps extends Pick<FigureProps, 'form' | 'name'> {
  readonly id: string
  readonly placeholder: string | undefined
  readonly label?: string
  /** Field to validate again when this one changes. */
  readonly other?: FigureName
}

function Input({ form: { register, formState }, name, id, label, placeholder, other }: InputProps) {
  const invalid = formState.errors[name] !== undefined
  return (
    <input
      {...register(name, {
        validate: (_text, fields) => checkFigure(name, fields) ?? true,
        ...(other !== undefined && { deps: other }),
      })}
      id={id}
      className={classes.input}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={invalid ? `${id.replace(/-(least|most)$/, '')}-error` : undefined}
      placeholder={placeholder}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}

function FieldError({ id, message }: { readonly id: string; readonly message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p id={id} className={classes.error}>
      <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" />
      {message}
    </p>
  )
}

function Choice({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
