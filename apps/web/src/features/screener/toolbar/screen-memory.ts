import type { SavedScreen } from '../../../api/screener.ts'

/** The view of a tab of the screener, as it is saved and opened. */
export interface ScreenMemory {
  readonly tab: SavedScreen['tab']
  /** Query string of the current view, without its page number. */
  readonly query: string
  readonly describe: (query: string) => string
  readonly open: (query: string) => void
}

/** Name of the list. */
export const SAVED_SCREENS = 'Saved screens'
