/** A key of the product and what it does, as the reader is told. */
export interface KeyWords {
  /** As `usePageKeys` names them; several ways are listed one by one. */
  readonly keys: readonly string[]
  readonly does: string
}

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly KeyWords[]
}

/** Every key, by the page it is for. */
export const keyGroups: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: ['mod+k'], does: 'Find a symbol, a page or an action' },
      { keys: ['/'], does: 'Search the page' },
      { keys: ['g d'], does: 'Go to Dashboard' },
      { keys: ['g s'], does: 'Go to Stock Screening' },
      { keys: ['g a'], does: 'Go to Stock Analysis' },
      { keys: ['g p'], does: 'Go to Portfolio Tracking' },
      { keys: ['n'], does: 'Add a position' },
      { keys: ['r'], does: 'Refresh the figures' },
      { keys: ['t'], does: 'Turn light to dark and back' },
      { keys: ['h'], does: 'Hide your amounts and show them again' },
      { keys: ['?'], does: 'List the keys' },
    ],
  },
  {
    title: 'Tables',
    keys: [
      { keys: ['j', 'k'], does: 'Next row, previous row' },
      { keys: ['↑', '↓', '←', '→'], does: 'From cell to cell' },
      { keys: ['Home', 'End'], does: 'First cell, last cell of the row' },
      { keys: ['PageUp', 'PageDown'], does: 'A page of rows up, down' },
      { keys: ['Enter'], does: 'Open the row' },
    ],
  },
  {
    title: 'Stock Screening',
    keys: [
      { keys: ['x'], does: 'Select the row, or no longer' },
      { keys: ['shift+x'], does: 'Select all rows from the one before' },
    ],
  },
  {
    title: 'Portfolio Tracking',
    keys: [{ keys: ['x'], does: 'Select the row' }],
  },
  {
    title: 'Stock Analysis',
    keys: [{ keys: ['[', ']'], does: 'Previous symbol, next symbol of the list' }],
  },
]

export const helpWords = {
  title: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint:
    'Keys without Ctrl or Cmd. Switch them off if you speak to your computer, or if they get in your way.',
  settings: 'More in Settings',
} as const
