import { createContext } from 'react'
import type { Notice } from './notice-line.tsx'

export interface Shell {
  /** Opens the navigation drawer; null if the navigation is always visible. */
  readonly openMenu: (() => void) | null
  readonly openPalette: () => void
  /** Opens the list of shortcuts. */
  readonly openKeys: () => void
  /** Notices for every page, most urgent first. */
  readonly notices: readonly Notice[]
  /** False while the server is unreachable. A notice then says so. */
  readonly canAsk: boolean
}

const nothing = () => {}

/** Used outside the shell: before sign-in, and while the shell's code loads. */
export const defaultShell: Shell = {
  openMenu: null,
  openPalette: nothing,
  openKeys: nothing,
  notices: [],
  canAsk: true,
}

export const ShellContext = createContext<Shell>(defaultShell)
