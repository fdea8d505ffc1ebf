import { createContext } from 'react'
import type { Notice } from './notice-line.tsx'

export interface Shell {
  /** Opens the navigation where there is no room for it; null where it is always in view. */
  readonly openMenu: (() => void) | null
  readonly openPalette: () => void
  /** Lists the keys. */
  readonly openKeys: () => void
  /** What every page says under its top bar, the most urgent first. */
  readonly notices: readonly Notice[]
  /** Whether the server can be asked just now; where it cannot, a notice says why. */
  readonly canAsk: boolean
}

const nothing = () => {}

/** Around pages without a shell: before signing in, and while its code is not there. */
export const noShell: Shell = { openMenu: null, openPalette: nothing, openKeys: nothing, notices: [], canAsk: true }

export const ShellContext = createContext<Shell>(noShell)
