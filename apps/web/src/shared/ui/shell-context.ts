import { createContext, type ReactNode } from 'react'

export interface Shell {
  /** Opens the navigation where there is no room for it; null where it is always in view. */
  readonly openMenu: (() => void) | null
  readonly openPalette: () => void
  /** Lists the keys. */
  readonly openKeys: () => void
  /** Why the server cannot be asked just now, as every page says it under its top bar; null: it can be. */
  readonly notice: ReactNode
  /** What else every page says there. */
  readonly about: ReactNode
}

const nothing = () => {}

export const ShellContext = createContext<Shell>({
  openMenu: null,
  openPalette: nothing,
  openKeys: nothing,
  notice: null,
  about: null,
})
