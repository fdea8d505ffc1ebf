import { IconCloudOff, IconCloudUp, IconCloudX } from '@tabler/icons-react'
import { Spoken } from '../../../shared/ui/spoken.tsx'
import type { PositionRow } from '../data/position.ts'
import classes from './sync-mark.module.css'

const marks = {
  saving: { words: 'Saving…', Icon: IconCloudUp },
  unsynced: { words: 'Not synced', Icon: IconCloudOff },
  refused: { words: 'Refused', Icon: IconCloudX },
} as const

/** That a position is not with the server yet, and why. */
export function SyncMark({ row: { sync, syncReason } }: { readonly row: PositionRow }) {
  if (sync === 'synced') return null
  const { words, Icon } = marks[sync]
  return (
    <span className={classes.mark} data-sync={sync} data-hint={syncReason ?? words}>
      <Icon size={14} stroke={1.6} aria-hidden="true" />
      <Spoken>{words}</Spoken>
    </span>
  )
}
