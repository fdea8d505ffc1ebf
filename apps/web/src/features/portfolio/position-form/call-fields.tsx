import { Button } from '@mantine/core'
import { formatPrice } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { ChoiceField, FigureField, type FormBinding, TextField } from './form-fields.tsx'
import { formWords as words } from './form-words.ts'
import { findClosedDay, type PositionFields } from './position-fields.ts'
import classes from './position-form.module.css'
import type { ListedCalls } from './use-listed-calls.ts'

interface CallFieldsProps extends FormBinding {
  readonly fields: PositionFields
  readonly listed: ListedCalls
  /** Whether the date and strike are entered by hand instead of chosen from a list. */
  readonly byHand: boolean
  readonly onByHand: (byHand: boolean) => void
  readonly onExpiry: () => void
  readonly onStrike: () => void
}

/** Expiration and strike, chosen from the listed calls or entered by hand (for example, for an expired call). */
export function CallFields({ byHand, onByHand, onExpiry, onStrike, listed, fields, ...bound }: CallFieldsProps) {
  const listing = { listed, fields }
  return (
    <>
      {byHand ? (
        <>
          <div>
            <TextField {...bound} name="expiryDate" type="date" onEdit={onExpiry} />
            <ListedDay {...bound} fields={fields} onExpiry={onExpiry} />
          </div>
          <FigureField {...bound} name="strikePrice" step={0.01} onEdit={onStrike} />
        </>
      ) : (
        <ListedFields {...bound} {...listing} onExpiry={onExpiry} onStrike={onStrike} />
      )}
      <p className={classes.byHand}>
        {describeListing(listing, byHand)}
        <Button className={classes.other ?? ''} variant="subtle" size="compact-sm" onClick={() => onByHand(!byHand)}>
          {byHand ? words.fromList : words.byHand}
        </Button>
      </p>
    </>
  )
}

/** Button that replaces a day without expirations with the listed day in the same week. */
function ListedDay({ form, facts, fields, onExpiry }: FormBinding & Pick<CallFieldsProps, 'fields' | 'onExpiry'>) {
  const closed = findClosedDay(fields.expiryDate, facts)
  if (closed === null || form.formState.errors.expiryDate === undefined) return null
  const take = () => {
    form.setValue('expiryDate', closed.listedDay, { shouldDirty: true, shouldValidate: true })
    onExpiry()
  }
  return (
    <Button className={classes.other ?? ''} variant="subtle" size="compact-sm" onClick={take}>
      {words.takeDay(formatDayLong(closed.listedDay))}
    </Button>
  )
}

function ListedFields(props: Omit<CallFieldsProps, 'byHand' | 'onByHand'>) {
  const { fields, listed, onExpiry, onStrike, ...bound } = props
  const { expirations, calls, waitsFor } = listed
  const { expiryDate, strikePrice } = fields
  return (
    <>
      <ChoiceField
        {...bound}
        name="expiryDate"
        placeholder={waitsFor === 'expirations' ? words.loading : words.chooseExpiry}
        options={withChosen(
          expirations.map(({ date, display, days }) => ({ value: date, label: words.expiry(display, days) })),
          expiryDate,
          () => formatDayLong(expiryDate),
        )}
        disabled={fields.ticker === '' || expirations.length === 0}
        onEdit={onExpiry}
      />
      <ChoiceField
        {...bound}
        name="strikePrice"
        placeholder={waitsFor === 'strikes' ? words.loading : words.chooseStrike}
        options={withChosen(
          calls.map(({ strike }) => ({ value: String(strike), label: formatPrice(strike) })),
          strikePrice,
          () => formatPrice(Number(strikePrice)),
        )}
        disabled={expiryDate === '' || calls.length === 0}
        onEdit={onStrike}
      />
    </>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

/** Adds the chosen value to the options if it is not listed; otherwise the select would silently show another one. */
function withChosen(options: readonly Option[], chosen: string, write: () => string): readonly Option[] {
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options
  return [{ value: chosen, label: options.length === 0 ? write() : words.notListed(write()) }, ...options]
}

function describeListing({ fields, listed }: Pick<CallFieldsProps, 'fields' | 'listed'>, byHand: boolean): string {
  if (byHand) return words.asConfirmed
  const { isAnswered, expirations, message } = listed
  if (isAnswered && expirations.length === 0) return message ?? words.noCalls(fields.ticker)
  return words.orExpired
}
