import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { portfolioWords as words } from './portfolio-words.ts'

interface PortfolioActionsProps {
  readonly isPhone: boolean
  readonly busy: boolean
  readonly onRefresh: () => void
  readonly onAdd: () => void
}

export function PortfolioActions({ isPhone, busy, onRefresh, onAdd }: PortfolioActionsProps) {
  if (isPhone) {
    return (
      <>
        <ActionIcon size={44} aria-label={words.refresh} aria-disabled={busy} onClick={() => !busy && onRefresh()}>
          <IconRefresh size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size={44} aria-label={words.add} onClick={onAdd}>
          <IconPlus size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </>
    )
  }
  return (
    <>
      <BusyButton
        busy={busy}
        onClick={onRefresh}
        leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}
      >
        {words.refresh}
      </BusyButton>
      <Button variant="filled" onClick={onAdd} leftSection={<IconPlus size={14} stroke={1.6} aria-hidden="true" />}>
        {words.add}
      </Button>
    </>
  )
}
