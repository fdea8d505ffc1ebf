import { marketCapChoices } from '@callwright/contracts/screener-columns'
import { Box, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useBackCloses } from '../../../shared/dialog-history.tsx'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { SelectBox } from '../controls.tsx'
import classes from '../dialogs.module.css'
import { type NumberFilterRule, noFilters, numberFilters } from '../state/screen-filters.ts'
import { BoundsFields, ShowButton } from './bounds-fields.tsx'
import { type FilterForm, type FilterFormProps, type TypedColumn, useFilterForm } from './filter-form.ts'
import { capNames, findUnit, nameSector, quickFilters, sectorChoiceGroups } from './filter-view.ts'
import { ListSelect } from './list-select.tsx'

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
  const { form, count, clear, clearings, submit } = useFilterForm(props)
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.groups}>
        <BoundsFields key={clearings} form={form} />
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
        <Drawer.Body p={0}>
          <SheetForm {...props} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function SheetForm(props: FilterFormProps) {
  const { form, fields, count, clear, clearings, submit } = useFilterForm(props)
  const [more, setMore] = useState(false)
  const Chevron = more ? IconChevronUp : IconChevronDown
  const moreId = useId()
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.scroller}>
        <Group justify="space-between" mr="calc(-1 * var(--space-6))">
          <Text component="h2" size="lg" fw="var(--weight-strong)">
            Filters
          </Text>
          <Button variant="subtle" onClick={clear}>
            Clear all
          </Button>
        </Group>
        {numberFilters.map((rule) => (
          <ChoiceRow key={rule.key} rule={rule} form={form} fields={fields} />
        ))}
        <Choices name="Best call" isWide>
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
        </Choices>
        <div className={classes.selects}>
          <ListSelect
            value={fields.list}
            onChange={({ currentTarget }) => form.setValue('list', currentTarget.value)}
          />
          <SelectBox label="Sector" {...form.register('sector')}>
            {sectorChoiceGroups.flat().map((sector) => (
              <option key={sector} value={sector}>
                {nameSector(sector)}
              </option>
            ))}
          </SelectBox>
          <SelectBox label="Market cap" {...form.register('cap')}>
            {marketCapChoices.map((cap) => (
              <option key={cap} value={cap}>
                {capNames[cap]}
              </option>
            ))}
          </SelectBox>
        </div>
        <Button
          variant="subtle"
          justify="space-between"
          flex="none"
          h={44}
          px={0}
          fz="md"
          rightSection={<Chevron size={16} stroke={1.6} aria-hidden="true" />}
          aria-expanded={more}
          aria-controls={moreId}
          onClick={() => setMore(!more)}
        >
          More filters
        </Button>
        <Stack id={moreId} gap="lg" display={more ? undefined : 'none'}>
          <BoundsFields key={clearings} form={form} />
        </Stack>
      </div>
      <div className={classes.show}>
        <ShowButton count={count} isWide />
      </div>
    </form>
  )
}

const questions = {
  minRating: 'Minimum Callwright Rating',
  minYield: 'Minimum annualized yield',
  maxRsi: 'Maximum RSI',
  minIvRank: 'Minimum IV rank',
} as const

interface ChoiceRowProps extends Pick<FilterForm, 'form' | 'fields'> {
  readonly rule: NumberFilterRule & { readonly column: TypedColumn }
}

/** SPEC's choices for one filter. They set the same form field that a typed figure does. */
function ChoiceRow({ rule: { key, column, side, choices }, form, fields }: ChoiceRowProps) {
  const typed = fields.bounds[column][side]
  return (
    <Choices name={questions[key]}>
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
    </Choices>
  )
}

interface ChoicesProps {
  readonly name: string
  /** Whether each choice takes a whole line. */
  readonly isWide?: true
  readonly children: ReactNode
}

function Choices({ name, isWide, children }: ChoicesProps) {
  return (
    <Box component="fieldset" className={classes.choices ?? ''} data-wide={isWide} bd={0} m={0} p={0} miw={0}>
      <legend>{name}</legend>
      {children}
    </Box>
  )
}
