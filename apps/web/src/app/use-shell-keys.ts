import { useMantineColorScheme } from '@mantine/core'
import { usePreferences } from '../shared/preferences.ts'
import { useNavigate } from '../shared/routing.ts'
import { usePageKeys } from '../shared/use-page-keys.ts'
import { appLinks } from './app-links.ts'
import { useShellActions } from './use-shell-actions.ts'

interface ShellKeys {
  readonly openPalette: () => void
  readonly openKeys: () => void
}

/** Shortcuts that work on every page. A page can override `/`, `n` and `r`. */
export function useShellKeys({ openPalette, openKeys }: ShellKeys): void {
  const navigate = useNavigate()
  const { addPosition, refresh } = useShellActions()
  const { toggleColorScheme } = useMantineColorScheme()
  const [{ hidesAmounts }, setPreferences] = usePreferences()
  usePageKeys(
    {
      'mod+k': openPalette,
      '/': openPalette,
      '?': openKeys,
      n: addPosition,
      r: refresh,
      t: toggleColorScheme,
      h: () => setPreferences({ hidesAmounts: !hidesAmounts }),
      ...Object.fromEntries(appLinks.map(({ path, keys }) => [keys, () => void navigate(path)])),
    },
    'app',
  )
}
