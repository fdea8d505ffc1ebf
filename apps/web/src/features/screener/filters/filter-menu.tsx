import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useMenu } from '../../../shared/ui/use-menu.ts'
import classes from './filter-menu.module.css'

export interface FilterChoice {
  readonly value: string
  readonly label: string
  /** Explains the label, for example with its range. */
  readonly hint?: string
}

interface FilterMenuProps {
  readonly name: string
  /** Label of the chosen value, shown after the name. */
  readonly value: string
  readonly chosen: string
  readonly groups: readonly (readonly FilterChoice[])[]
  readonly onChoose: (value: string) => void
}

/** Filter button with its name and value, which opens a menu of choices. */
export function FilterMenu({ name, value, chosen, groups, onChoose }: FilterMenuProps) {
  const { menu, button } = useMenu()
  return (
    <Menu {...menu} position="bottom-start" offset={4} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button {...button} type="button" className={classes.button}>
          {name} <b>{value}</b>
          <IconChevronDown className={classes.chevron} size={14} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label={name}>
        <Menu.RadioGroup value={chosen} onChange={onChoose}>
          {groups.map((choices, index) => (
            <Fragment key={choices[0]?.value}>
              {index > 0 && <Menu.Divider />}
              {choices.map(({ value: choice, label, hint }) => (
                <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
                  {label}
                  {hint && <small className={classes.hint}> {hint}</small>}
                </Menu.RadioItem>
              ))}
            </Fragment>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
