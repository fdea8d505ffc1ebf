import '@mantine/core/styles/Checkbox.layer.css'
import type { CallSortColumn } from '@callwright/contracts/call-columns'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { listCallColumns } from './call-columns.tsx'
import { type CallsState, storeCallColumns } from './calls-state.ts'

interface ColumnChoiceProps {
  readonly state: CallsState
  readonly onChange: (columns: CallsState['columns']) => void
}

/** Button that opens the choice of columns. The call itself is always shown, and one figure at least. */
export function ColumnChoice({ state, onChange }: ColumnChoiceProps) {
  const [opened, panel] = useDisclosure(false)
  const all = listCallColumns(state).filter(({ id }) => id !== 'symbol')
  const chosen = new Set<CallSortColumn>(state.columns ?? all.map(({ id }) => id))
  const choose = (columns: CallsState['columns']) => {
    storeCallColumns(columns)
    onChange(columns)
  }
  const toggle = (column: CallSortColumn) => {
    const next = all.map(({ id }) => id).filter((id) => (id === column ? !chosen.has(id) : chosen.has(id)))
    if (next.length > 0) choose(next.length === all.length ? null : next)
  }
  return (
    <Popover opened={opened} onChange={panel.set} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button aria-expanded={opened} onClick={panel.toggle}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs" mah="min(420px, calc(100dvh - 160px))" style={{ overflowY: 'auto' }}>
          {all.map(({ id, label, unit }) => (
            <Checkbox
              key={id}
              label={unit === undefined ? label : `${label}, ${unit}`}
              checked={chosen.has(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </Stack>
        <Button variant="subtle" mt="xs" disabled={state.columns === null} onClick={() => choose(null)}>
          Show all columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
