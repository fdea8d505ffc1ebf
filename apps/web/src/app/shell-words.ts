/** What the frame around all pages says. */
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
    'You are offline. The screen stays readable, and changes to positions wait on this device until you are back.',
  unreachable: 'Cannot reach the server. You stay signed in, and it is tried again by itself.',
  signedOutHere:
    'You are signed out on this device, but the server could not be told. To end the session there too, sign in and log out once it is back.',
  demo: (endsAt: string | null) =>
    endsAt === null ? 'Demo account with example positions.' : `Demo account with example positions, gone ${endsAt}.`,
  /** In place of a name nobody chose. */
  demoName: 'Demo',
  keepYourOwn: 'Create an account to keep your own',
} as const

/** The pages, each with a shorter name for where there is room for one word. */
export const pageNames = {
  dashboard: { label: 'Dashboard', word: 'Dashboard' },
  screening: { label: 'Stock Screening', word: 'Screening' },
  analysis: { label: 'Stock Analysis', word: 'Analysis' },
  portfolio: { label: 'Portfolio Tracking', word: 'Portfolio' },
  coach: { label: 'AI Coach', word: 'Coach' },
} as const

/** In place of a page whose code could not be loaded. */
export const missingPageWords = {
  title: 'This page could not be loaded',
  offline:
    'You are offline, and a page needs the network the first time it is opened. It opens when you are back online.',
  online: 'Check your connection and try again.',
} as const
