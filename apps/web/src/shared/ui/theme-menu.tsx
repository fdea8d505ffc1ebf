import { ActionIcon, isMantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { uiWords } from './ui-words.ts'
import { useMenu } from './use-menu.ts'

const schemes = [
  { value: 'light', label: uiWords.schemes.light, icon: IconSun },
  { value: 'dark', label: uiWords.schemes.dark, icon: IconMoon },
  { value: 'auto', label: uiWords.schemes.auto, icon: IconDeviceDesktop },
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
        <ActionIcon {...button} aria-label={uiWords.themeNow(current.label)} title={uiWords.theme}>
          <current.icon size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={uiWords.theme}>
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
