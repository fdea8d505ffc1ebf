import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { saveCsv } from '../../../shared/export/save-file.ts'
import { formatFinePrice, formatInteger } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import classes from '../dialogs/dialogs.module.css'
import { describeIgnored, describeImport, type PositionAnswer } from './use-import.ts'

const outcomes = {
  created: { planned: 'Will be added', done: 'Added' },
  known: { planned: 'Already there', done: 'Was already there' },
  restored: { planned: 'Deleted earlier, will be restored', done: 'Restored' },
  duplicate: { planned: 'Duplicate, will be skipped', done: 'Duplicate, skipped' },
  unconfirmed: { planned: 'Unusual, please confirm', done: 'Unusual, skipped' },
} as const

type Refused = PositionAnswer['refused'][number]
type Taken = PositionAnswer['rows'][number]

interface PositionRowsProps {
  /** Text that the rows were read from. */
  readonly text: string
  readonly answer: PositionAnswer
}

/** Planned or actual outcome of each row. */
export function PositionRows({ text, answer }: PositionRowsProps) {
  const ignored = describeIgnored(answer.ignored_columns)
  return (
    <Stack gap="md">
      <p role="status">{describeImport(answer)}</p>
      {answer.message !== null && <Hint>{answer.message}</Hint>}
      {answer.refused.length > 0 && <RefusedTable text={text} answer={answer} />}
      {answer.rows.length > 0 && <TakenTable answer={answer} />}
      {ignored !== null && <Hint>{ignored}</Hint>}
    </Stack>
  )
}

const Hint = ({ children }: { readonly children: string }) => (
  <Text size="sm" c="var(--text-faint)">
    {children}
  </Text>
)

const Heading = ({ children }: { readonly children: string }) => (
  <Text component="h3" fw="var(--weight-strong)">
    {children}
  </Text>
)

function RefusedTable({ text, answer: { refused, form } }: PositionRowsProps) {
  const save = () =>
    saveCsv(async () => {
      const { writeRefusedCsv } = await import('../dialogs/position-csv.ts')
      return { name: 'callwright-refused-rows.csv', text: writeRefusedCsv(text, refused, form.separator) }
    })
  return (
    <div>
      <Group justify="space-between" gap="sm" mih={32}>
        <Heading>Rejected rows</Heading>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
          onClick={() => void save()}
        >
          Download rejected rows
        </Button>
      </Group>
      <DataTable
        label="Rejected rows"
        className={classes.table}
        columns={refusedColumns}
        rows={refused}
        rowKey={({ line, reason }) => `${line} ${reason}`}
      />
    </div>
  )
}

const refusedColumns: readonly DataColumn<Refused>[] = [
  { id: 'line', label: 'Line', align: 'start', className: classes.line, cell: ({ line }) => formatInteger(line) },
  { id: 'reason', label: 'Reason', align: 'start', className: classes.sentence, cell: ({ reason }) => reason },
]

/** Accepted rows. Each note gets its own row below, so that it stays visible in a narrow dialog. */
function TakenTable({ answer: { rows, dry_run: planned } }: Pick<PositionRowsProps, 'answer'>) {
  return (
    <div>
      <Group mih={32}>
        <Heading>Positions</Heading>
      </Group>
      <DataTable
        label="Positions"
        className={classes.table}
        columns={planned ? plannedColumns : doneColumns}
        rows={rows}
        rowKey={({ line }) => String(line)}
        rowProps={({ outcome, marks }) => ({ 'data-outcome': outcome, 'data-marked': marks.length > 0 })}
        detail={({ marks }) =>
          marks.length > 0 && <p className={classes.marks}>{marks.map(({ sentence }) => sentence).join(' ')}</p>
        }
      />
    </div>
  )
}

const listColumns = (tense: 'planned' | 'done'): readonly DataColumn<Taken>[] => [
  { id: 'line', label: 'Line', align: 'start', className: classes.line, cell: ({ line }) => formatInteger(line) },
  { id: 'outcome', label: 'Outcome', align: 'start', cell: ({ outcome }) => outcomes[outcome][tense] },
  { id: 'ticker', label: 'Ticker', align: 'start', isRowHeader: true, cell: ({ position }) => position.ticker },
  { id: 'entry', label: 'Entry', align: 'start', cell: ({ position }) => formatDayLong(position.entry_date) },
  { id: 'expiry', label: 'Expiry', align: 'start', cell: ({ position }) => formatDayLong(position.expiry_date) },
  { id: 'strike', label: 'Strike', align: 'start', cell: ({ position }) => formatFinePrice(position.strike_price) },
  { id: 'price', label: 'Price', align: 'start', cell: ({ position }) => formatFinePrice(position.entry_price) },
  { id: 'premium', label: 'Premium', align: 'start', cell: ({ position }) => formatFinePrice(position.entry_premium) },
  {
    id: 'contracts',
    label: 'Contracts',
    align: 'start',
    cell: ({ position }) => formatInteger(position.contracts ?? 1),
  },
]

const plannedColumns = listColumns('planned')
const doneColumns = listColumns('done')
