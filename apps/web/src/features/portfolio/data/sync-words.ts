/** What is said of changes on their way to the server, in one place for who translates it. */
export const syncWords = {
  saving: 'Saving…',
  unsynced: 'Not synced',
  refused: 'Refused',
  onDevice: 'Saved on this device, not yet synced',
  notKept: 'The server cannot be reached, and this browser could not keep it either',
  notTaken: 'The server refused it',
  found: (count: number) =>
    count === 1
      ? 'A position found in this browser was added to your portfolio.'
      : `${count} positions found in this browser were added to your portfolio.`,
} as const
