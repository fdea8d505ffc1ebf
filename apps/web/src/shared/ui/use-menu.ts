import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * Keeps the focus of a menu where the reader looks, however fast the keys come: Escape closes it also before its choices
 * have taken the focus, and what they take while the menu is on its way out goes back to its button.
 * @returns what to spread on the menu and on the button.
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

/** To be called as a menu goes: a focus that it has taken on its way out would go with it. */
export function takeFocusBack(opener: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || activeElement?.closest('[role=menu]')) opener?.focus({ preventScroll: true })
}
