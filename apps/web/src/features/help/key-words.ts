/** A keyboard shortcut and its description. */
export interface KeyWords {
  /** Keys in the notation of `usePageKeys`; alternatives are separate entries. */
  readonly keys: readonly string[]
  readonly does: string
}

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly KeyWords[]
}

/** All shortcuts, grouped by page. */
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
      { keys: ['g c'], does: 'Go to AI Coach' },
      { keys: ['n'], does: 'Add a position' },
      { keys: ['r'], does: 'Refresh the data' },
      { keys: ['t'], does: 'Switch between light and dark' },
      { keys: ['h'], does: 'Hide or show your amounts' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
    ],
  },
  {
    title: 'Tables',
    keys: [
      { keys: ['j', 'k'], does: 'Next row, previous row' },
      { keys: ['↑', '↓', '←', '→'], does: 'Move from cell to cell' },
      { keys: ['Home', 'End'], does: 'First or last cell of the row' },
      { keys: ['PageUp', 'PageDown'], does: 'One page up or down' },
      { keys: ['Enter'], does: 'Open the row' },
    ],
  },
  {
    title: 'Stock Screening',
    keys: [
      { keys: ['x'], does: 'Select or deselect the row' },
      { keys: ['shift+x'], does: 'Select all rows up to this one' },
    ],
  },
  {
    title: 'Portfolio Tracking',
    keys: [{ keys: ['x'], does: 'Select the row' }],
  },
  {
    title: 'Stock Analysis',
    keys: [{ keys: ['[', ']'], does: 'Previous or next symbol in the list' }],
  },
]

export const helpWords = {
  title: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Keys without Ctrl or Cmd. Turn them off if you use voice control, or if they get in your way.',
  settings: 'More in Settings',
} as const
