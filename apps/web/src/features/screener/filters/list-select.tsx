import { HOLDINGS_LIST } from '@callwright/contracts/screener-columns'
import type { ComponentProps } from 'react'
import { nameList } from '../../../api/list-names.ts'
import { useListsQuery, type Watchlist } from '../../../api/lists.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { SelectBox } from '../controls.tsx'

interface ListChoice {
  readonly value: string
  readonly label: string
  readonly hint: string | null
}

/** All stocks and the holdings, then the user's lists. */
export function listChoices(lists: readonly Watchlist[]): readonly (readonly ListChoice[])[] {
  const own = lists.map(({ id, name, symbols }) => ({ value: id, label: name, hint: formatInteger(symbols.length) }))
  const fixed = [
    { value: '', label: 'All stocks', hint: null },
    { value: HOLDINGS_LIST, label: nameList(HOLDINGS_LIST), hint: null },
  ]
  return own.length === 0 ? [fixed] : [fixed, own]
}

/** Native select with the user's lists. A list that no longer exists stays chosen, so that it can be seen and changed. */
export function ListSelect({ value, ...select }: Omit<ComponentProps<'select'>, 'children'>) {
  const { data } = useListsQuery()
  const choices = listChoices(data?.lists ?? []).flat()
  const isMissing = typeof value === 'string' && choices.every((choice) => choice.value !== value)
  return (
    <SelectBox label="List" {...(value !== undefined && { value })} {...select}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
      {isMissing && <option value={value}>{nameList(value)}</option>}
    </SelectBox>
  )
}
