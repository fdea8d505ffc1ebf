import { createContext, type ReactNode } from 'react'

export interface Shell {
  /** Opens the navigation where there is no room for it; null where it is always in view. */
  readonly openMenu: (() => void) | null
  /** What every page says under its top bar, or null. */
  readonly notice: ReactNode
}

export const ShellContext = createContext<Shell>({ openMenu: null, notice: null })
