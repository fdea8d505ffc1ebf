import { Button, Group } from '@mantine/core'
import type { SymbolSuggestion } from '../../../api/stocks.ts'
import { formatPrice } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { SymbolSearch } from '../../../shared/symbol-search/symbol-search.tsx'
import classes from '../dialogs/dialogs.module.css'
import { ChoiceField, FigureField, type FormBinding, TextField, usePositionField } from './form-fields.tsx'
import { findClosedDay, type PositionFields } from './position-fields.ts'
import type { ListedCalls } from './use-listed-calls.ts'

/** Length of an option symbol with spaces, which can be pasted. */
const MAX_LENGTH = 24

interface SymbolFieldProps extends FormBinding {
  readonly chosen: SymbolSuggestion | null
  /** Called with the chosen suggestion, or with null if the ticker is typed. */
  readonly onChosen: (suggestion: SymbolSuggestion | null) => void
  readonly onEdit: () => void
}

export function SymbolField({ chosen, onChosen, onEdit, ...bound }: SymbolFieldProps) {
  const { value, onChange, ref, name: _name, ...field } = usePositionField({ ...bound, name: 'symbol' })
  const change = (text: string, suggestion: SymbolSuggestion | null) => {
    const symbol = text.trimStart().toUpperCase()
    onChosen(suggestion)
    if (symbol === value) return
    onChange(symbol)
    onEdit()
  }
  return (
    <SymbolSearch
      {...field}
      look="field"
      data-autofocus
      company={chosen?.symbol === value ? chosen.name : undefined}
      placeholder="e.g. AAPL"
      maxLength={MAX_LENGTH}
      autoCapitalize="characters"
      inputRef={ref}
      text={value}
      onText={(text) => change(text, null)}
      onChoose={(suggestion) => change(suggestion.symbol, suggestion)}
      onEnter={() => {}}
      onClear={() => change('', null)}
    />
  )
}

interface CallFieldsProps extends FormBinding {
  readonly fields: PositionFields
  readonly listed: ListedCalls
  /** Whether the date and strike are entered by hand instead of chosen from a list. */
  readonly byHand: boolean
  readonly onByHand: (byHand: boolean) => void
  readonly onExpiration: () => void
  readonly onStrike: () => void
}

/** Expiration and strike, chosen from the listed calls or entered by hand (for example, for an expired call). */
export function CallFields({ byHand, onByHand, onExpiration, onStrike, listed, fields, ...bound }: CallFieldsProps) {
  const listing = { listed, fields }
  return (
    <>
      {byHand ? (
        <>
          <DayField
            {...bound}
            name="expiration"
            otherDay={findClosedDay(fields.expiration, bound.facts)?.listedDay ?? null}
            onEdit={onExpiration}
          />
          <FigureField {...bound} name="strike" step={0.01} onEdit={onStrike} />
        </>
      ) : (
        <ListedFields {...bound} {...listing} onExpiration={onExpiration} onStrike={onStrike} />
      )}
      <Group className={classes.byHand ?? ''} gap="var(--space-2) var(--space-4)" c="var(--text-faint)" fz="sm">
        <span>{describeListing(listing, byHand)}</span>
        <Button className={classes.other ?? ''} variant="subtle" size="compact-sm" onClick={() => onByHand(!byHand)}>
          {byHand ? 'Choose from the list' : 'Enter by hand'}
        </Button>
      </Group>
    </>
  )
}

interface DayFieldProps extends FormBinding {
  readonly name: 'entryDate' | 'expiration'
  /** Day to offer in place of one on which the market is closed; null if there is none. */
  readonly otherDay: string | null
  readonly onEdit: () => void
}

/** Date field that offers a trading day in place of a day on which the market is closed. */
export function DayField({ otherDay, onEdit, ...bound }: DayFieldProps) {
  const { form, name } = bound
  const take = (day: string) => {
    form.setValue(name, day, { shouldDirty: true, shouldValidate: true })
    onEdit()
  }
  return (
    <div>
      <TextField {...bound} type="date" onEdit={onEdit} />
      {otherDay !== null && form.formState.errors[name] !== undefined && (
        <Button className={classes.other ?? ''} variant="subtle" size="compact-sm" onClick={() => take(otherDay)}>
          Use {formatDayLong(otherDay)}
        </Button>
      )}
    </div>
  )
}

function ListedFields(props: Omit<CallFieldsProps, 'byHand' | 'onByHand'>) {
  const { fields, listed, onExpiration, onStrike, ...bound } = props
  const { expirations, calls, waitsFor } = listed
  const { expiration, strike } = fields
  return (
    <>
      <ChoiceField
        {...bound}
        name="expiration"
        placeholder={waitsFor === 'expirations' ? 'Loading…' : 'Select expiration date'}
        options={withChosen(
          expirations.map(({ date, display, days }) => ({ value: date, label: `${display} (${days} d)` })),
          expiration,
          () => formatDayLong(expiration),
        )}
        disabled={fields.symbol === '' || expirations.length === 0}
        onEdit={onExpiration}
      />
      <ChoiceField
        {...bound}
        name="strike"
        placeholder={waitsFor === 'strikes' ? 'Loading…' : 'Select strike price'}
        options={withChosen(
          calls.map(({ strike }) => ({ value: String(strike), label: formatPrice(strike) })),
          strike,
          () => formatPrice(Number(strike)),
        )}
        disabled={expiration === '' || calls.length === 0}
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
  return [{ value: chosen, label: options.length === 0 ? write() : `${write()} (not listed)` }, ...options]
}

function describeListing({ fields, listed }: Pick<CallFieldsProps, 'fields' | 'listed'>, byHand: boolean): string {
  if (byHand) return 'As on your broker’s confirmation.'
  const { isAnswered, expirations, message } = listed
  if (isAnswered && expirations.length === 0) return message ?? `No calls are listed for ${fields.symbol}.`
  return 'Not listed, or expired?'
}
