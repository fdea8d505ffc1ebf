/** What the frame around all pages says. */
export const shellWords = {
  offline:
    'You are offline. What is on the screen stays readable, and changes to your positions wait on this device until you are back.',
  unreachable: 'Cannot reach the server. You stay signed in, and it is tried again by itself.',
  signedOutHere:
    'You are signed out on this device, but the server could not be told. To end the session there too, sign in and log out once it is back.',
  demo: (endsAt: string | null) =>
    endsAt === null ? 'Demo account with example positions.' : `Demo account with example positions, gone ${endsAt}.`,
  keepYourOwn: 'Create an account to keep your own',
} as const
