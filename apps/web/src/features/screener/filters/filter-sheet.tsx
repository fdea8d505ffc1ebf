import { marketCapChoices } from '@callwright/contracts/screener-columns'
import { Button, Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useBackCloses } from '../../../shared/dialog-history.tsx'
import { type NumberFilterRule, noFilters, numberFilters } from '../state/screen-filters.ts'
import { BoundsFields } from './bounds-fields.tsx'
import type { TypedColumn } from './filter-fields.ts'
import classes from './filter-sheet.module.css'
import { findUnit, nameCap, nameSector, sectorChoiceGroups } from './filter-view.ts'
import { filterWords as words } from './filter-words.ts'
import { ShowButton } from './show-button.tsx'
import { type FilterForm, type FilterFormProps, useFilterForm } from './use-filter-form.ts'

/** Bottom sheet on a phone with all filters, which are applied together. */
export function FilterSheet({ opened, ...props }: FilterFormProps & { readonly opened: boolean }) {
  // The drawer restores focus on close only if it was mounted before it opened.
  const mounted = useMounted()
  useBackCloses(opened, props.onClose)
  return (
    <Drawer.Root opened={opened && mounted} onClose={props.onClose} position="bottom" size="auto">
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet} aria-label={words.title}>
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
          <h2 className={classes.title}>{words.title}</h2>
          <Button variant="subtle" onClick={clear}>
            {words.clear}
          </Button>
        </div>
        {numberFilters.map((rule) => (
          <ChoiceRow key={rule.key} rule={rule} form={form} fields={fields} />
        ))}
        <div className={classes.selects}>
          <SheetSelect label={words.names.sector} field={form.register('sector')}>
            {sectorChoiceGroups.flat().map((sector) => (
              <option key={sector} value={sector}>
                {nameSector(sector)}
              </option>
            ))}
          </SheetSelect>
          <SheetSelect label={words.names.cap} field={form.register('cap')}>
            {marketCapChoices.map((cap) => (
              <option key={cap} value={cap}>
                {nameCap(cap)}
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
          {words.more}
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

interface ChoiceRowProps extends Pick<FilterForm, 'form' | 'fields'> {
  readonly rule: NumberFilterRule & { readonly column: TypedColumn }
}

/** SPEC's choices for one filter. They set the same form field that a typed figure does. */
function ChoiceRow({ rule: { key, column, side, choices }, form, fields }: ChoiceRowProps) {
  const typed = fields.bounds[column][side]
  return (
    <fieldset className={classes.choices}>
      <legend>{words.questions[key]}</legend>
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
            {text === '' && side === 'min' ? words.any : `${choice}${findUnit(column).after}`}
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
