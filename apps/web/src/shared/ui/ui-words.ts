/** UI text for components that appear on every page. */
export const uiWords = {
  tryAgain: 'Try Again',
  notShown: (panel: string) => `Could not show the ${panel}`,
  partMissing: 'Could not load this section. Check your connection and try again.',
  openMenu: 'Open menu',
  find: 'Symbol, page or action',
  keys: 'Keyboard shortcuts',
  hideAmounts: 'Hide amounts',
  hidden: 'hidden',
  notAvailable: 'not available',
  theme: 'Theme',
  themeNow: (scheme: string) => `Theme: ${scheme}`,
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
  dismiss: 'Dismiss',
  moreNotices: (count: number) => (count === 1 ? '1 more notice' : `${count} more notices`),
  moreShort: (count: number) => `+${count}`,
  ignored: 'Some of this link’s settings were not recognized and were ignored:',
  /** Shown between the keys of a sequence. */
  afterwards: 'then',
  undo: 'Undo',
  seconds: (seconds: number) => `${seconds} s`,
  clearSearch: 'Clear the search',
  suggestions: 'Suggestions',
} as const

export const freshnessWords = {
  source: 'Source',
  asOf: 'As of',
  lastUpdated: 'Last updated',
  cache: 'Cache',
  onYourClock: (time: string) => `${time} on your clock`,
} as const
