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
  /** Width in px: 520 for a form, 640 for text. */
  readonly width?: number
  readonly children: ReactNode
}

/** Dialog over the page, or a bottom sheet on a phone. Its content is reset each time it opens. */
export function Dialog({ opened, onClose, title, width = 520, children }: DialogProps) {
  // Mantine restores focus only if the dialog was mounted before it opened.
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
      // Mantine renders a <header>, which would count as a second banner landmark.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  )
}

/** Dialog buttons, always visible; the confirming one is last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
