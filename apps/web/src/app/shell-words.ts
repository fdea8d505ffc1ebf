/** UI text for the frame around all pages. */
export const shellWords = {
  skip: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close menu',
  main: 'Main',
  quick: 'Quick navigation',
  settings: 'Settings',
  expand: 'Expand the sidebar',
  collapse: 'Collapse the sidebar',
  role: 'Trader',
  logOut: 'Logout',
  offline:
    'You are offline. You can still read what is loaded. Changes to positions are saved on this device and sync when you are back online.',
  unreachable: 'Cannot reach the server. You are still signed in. Retrying automatically.',
  signedOutHere:
    'You are signed out on this device, but the server could not be reached. To end the session there too, sign in and log out again later.',
  demo: (endsAt: string | null) =>
    endsAt === null
      ? 'Demo account with example positions.'
      : `Demo account with example positions. It is deleted ${endsAt}.`,
  /** Shown instead of the generated username of a demo account. */
  demoName: 'Demo',
  keepYourOwn: 'Create an account to keep your positions',
} as const

/** Page names, each with a short form for narrow layouts. */
export const pageNames = {
  dashboard: { label: 'Dashboard', word: 'Dashboard' },
  screening: { label: 'Stock Screening', word: 'Screening' },
  analysis: { label: 'Stock Analysis', word: 'Analysis' },
  portfolio: { label: 'Portfolio Tracking', word: 'Portfolio' },
  coach: { label: 'AI Coach', word: 'Coach' },
} as const

/** UI text for a page whose code failed to load. */
export const missingPageWords = {
  title: 'Could not load this page',
  offline: 'You are offline, and this page has not been opened before. It opens when you are back online.',
  online: 'Check your connection and try again.',
} as const
