import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { BacktestCycle } from '../../../api/history.ts'
import type { DataColumn, FileColumn } from '../../../shared/data-table/columns.tsx'
import { TableOrCards } from '../../../shared/data-table/table-or-cards.tsx'
import { formatDelta, formatPrice, formatSignedPct, formatStrike } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { capitalize } from '../../../shared/format/words.ts'

type CycleColumn = DataColumn<BacktestCycle> & FileColumn<BacktestCycle>

export const cycleColumns: readonly CycleColumn[] = [
  {
    id: 'sold',
    label: 'Sold',
    align: 'start',
    isRowHeader: true,
    value: ({ soldOn }) => soldOn,
    cell: ({ soldOn }) => formatDayLong(soldOn),
  },
  {
    id: 'expiration',
    label: 'Expired on',
    align: 'start',
    value: ({ expiration }) => expiration,
    cell: ({ expiration }) => formatDayLong(expiration),
  },
  { id: 'price', label: 'Price then', unit: '$', value: ({ priceAtSale }) => priceAtSale, format: formatPrice },
  { id: 'strike', label: 'Strike', unit: '$', value: ({ strike }) => strike, format: formatStrike },
  { id: 'delta', label: 'Delta', value: ({ delta }) => delta, format: formatDelta },
  { id: 'premium', label: 'Premium', unit: '$', value: ({ premium }) => premium, format: formatPrice },
  { id: 'end', label: 'Price at end', unit: '$', value: ({ priceAtEnd }) => priceAtEnd, format: formatPrice },
  { id: 'dividends', label: 'Dividends', unit: '$', value: ({ dividends }) => dividends, format: formatPrice },
  {
    id: 'outcome',
    label: 'Outcome',
    align: 'start',
    value: ({ outcome }) => outcome,
    cell: ({ outcome }) => capitalize(outcome),
  },
  {
    id: 'covered',
    label: 'With call',
    unit: '%',
    tone: 'strong',
    value: ({ coveredReturnPct }) => coveredReturnPct,
    format: formatSignedPct,
  },
  {
    id: 'holding',
    label: 'Shares alone',
    unit: '%',
    value: ({ holdingReturnPct }) => holdingReturnPct,
    format: formatSignedPct,
  },
]

const SHOWN_FIRST = 12

/** Every call of the back-test, the newest first. The older ones are listed on demand. */
export function BacktestTable({ cycles }: { readonly cycles: readonly BacktestCycle[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const rows = cycles.toReversed()
  return (
    <>
      <TableOrCards
        label="Calls of the back-test"
        columns={cycleColumns}
        rows={showsAll ? rows : rows.slice(0, SHOWN_FIRST)}
        rowKey={({ soldOn }) => soldOn}
      />
      {!showsAll && rows.length > SHOWN_FIRST && (
        <Group px="lg" py="xs">
          <Button onClick={() => setShowsAll(true)}>Show all {rows.length} calls</Button>
        </Group>
      )}
    </>
  )
}
