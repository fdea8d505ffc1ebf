import { DataCards, type DataCardsProps } from '../../../shared/data-table/data-cards.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { useIsPhone } from '../../../shared/hooks.ts'

/** A table, or cards on a phone. With `onRowClick` the rows are selectable. */
export function ReportTable<Row>({ isIdle, onRowClick, ...table }: DataCardsProps<Row>) {
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
