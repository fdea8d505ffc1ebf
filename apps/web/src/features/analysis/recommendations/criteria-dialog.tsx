import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { CallWishes } from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { checkRange, readNumber } from '../../../shared/form/number-field.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import { defaultWishes } from './recommendation-view.ts'
import classes from './recommendations.module.css'

/** Form values for the criteria, with figures as the user typed them. An empty field sets no criterion. */
export interface WishFields extends Readonly<Record<FigureName, string>> {
  /** Listed expiration; empty for all expirations. */
  readonly expiration: string
  readonly avoidEarnings: boolean
  readonly avoidExDividend: boolean
  readonly neverBelowCost: boolean
  readonly returnBasis: NonNullable<CallWishes['return_basis']>
}

export type FigureName =
  | 'deltaMin'
  | 'deltaMax'
  | 'daysMin'
  | 'daysMax'
  | 'yieldMin'
  | 'openInterestMin'
  | 'spreadMax'
  | 'costBasis'
  | 'limit'

interface FigureRule {
  readonly wish: keyof CallWishes
  readonly min: number
  readonly max: number
  readonly whole?: true
  /** If this field is the maximum of a range, the field that has the minimum. */
  readonly least?: FigureName
}

const figures: Readonly<Record<FigureName, FigureRule>> = {
  deltaMin: { wish: 'target_delta_min', min: 0, max: 1 },
  deltaMax: { wish: 'target_delta_max', min: 0, max: 1, least: 'deltaMin' },
  daysMin: { wish: 'min_dte', min: 0, max: 1_200, whole: true },
  daysMax: { wish: 'max_dte', min: 0, max: 1_200, whole: true, least: 'daysMin' },
  yieldMin: { wish: 'min_annual_yield_pct', min: 0, max: 1_000 },
  openInterestMin: { wish: 'min_open_interest', min: 0, max: 1_000_000_000, whole: true },
  spreadMax: { wish: 'max_spread_pct', min: 0.01, max: 200 },
  costBasis: { wish: 'cost_basis', min: 0.01, max: 10_000_000 },
  limit: { wish: 'limit', min: 1, max: 100, whole: true },
}
const figureNames = Object.keys(figures) as FigureName[]

export function writeFields(wishes: CallWishes): WishFields {
  const texts = figureNames.map((name) => [name, String(wishes[figures[name].wish] ?? '')] as const)
  return {
    ...(Object.fromEntries(texts) as Record<FigureName, string>),
    expiration: wishes.expiration_date ?? '',
    avoidEarnings: wishes.avoid_earnings ?? false,
    avoidExDividend: wishes.avoid_ex_dividend ?? false,
    neverBelowCost: wishes.never_below_cost ?? false,
    returnBasis: wishes.return_basis ?? 'stock_price',
  }
}

/** Converts form values that passed `checkFigure` to criteria. */
export function readFields(fields: WishFields): CallWishes {
  const typed = figureNames.map((name) => [figures[name].wish, read(name, fields).value] as const)
  return {
    ...Object.fromEntries(typed.filter(([, value]) => value !== null)),
    ...(fields.expiration !== '' && { expiration_date: fields.expiration }),
    ...(fields.avoidEarnings && { avoid_earnings: true }),
    ...(fields.avoidExDividend && { avoid_ex_dividend: true }),
    ...(fields.neverBelowCost && { never_below_cost: true }),
    ...(fields.returnBasis !== 'stock_price' && { return_basis: fields.returnBasis }),
  }
}

const read = (name: FigureName, fields: WishFields) => {
  const { whole = false } = figures[name]
  return readNumber(fields[name], {
    notNumber: whole ? 'Enter a whole number, such as 30' : 'Enter a number, such as 0.2',
    whole,
  })
}

/** Validation message for a figure; null if it is valid. */
export function checkFigure(name: FigureName, fields: WishFields): string | null {
  const { min, max, least } = figures[name]
  if (fields[name].trim() === '') return name === 'costBasis' ? checkNoCost(fields) : null
  const reading = read(name, fields)
  const fault = reading.fault ?? checkRange(reading.value, min, max)
  if (fault !== null || reading.value === null) return fault
  const { value } = reading
  const minimum = least === undefined ? null : read(least, fields).value
  return minimum !== null && minimum > value ? commonWords.crossed : null
}

function checkNoCost({ neverBelowCost, returnBasis }: WishFields): string | null {
  if (neverBelowCost) return 'Enter your cost per share, or allow strikes below it'
  return returnBasis === 'cost_basis' ? 'Enter your cost per share, or choose another base for returns' : null
}

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
    <Dialog opened={opened} onClose={props.onClose} title="Criteria for calls">
      <CriteriaForm {...props} />
    </Dialog>
  )
}

const chevron = <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />

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
      <Stack gap="sm" c="dimmed">
        <Range form={form} name="Delta" least="deltaMin" most="deltaMax" />
        <Range form={form} name="Days to expiration" least="daysMin" most="daysMax" />
        <Figure form={form} name="yieldMin" label="Annual yield, at least" unit="%" />
        <Figure form={form} name="openInterestMin" label="Open interest, at least" placeholder="10" />
        <Figure form={form} name="spreadMax" label="Spread, at most" unit="% of the mid" placeholder="40" />
        <Figure form={form} name="costBasis" label="Cost per share" unit="$" />
        <Choice label="Base for returns">
          {(id) => (
            <NativeSelect
              className={classes.wide ?? ''}
              size="32"
              rightSectionWidth={28}
              rightSection={chevron}
              id={id}
              {...register('returnBasis', { deps: 'costBasis' })}
            >
              <option value="stock_price">Stock price</option>
              <option value="net_debit">Price minus premium</option>
              <option value="cost_basis">Cost of the shares</option>
            </NativeSelect>
          )}
        </Choice>
        <Choice label="Expiration">
          {(id) => (
            <NativeSelect
              className={classes.wide ?? ''}
              size="32"
              rightSectionWidth={28}
              rightSection={chevron}
              id={id}
              {...register('expiration')}
            >
              <option value="">All</option>
              {listed.map((date) => (
                <option key={date} value={date}>
                  {formatDay(date)} only
                </option>
              ))}
            </NativeSelect>
          )}
        </Choice>
        <Figure form={form} name="limit" label="Calls, at most" placeholder="20" />
        <Checkbox
          className={classes.check ?? ''}
          size="xs"
          label="No earnings before expiration"
          {...register('avoidEarnings')}
        />
        <Checkbox
          className={classes.check ?? ''}
          size="xs"
          label="No ex-dividend date before expiration"
          {...register('avoidExDividend')}
        />
        <Checkbox
          className={classes.check ?? ''}
          size="xs"
          label="No strike below my cost per share"
          {...register('neverBelowCost', { deps: 'costBasis' })}
        />
      </Stack>
      <Text size="sm" lh="1.25rem" c="var(--text-faint)" mt="md">
        Empty fields use the defaults: delta 0.15 to 0.30, open interest of at least 10, spread up to 40% of the mid.
      </Text>
      <DialogActions>
        <Button className={classes.reset ?? ''} variant="subtle" onClick={() => apply(defaultWishes)}>
          Reset to best in range
        </Button>
        <Button onClick={onClose}>{commonWords.cancel}</Button>
        <Button type="submit" variant="filled">
          Show calls
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
      <Input form={form} name={name} id={id} placeholder={placeholder} isWide />
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
      <Input form={form} name={least} id={`${id}-least`} label={`${name}, at least`} placeholder="Min" other={most} />
      <Input form={form} name={most} id={`${id}-most`} label={`${name}, at most`} placeholder="Max" />
      <FieldError id={`${id}-error`} message={errors[least]?.message ?? errors[most]?.message} />
    </fieldset>
  )
}

interface InputProps extends Pick<FigureProps, 'form' | 'name'> {
  readonly id: string
  readonly placeholder: string | undefined
  readonly label?: string
  readonly isWide?: true
  /** Field to validate again when this one changes. */
  readonly other?: FigureName
}

function Input({ form: { register, formState }, name, id, label, placeholder, isWide, other }: InputProps) {
  const invalid = formState.errors[name] !== undefined
  return (
    <input
      {...register(name, {
        validate: (_text, fields) => checkFigure(name, fields) ?? true,
        ...(other !== undefined && { deps: other }),
      })}
      className={isWide ? classes.wide : undefined}
      id={id}
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
  return (
    message !== undefined && (
      <Text id={id} size="sm" lh="1.25rem" c="red" className={classes.error}>
        {renderFieldError(message)}
      </Text>
    )
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
