import type { ComponentType } from 'react'
import { useListsQuery } from '../../../api/lists.ts'
import type { FilterMenuProps } from './filter-bar.tsx'
import { listChoices } from './list-select.tsx'

interface ListMenuProps {
  readonly menu: Omit<FilterMenuProps, 'groups'>
  readonly Menu: ComponentType<FilterMenuProps>
}

/** Menu with the user's lists and holdings. The menu comes from the page, which this code must not load again. */
export function ListMenu({ menu, Menu }: ListMenuProps) {
  const { data } = useListsQuery()
  return <Menu {...menu} groups={listChoices(data?.lists ?? [])} />
}
