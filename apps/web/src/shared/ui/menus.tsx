import { ActionIcon, isMantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
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
  const menu = activeElement?.closest('[role=menu]')
  // The user may have opened another menu since.
  const owner = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  if (owner !== opener && owner?.getAttribute('aria-expanded') === 'true') return
  if (activeElement === body || menu) opener?.focus({ preventScroll: true })
}

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const current = schemes.find(({ value }) => value === colorScheme) ?? schemes[2]
  const { menu, button } = useMenu()
  const choose = (value: string) => {
    if (isMantineColorScheme(value)) setColorScheme(value)
  }
  return (
    <Menu {...menu} position="bottom-end" width={152} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon {...button} aria-label={`Theme: ${current.label}`} title="Theme">
          <current.icon size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Theme">
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
