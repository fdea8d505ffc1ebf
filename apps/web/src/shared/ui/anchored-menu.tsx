import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { takeFocusBack } from './menus.tsx'

interface Place {
  readonly x: number
  readonly y: number
}

/** Menu that many rows share: it opens at a place in the window, for one subject at a time. */
export function useAnchoredMenu<Subject>() {
  const [shown, setShown] = useState<(Place & { readonly subject: Subject }) | null>(null)
  const [opened, setOpened] = useState(false)
  const opener = useRef<HTMLElement>(null)
  return {
    shown,
    opened,
    /** `from` gets the focus back. */
    open: (subject: Subject, { x, y }: Place, from: Element | null) => {
      opener.current = from instanceof HTMLElement ? from : null
      setShown({ subject, x, y })
      setOpened(true)
    },
    close: () => {
      setOpened(false)
      // Restores focus at once, so that the next key, or a dialog that the menu opens, does not meet a closing menu.
      opener.current?.focus({ preventScroll: true })
    },
    onExited: () => takeFocusBack(opener.current),
  }
}

interface AnchoredMenuProps<Subject> extends Pick<MenuProps, 'position' | 'width' | 'middlewares'> {
  readonly menu: ReturnType<typeof useAnchoredMenu<Subject>>
  /** Name of the menu for a subject. */
  readonly label: (subject: Subject) => string
  /** Items for a subject. */
  readonly children: (subject: Subject) => ReactNode
}

/** The shared menu. It stays mounted while closed, so that it can restore focus. */
export function AnchoredMenu<Subject>({ menu, label, children, ...look }: AnchoredMenuProps<Subject>) {
  const { shown, opened, close, onExited } = menu
  if (shown === null) return null
  const { subject, x, y } = shown
  return (
    <Menu
      {...look}
      opened={opened}
      offset={2}
      onClose={close}
      onExitTransitionEnd={onExited}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* Invisible anchor for the menu; its label names the menu. */}
        <span
          role="img"
          aria-hidden="true"
          aria-label={label(subject)}
          style={{ position: 'fixed', left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown>{children(subject)}</Menu.Dropdown>
    </Menu>
  )
}
