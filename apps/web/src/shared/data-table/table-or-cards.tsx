import { useIsPhone } from '../hooks.ts'
import { DataCards, type DataCardsProps } from './data-cards.tsx'
import { DataTable } from './data-table.tsx'

/** A table, or cards on a phone. With `onRowClick` the rows are selectable. */
export function TableOrCards<Row>({ isIdle, onRowClick, ...table }: DataCardsProps<Row>) {
  const isPhone = useIsPhone()
  if (isPhone) {
    return <DataCards {...table} {...(isIdle && { isIdle })} {...(onRowClick && { onRowClick })} />
  }
  return (
    <DataTable
      {...table}
      density="standard"
      {...(onRowClick && { onRowClick, onEnter: onRowClick, onSelect: onRowClick })}
    />
  )
}
