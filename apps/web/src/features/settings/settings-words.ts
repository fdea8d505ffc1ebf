import { weightsWords as dialogWords } from '../../shared/rating-weights/weights-words.ts'

/** What the settings say, in one place for who translates it. */
export const settingsWords = {
  title: 'Settings',
  contents: 'Settings by section',
  retry: 'Retry',
  on: 'On',
  off: 'Off',
  reference: 'Reference',
} as const

/** The sections in their order; each has its id for an address. */
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
  intro: 'Kept in this browser, for every tab of it.',
  theme: 'Theme',
  themeHint: 'System follows the computer.',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  palette: 'Gain and loss',
  paletteHint: 'A sign and a triangle stand beside either colour.',
  greenRed: 'Green and red',
  blueOrange: 'Blue and orange',
  sampleGain: 'A gain',
  sampleLoss: 'A loss',
  density: 'Row height',
  densityHint: 'Of the rows of stocks and of positions.',
  compact: 'Compact',
  standard: 'Standard',
  roomy: 'Roomy',
  keys: 'Single-key shortcuts',
  keysHint: 'Such as / and ?. Turn them off if you dictate to the computer; keys with Ctrl or Cmd still work.',
  amounts: 'Hide amounts',
  amountsHint: 'Masks your own dollar amounts while others look on.',
} as const

export const weightsWords = {
  intro: 'How much each part counts in the rating you see. Saved with your account, for you alone.',
  usual: 'Your ratings are the Callwright Rating.',
  own: 'Your ratings stand under your own weights.',
  loading: dialogWords.loading,
  failed: dialogWords.failed,
  change: 'Change weights',
} as const

export const sessionsWords = {
  intro: 'Every device on which you are signed in.',
  loading: 'Loading your sessions…',
  failed: 'Your sessions could not be loaded.',
  list: 'Signed-in devices',
  current: 'This device',
  unknownDevice: 'Unknown device',
  used: (time: string) => `Last used ${time}`,
  started: (time: string) => `signed in ${time}`,
  end: 'End',
  endOf: (device: string) => `End the session on ${device}`,
  endOthers: 'End all other sessions',
  alone: 'You are signed in nowhere else.',
  ended: (count: number) => `${describeSessions(count)} ended.`,
  endFailed: 'The session could not be ended. Please try again.',
} as const

export const passwordWords = {
  intro: 'A new password ends your sessions on all other devices.',
  loading: 'Loading the form…',
  missing: 'The form could not be loaded. Check your connection and try again.',
  current: 'Current password',
  next: 'New password',
  confirm: 'Confirm new password',
  submit: 'Change password',
  busy: 'Changing password...',
  failed: 'The password could not be changed. Please try again.',
  changed: (count: number) =>
    count === 0
      ? 'Your password is changed. You were signed in nowhere else.'
      : `Your password is changed. ${describeSessions(count)} ended.`,
} as const

export const dataWords = {
  account: (username: string, email: string) => `Account ${username}, ${email}`,
  exportHint:
    'Your account, sessions, positions with their history, weights, saved screens and your conversation with the coach, as one JSON file.',
  export: 'Download your data',
  exporting: 'Preparing the file...',
  exportFailed: 'The file could not be made. Please try again.',
  deleteHint: 'Removes your account and everything kept for it. It cannot be undone.',
  delete: 'Delete account',
} as const

export const deletionWords = {
  title: 'Delete your account?',
  goes: 'These go for good, on every device:',
  parts: [
    'your account with its name and email address',
    'your positions and their history, also those not yet sent from this browser',
    'your saved screens and the weights of your rating',
    'your conversation with the coach',
    'all your sessions',
  ],
  final: 'It cannot be undone. To keep a copy, download your data first.',
  password: 'Password',
  confirm: (username: string) => `Type ${username} to confirm`,
  confirmWrong: (username: string) => `Please type ${username}`,
  cancel: 'Cancel',
  submit: 'Delete account',
  busy: 'Deleting...',
  failed: 'The account could not be deleted. Please try again.',
  deleted: 'Your account is deleted.',
} as const

export const demoWords = {
  sessions: 'A demo account has this one session. It ends with the account.',
  password: 'A demo account has no password.',
  data: 'A demo account goes by itself, with all that is in it. There is nothing to take along.',
  register: 'Create an account',
  keep: 'of your own to have this.',
} as const

export const aboutWords = {
  market: 'Market',
  marketLoading: 'Asking which market is in use…',
  marketFailed: 'The market in use is not known right now.',
  version: 'Callwright',
  rating: 'Rating',
  ratingVersion: (version: string) => `Version ${version}`,
  charts: 'Charts',
  chartsBy: (version: string) => `Highcharts ${version}`,
  chartsLicence:
    'Highcharts is not covered by the licence of Callwright: commercial, government and hosted use need a licence from Highsoft.',
  chartsLink: 'Highcharts licences',
  programs: 'Programs',
  keys: 'Keyboard shortcuts',
} as const

function describeSessions(count: number): string {
  return count === 1 ? '1 other session' : `${count} other sessions`
}
