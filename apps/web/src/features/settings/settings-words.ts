import { weightsWords as dialogWords } from '../../shared/rating-weights/weights-words.ts'

/** UI text for the settings page. */
export const settingsWords = {
  title: 'Settings',
  contents: 'Settings by section',
  retry: 'Retry',
  on: 'On',
  off: 'Off',
  reference: 'Reference',
} as const

/** Sections in display order; the key is the URL hash. */
export const sectionNames = {
  appearance: 'Appearance',
  weights: 'Rating weights',
  sessions: 'Sessions',
  password: 'Password',
  data: 'Your data',
  about: 'About',
} as const

export type SectionId = keyof typeof sectionNames

export const appearanceWords = {
  intro: 'Saved in this browser, for all its tabs.',
  theme: 'Theme',
  themeHint: 'System follows your computer’s setting.',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  palette: 'Gain and loss',
  paletteHint: 'Both colors come with a sign and a triangle.',
  greenRed: 'Green and red',
  blueOrange: 'Blue and orange',
  sampleGain: 'A gain',
  sampleLoss: 'A loss',
  density: 'Row height',
  densityHint: 'For the tables of stocks and positions.',
  compact: 'Compact',
  standard: 'Standard',
  roomy: 'Roomy',
  keys: 'Single-key shortcuts',
  keysHint: 'Such as / and ?. Turn them off if you use voice control. Shortcuts with Ctrl or Cmd still work.',
  amounts: 'Hide amounts',
  amountsHint: 'Hides your dollar amounts when others can see your screen.',
} as const

export const weightsWords = {
  intro: 'How much each part counts in the rating you see. Saved with your account; only you see it.',
  usual: 'You are using the standard Callwright Rating.',
  own: 'Ratings now use your weights.',
  loading: dialogWords.loading,
  failed: dialogWords.failed,
  change: 'Change weights',
} as const

export const sessionsWords = {
  intro: 'Every device where you are signed in.',
  loading: 'Loading your sessions…',
  failed: 'Could not load your sessions.',
  list: 'Signed-in devices',
  current: 'This device',
  unknownDevice: 'Unknown device',
  used: (time: string) => `Last used ${time}`,
  started: (time: string) => `signed in ${time}`,
  end: 'End',
  endOf: (device: string) => `End the session on ${device}`,
  endOthers: 'End all other sessions',
  alone: 'You are not signed in anywhere else.',
  ended: (count: number) => `${describeSessions(count)} ended.`,
  endFailed: 'Could not end the session. Please try again.',
} as const

export const passwordWords = {
  intro: 'Changing your password signs you out on all other devices.',
  loading: 'Loading the form…',
  missing: 'Could not load the form. Check your connection and try again.',
  current: 'Current password',
  next: 'New password',
  confirm: 'Confirm new password',
  submit: 'Change password',
  busy: 'Changing password...',
  failed: 'Could not change the password. Please try again.',
  changed: (count: number) =>
    count === 0
      ? 'Your password has been changed. You were not signed in anywhere else.'
      : `Your password has been changed. ${describeSessions(count)} ended.`,
} as const

export const dataWords = {
  account: (username: string, email: string) => `Account ${username}, ${email}`,
  exportHint:
    'Your account, sessions, positions with their history, weights, saved screens and your conversation with the coach, as one JSON file.',
  export: 'Download your data',
  exporting: 'Preparing the file...',
  exportFailed: 'Could not create the file. Please try again.',
  deleteHint: 'Deletes your account and all its data. This cannot be undone.',
  delete: 'Delete account',
} as const

export const deletionWords = {
  title: 'Delete your account?',
  goes: 'This permanently deletes:',
  parts: [
    'your account with its name and email address',
    'your positions and their history, including those not synced yet',
    'your saved screens and rating weights',
    'your conversation with the coach',
    'all your sessions',
  ],
  final: 'This cannot be undone. To keep a copy, download your data first.',
  password: 'Password',
  confirm: (username: string) => `Type ${username} to confirm`,
  confirmWrong: (username: string) => `Please type ${username}`,
  cancel: 'Cancel',
  submit: 'Delete account',
  busy: 'Deleting...',
  failed: 'Could not delete the account. Please try again.',
  deleted: 'Your account has been deleted.',
} as const

export const demoWords = {
  sessions: 'A demo account has only this session. It ends when the account is deleted.',
  password: 'A demo account has no password.',
  data: 'A demo account is deleted automatically with all its data.',
  register: 'Create an account',
  keep: 'to get this.',
} as const

export const aboutWords = {
  market: 'Market',
  marketLoading: 'Loading the market…',
  marketFailed: 'Could not load the market.',
  version: 'Callwright',
  rating: 'Rating',
  ratingVersion: (version: string) => `Version ${version}`,
  charts: 'Charts',
  chartsBy: (version: string) => `Highcharts ${version}`,
  chartsLicense:
    'The Callwright license does not cover Highcharts. Commercial, government and hosted use requires a license from Highsoft.',
  chartsLink: 'Highcharts licenses',
  programs: 'Programs',
  keys: 'Keyboard shortcuts',
} as const

function describeSessions(count: number): string {
  return count === 1 ? '1 other session' : `${count} other sessions`
}
