import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useBackCloses } from '../dialog-history.tsx'
import classes from './dialog.module.css'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** In px: 520 for a form, 640 for what is read. */
  readonly width?: number
  readonly children: ReactNode
}

/** A dialog over the page; on a phone it comes from below. What is in it begins anew each time it opens. */
export function Dialog({ opened, onClose, title, width = 520, children }: DialogProps) {
  // Only a dialog that opens after it was put in place gives the focus back.
  const mounted = useMounted()
  useBackCloses(opened, onClose)
  const { inner = '', content = '', header = '', title: titleClass = '', body = '' } = classes
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title={title}
      size={width}
      classNames={{ inner, content, header, title: titleClass, body }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Mantine makes it a <header>, which a dialog at the end of the document turns into a second banner of the page.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  )
}

/** The buttons of a dialog, in view however long it is; the one that does it stands last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
