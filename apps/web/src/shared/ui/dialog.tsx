import '@mantine/core/styles/Modal.layer.css'
import { Group, Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useBackCloses } from '../dialog-history.tsx'
import classes from './dialog.module.css'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** Width in px: 520 for a form, 640 for text. */
  readonly width?: number
  readonly children: ReactNode
}

/** Dialog over the page; on a phone, a sheet at the bottom. Its content starts afresh each time it opens. */
export function Dialog({ opened, onClose, title, width = 520, children }: DialogProps) {
  // Mantine restores focus only for a dialog that is mounted before it opens.
  const mounted = useMounted()
  useBackCloses(opened, onClose)
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title={title}
      size={width}
      // Mantine renders a <header>, which would otherwise be a second banner landmark.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  )
}

/** A dialog's buttons, which stay visible. The one that confirms is last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <Group className={classes.actions} justify="flex-end" gap="sm">
      {children}
    </Group>
  )
}
