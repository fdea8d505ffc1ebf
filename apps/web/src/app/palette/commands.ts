import { useMantineColorScheme } from '@mantine/core'
import { openLists } from '../../shared/open-lists.ts'
import { MARKET_DATA_PATH, SETTINGS_PATH } from '../../shared/paths.ts'
import { densities, usePreferences } from '../../shared/preferences.ts'
import { useNavigate } from '../../shared/routing.ts'
import { appLinks } from '../navigation.tsx'
import { useShellActions } from '../shell-keys.ts'

/** Groups of the palette in their order, if their best matches are equally good. */
export const groupNames = [
  'Recent',
  'Symbols',
  'Pages',
  'Your positions',
  'Saved screens',
  'Actions',
  'Glossary',
  'AI Coach',
] as const

export type GroupName = (typeof groupNames)[number]

/** One entry of the palette. */
export interface Choice {
  /** Stays the same across sessions, because recent choices are stored by id. */
  readonly id: string
  readonly group: GroupName
  readonly label: string
  /** Gray text after the label. */
  readonly detail?: string
  /** Additional search terms. */
  readonly words?: string
  /** Shortcut that does the same, in the notation of `usePageKeys`. */
  readonly keys?: string
  readonly run: () => void
  /** True if the palette itself shows the result. */
  readonly staysOpen?: boolean
}

export interface ShellCommands {
  readonly onKeys: () => void
  readonly onSignOut: () => void
}

/** Choices for all pages and for the actions available on every page. */
export function useCommands({ onKeys, onSignOut }: ShellCommands): readonly Choice[] {
  const navigate = useNavigate()
  const { addPosition, refresh } = useShellActions()
  const appearance = useAppearanceActions()
  const page = (path: string, label: string, keys?: string): Choice => ({
    id: `page:${path}`,
    group: 'Pages',
    label,
    ...(keys !== undefined && { keys }),
    run: () => void navigate(path),
  })
  return [
    ...appLinks.map(({ path, label, keys }) => page(path, label, keys)),
    page(SETTINGS_PATH, 'Settings'),
    page(MARKET_DATA_PATH, 'Market data'),
    action('add', 'Add a position', addPosition, { keys: 'n', words: 'new covered call' }),
    action('refresh', 'Refresh the data', refresh, { keys: 'r', words: 'reload update' }),
    action('lists', 'Watchlists', () => openLists([]), {
      keys: 'w',
      words: 'list star favorites manage import symbols',
    }),
    ...appearance,
    action('keys', 'Keyboard shortcuts', onKeys, { keys: '?', words: 'help' }),
    action('signOut', 'Log out', onSignOut, { words: 'logout sign out leave' }),
  ]
}

const schemes = [
  { scheme: 'light', label: 'Use the light theme' },
  { scheme: 'dark', label: 'Use the dark theme' },
  { scheme: 'auto', label: 'Use the system theme' },
] as const

const densityLabels = { compact: 'Compact rows', standard: 'Standard rows', roomy: 'Roomy rows' } as const

function useAppearanceActions(): readonly Choice[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [{ palette, density, hidesAmounts }, setPreferences] = usePreferences()
  const isGreenRed = palette === 'green_red'
  return [
    action(
      'amounts',
      hidesAmounts ? 'Show your amounts' : 'Hide your amounts',
      () => setPreferences({ hidesAmounts: !hidesAmounts }),
      { keys: 'h', words: 'privacy mask dollars' },
    ),
    ...schemes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, label }) => action(scheme, label, () => setColorScheme(scheme), { words: 'theme mode' })),
    action(
      'palette',
      isGreenRed ? 'Use blue and orange for gains and losses' : 'Use green and red for gains and losses',
      () => setPreferences({ palette: isGreenRed ? 'blue_orange' : 'green_red' }),
      { words: 'colours colors gain loss' },
    ),
    ...densities
      .filter((each) => each !== density)
      .map((each) =>
        action(each, densityLabels[each], () => setPreferences({ density: each }), { words: 'density tables' }),
      ),
  ]
}

const action = (name: string, label: string, run: () => void, rest: Pick<Choice, 'keys' | 'words'>): Choice => ({
  id: `action:${name}`,
  group: 'Actions',
  label,
  ...rest,
  run,
})
