import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * Manages a menu's focus. Escape works even while the menu opens, and focus that its items take while it closes returns
 * to the button.
 * @returns props for the menu and its button.
 */
export function useMenu() {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return {
    menu: {
      opened,
      onChange: setOpened,
      onExitTransitionEnd: () => takeFocusBack(button.current),
    },
    button: {
      ref: button,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') setOpened(false)
      },
    },
  } as const
}

/** Call when a menu closes: otherwise focus would be lost with its items. */
export function takeFocusBack(opener: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || activeElement?.closest('[role=menu]')) opener?.focus({ preventScroll: true })
}
