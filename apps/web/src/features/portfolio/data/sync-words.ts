/** UI text for unsynced changes. */
export const syncWords = {
  saving: 'Saving…',
  unsynced: 'Not synced',
  refused: 'Rejected',
  onDevice: 'Saved on this device, not synced yet',
  notKept: 'Cannot reach the server, and this browser could not save your change either',
  notTaken: 'The server rejected it',
  found: (count: number) =>
    count === 1
      ? 'A position found in this browser was added to your portfolio.'
      : `${count} positions found in this browser were added to your portfolio.`,
} as const
