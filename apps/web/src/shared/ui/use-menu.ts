import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * Manages focus for a menu. Escape works even before the menu has finished opening. If an item takes focus while the
 * menu closes, focus goes back to the button.
 * @returns props for the menu and its button.
 */
export function useMenu() {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return {
    menu: {
      opened,
      // Mantine would return the focus after a delay, and take it from whatever the user has moved on to.
      returnFocus: false,
      onChange: (isOpened: boolean) => {
        setOpened(isOpened)
        if (!isOpened) takeFocusBack(button.current)
      },
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

/** Call this when a menu has closed. Otherwise, focus would disappear with the menu's items. */
export function takeFocusBack(opener: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || activeElement?.closest('[role=menu]')) opener?.focus({ preventScroll: true })
}
