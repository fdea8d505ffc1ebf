import { IconCloudOff, IconCloudUp, IconCloudX } from '@tabler/icons-react'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import type { PositionRow } from '../data/position.ts'
import { syncWords as words } from '../data/sync-words.ts'
import classes from './sync-mark.module.css'

const icons = {
  saving: IconCloudUp,
  unsynced: IconCloudOff,
  refused: IconCloudX,
} as const

/** Icon on a position that is not synced, with the reason. */
export function SyncMark({ row: { sync, syncReason } }: { readonly row: PositionRow }) {
  if (sync === 'synced') return null
  const Icon = icons[sync]
  const state = words[sync]
  return (
    <span className={classes.mark} data-sync={sync} data-hint={syncReason ?? state}>
      <Icon size={14} stroke={1.6} aria-hidden="true" />
      <VisuallyHidden>{state}</VisuallyHidden>
    </span>
  )
}
