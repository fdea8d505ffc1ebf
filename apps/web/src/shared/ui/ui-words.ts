/** What the parts that every page is made of say, in one place for who translates it. */
export const uiWords = {
  tryAgain: 'Try Again',
  notShown: (panel: string) => `The ${panel} could not be shown`,
  partMissing: 'This part could not be loaded. Check your connection and try again.',
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
  ignored: 'Part of this address means nothing here and was left out:',
  /** Between keys that are pressed one after the other. */
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
