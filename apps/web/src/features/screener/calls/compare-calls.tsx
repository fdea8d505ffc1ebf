import { Box, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { CallScreen, ScreenedCall } from '../../../api/calls.ts'
import { type DataColumn, drawCell } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { MAX_COMPARED, type Selection } from '../selection/selection.ts'
import { type CallColumn, type ColumnTerms, listCallColumns, nameCall } from './call-columns.tsx'

interface SelectedCallsProps {
  readonly screen: CallScreen | null
  /** Selected calls, by contract. */
  readonly selection: Selection
  readonly terms: ColumnTerms
}

/** Bar with the selected calls of the page, which opens their comparison. */
export function SelectedCalls({ screen, selection: { symbols: contracts, choose }, terms }: SelectedCallsProps) {
  const [opened, dialog] = useDisclosure(false)
  const calls = useSeenCalls(screen).filter(({ contract }) => contracts.has(contract))
  const count = contracts.size
  const isTooMany = count > MAX_COMPARED
  return (
    <>
      <div role="status">
        {count > 0 && (
          <Group gap="sm" px="lg" py="xs">
            <Text>{count === 1 ? '1 call selected' : `${count} calls selected`}</Text>
            <Button disabled={count < 2 || isTooMany} onClick={dialog.open}>
              Compare
            </Button>
            <Button variant="subtle" onClick={() => choose([...contracts], false)}>
              Clear selection
            </Button>
            {isTooMany && <Text c="dimmed">Select at most {MAX_COMPARED} to compare.</Text>}
          </Group>
        )}
      </div>
      <Dialog opened={opened} onClose={dialog.close} title="Compare calls" width={900}>
        <Comparison calls={calls} terms={terms} />
        <Group justify="flex-end" mt="md">
          <Button onClick={dialog.close}>Close</Button>
        </Group>
      </Dialog>
    </>
  )
}

/** Keeps the calls of the pages seen so far, so that a selection survives paging. */
function useSeenCalls(screen: CallScreen | null): readonly ScreenedCall[] {
  const [seen, setSeen] = useState<{
    readonly screen: CallScreen | null
    readonly calls: ReadonlyMap<string, ScreenedCall>
  }>({
    screen: null,
    calls: new Map(),
  })
  if (seen.screen !== screen) {
    const latest = (screen?.calls ?? []).map((call) => [call.contract, call] as const)
    setSeen({ screen, calls: new Map([...seen.calls, ...latest]) })
  }
  return [...seen.calls.values()]
}

const alone = { isSelected: false, index: 0 }

/** A row per figure and a column per call. */
function Comparison({ calls, terms }: { readonly calls: readonly ScreenedCall[]; readonly terms: ColumnTerms }) {
  const figures = listCallColumns(terms).filter(({ id }) => id !== 'symbol')
  const columns: readonly DataColumn<CallColumn>[] = [
    {
      id: 'figure',
      label: 'Figure',
      align: 'start',
      isRowHeader: true,
      cell: ({ label, unit }) => (unit === undefined ? label : `${label}, ${unit}`),
    },
    ...calls.map((call) => ({
      id: call.contract,
      label: nameCall(call),
      align: 'end' as const,
      cell: (figure: CallColumn) => drawCell(figure, call, alone),
    })),
  ]
  return (
    <Box style={{ overflowX: 'auto' }}>
      <DataTable label="Compared calls" columns={columns} rows={figures} rowKey={({ id }) => id} />
    </Box>
  )
}
