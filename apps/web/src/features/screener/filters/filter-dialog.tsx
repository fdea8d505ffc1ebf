import { marketCapChoices } from '@callwright/contracts/screener-columns'
import { Button, Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useBackCloses } from '../../../shared/dialog-history.tsx'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { type NumberFilterRule, noFilters, numberFilters } from '../state/screen-filters.ts'
import { BoundsFields, ShowButton } from './bounds-fields.tsx'
import classes from './filter-form.module.css'
import { type FilterForm, type FilterFormProps, type TypedColumn, useFilterForm } from './filter-form.ts'
import { capNames, findUnit, nameSector, quickFilters, sectorChoiceGroups } from './filter-view.ts'

type FilterDialogProps = FilterFormProps & { readonly opened: boolean }

/** Dialog with a minimum and a maximum for every figure, for bounds that SPEC's choices do not offer. */
export function FilterDialog({ opened, ...props }: FilterDialogProps) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title="More filters" width={760}>
      <BoundsForm {...props} />
    </Dialog>
  )
}

function BoundsForm(props: FilterFormProps) {
  const { form, count, clear, submit } = useFilterForm(props)
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.groups}>
        <BoundsFields form={form} />
      </div>
      <DialogActions>
        <Button variant="subtle" onClick={clear}>
          Clear all
        </Button>
        <ShowButton count={count} />
      </DialogActions>
    </form>
  )
}

/** Bottom sheet on a phone with all filters, which are applied together. */
export function FilterSheet({ opened, ...props }: FilterDialogProps) {
  // The drawer restores focus on close only if it was mounted before it opened.
  const mounted = useMounted()
  useBackCloses(opened, props.onClose)
  return (
    <Drawer.Root opened={opened && mounted} onClose={props.onClose} position="bottom" size="auto">
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet} aria-label="Filters">
        <Drawer.Body className={classes.body}>
          <SheetForm {...props} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function SheetForm(props: FilterFormProps) {
  const { form, fields, count, clear, submit } = useFilterForm(props)
  const [more, setMore] = useState(false)
  const moreId = useId()
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.scroller}>
        <div className={classes.head}>
          <h2 className={classes.title}>Filters</h2>
          <Button variant="subtle" onClick={clear}>
            Clear all
          </Button>
        </div>
        {numberFilters.map((rule) => (
          <ChoiceRow key={rule.key} rule={rule} form={form} fields={fields} />
        ))}
        <fieldset className={classes.checks}>
          <legend>Best call</legend>
          {quickFilters.map(({ column, choice, label }) => (
            <label key={column} className={classes.choice}>
              <input
                type="checkbox"
                checked={fields.yesNo[column] === choice}
                onChange={({ currentTarget: { checked } }) =>
                  form.setValue(`yesNo.${column}`, checked ? choice : 'any')
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className={classes.selects}>
          <SheetSelect label="Sector" field={form.register('sector')}>
            {sectorChoiceGroups.flat().map((sector) => (
              <option key={sector} value={sector}>
                {nameSector(sector)}
              </option>
            ))}
          </SheetSelect>
          <SheetSelect label="Market cap" field={form.register('cap')}>
            {marketCapChoices.map((cap) => (
              <option key={cap} value={cap}>
                {capNames[cap]}
              </option>
            ))}
          </SheetSelect>
        </div>
        <button
          type="button"
          className={classes.more}
          aria-expanded={more}
          aria-controls={moreId}
          onClick={() => setMore(!more)}
        >
          More filters
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
        <div id={moreId} className={classes.bounds} hidden={!more}>
          <BoundsFields form={form} />
        </div>
      </div>
      <div className={classes.actions}>
        <ShowButton count={count} className={classes.show} />
      </div>
    </form>
  )
}

const questions = {
  minRating: 'Callwright Rating, at least',
  minYield: 'Annualized yield, at least',
  maxRsi: 'RSI, at most',
  minIvRank: 'IV rank, at least',
} as const

interface ChoiceRowProps extends Pick<FilterForm, 'form' | 'fields'> {
  readonly rule: NumberFilterRule & { readonly column: TypedColumn }
}

/** SPEC's choices for one filter. They set the same form field that a typed figure does. */
function ChoiceRow({ rule: { key, column, side, choices }, form, fields }: ChoiceRowProps) {
  const typed = fields.bounds[column][side]
  return (
    <fieldset className={classes.choices}>
      <legend>{questions[key]}</legend>
      {choices.map((choice) => {
        const text = choice === noFilters[key] ? '' : String(choice)
        return (
          <label key={choice} className={classes.choice}>
            <input
              type="radio"
              name={key}
              checked={typed === text}
              onChange={() => form.setValue(`bounds.${column}.${side}`, text, { shouldValidate: true })}
            />
            {text === '' && side === 'min' ? 'Any' : `${choice}${findUnit(column).sign}`}
          </label>
        )
      })}
    </fieldset>
  )
}

interface SheetSelectProps {
  readonly label: string
  readonly field: ReturnType<FilterForm['form']['register']>
  readonly children: ReactNode
}

function SheetSelect({ label, field, children }: SheetSelectProps) {
  return (
    <label className={classes.select}>
      <span>{label}</span>
      <select {...field}>{children}</select>
      <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
    </label>
  )
}
