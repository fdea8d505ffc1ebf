import { useMantineColorScheme } from '@mantine/core'
import { SETTINGS_PATH } from '../../shared/paths.ts'
import { densities, usePreferences } from '../../shared/preferences.ts'
import { useNavigate } from '../../shared/routing.ts'
import { appLinks } from '../app-links.ts'
import { useShellActions } from '../use-shell-actions.ts'
import type { Choice } from './choice.ts'
import { paletteWords } from './palette-words.ts'

export interface ShellCommands {
  readonly onKeys: () => void
  readonly onSignOut: () => void
}

/** Choices for all pages and for the actions available on every page. */
export function useCommands({ onKeys, onSignOut }: ShellCommands): readonly Choice[] {
  const navigate = useNavigate()
  const goTo = (path: string) => () => void navigate(path)
  const pages = [
    ...appLinks.map(({ path, label, keys }) => page(path, label, goTo(path), keys)),
    page(SETTINGS_PATH, paletteWords.settings, goTo(SETTINGS_PATH)),
  ]
  const { addPosition, refresh } = useShellActions()
  const appearance = useAppearanceActions()
  return [
    ...pages,
    action('add', paletteWords.add, addPosition, { keys: 'n', words: 'new covered call' }),
    action('refresh', paletteWords.refresh, refresh, {
      keys: 'r',
      words: 'reload update',
    }),
    ...appearance,
    action('keys', paletteWords.keys, onKeys, { keys: '?', words: 'help' }),
    action('signOut', paletteWords.signOut, onSignOut, { words: 'logout sign out leave' }),
  ]
}

/** Actions that change the appearance. */
function useAppearanceActions(): readonly Choice[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [{ palette, density, hidesAmounts }, setPreferences] = usePreferences()
  const schemes = [
    { scheme: 'light', label: paletteWords.light },
    { scheme: 'dark', label: paletteWords.dark },
    { scheme: 'auto', label: paletteWords.system },
  ] as const
  return [
    action(
      'amounts',
      hidesAmounts ? paletteWords.show : paletteWords.hide,
      () => setPreferences({ hidesAmounts: !hidesAmounts }),
      { keys: 'h', words: 'privacy mask dollars' },
    ),
    ...schemes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, label }) => action(scheme, label, () => setColorScheme(scheme), { words: 'theme mode' })),
    action(
      'palette',
      paletteWords.palettes[palette],
      () => setPreferences({ palette: palette === 'green_red' ? 'blue_orange' : 'green_red' }),
      { words: 'colours colors gain loss' },
    ),
    ...densities
      .filter((each) => each !== density)
      .map((each) =>
        action(each, paletteWords.densities[each], () => setPreferences({ density: each }), {
          words: 'density tables',
        }),
      ),
  ]
}

const page = (path: string, label: string, run: () => void, keys?: string): Choice => ({
  id: `page:${path}`,
  group: 'pages',
  label,
  ...(keys !== undefined && { keys }),
  run,
})

const action = (name: string, label: string, run: () => void, rest: Pick<Choice, 'keys' | 'words'>): Choice => ({
  id: `action:${name}`,
  group: 'actions',
  label,
  ...rest,
  run,
})
