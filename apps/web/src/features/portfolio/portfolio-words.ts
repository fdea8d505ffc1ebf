/** UI text for the portfolio page, outside its panels. */
export const portfolioWords = {
  title: 'Portfolio Tracking',
  add: 'Add Position',
  refresh: 'Refresh',
  import: 'Import',
  loading: 'Loading positions...',
  empty: 'No positions yet. Add your first covered call position!',
  emptyText:
    'Enter 100 shares you own and the call you sold against them to see what they are worth, how close the strike is, and what the rules recommend.',
  importCsv: 'Import CSV',
  failed: 'Could not load your positions',
  noAnswer: 'No response',
  areSafe:
    'They are safe on the server. Retrying automatically. Positions you add now are saved on this device and synced later.',
  panels: {
    summary: 'summary',
    attention: 'list of what needs attention',
    table: 'table',
    chart: 'chart',
  },
} as const

export const bannerWords = {
  local: (why: string) =>
    `Could not load the rest of your portfolio: ${why} Showing the positions saved on this device.`,
  notRefreshed: (why: string) => `Could not refresh the positions: ${why} Showing the last data loaded.`,
  discard: 'Discard',
  refused: (call: string, why: string) =>
    `The server rejected ${call}: ${why} Select it to edit it, or discard the change.`,
  noReason: 'no reason given',
  unreadable:
    'Some positions saved in this browser could not be read. They were left unchanged; the others are shown here.',
  noFigures: (symbols: string) => `No market data for ${symbols}. Their positions are shown at entry price.`,
  syncNow: 'Sync now',
} as const

export const summaryWords = {
  label: 'Summary',
  coveredCall: 'Covered-call P&L',
  stock: 'Stock',
  options: 'Options',
  premium: 'Premium received',
  shares: 'Shares at entry',
  expiration: 'Next expiration',
  none: 'None',
  noneOpen: 'none open',
  noPnl: 'No position has a known P&L',
  partOf: 'Part of the covered-call P&L, for the same positions',
  ofAll: (pct: string) => `${pct}% of what the shares cost`,
  ofCounted: (pct: string, positions: number) =>
    `${pct}% of what the shares cost, for the ${positions === 1 ? '1 position' : `${positions} positions`} counted`,
  noneCounted: (which: string) => `No P&L: ${which}.`,
  leftOut: (positions: number, all: number, which: string) =>
    `${positions} of ${all} positions ${positions === 1 ? 'is' : 'are'} left out of these P&L figures: ${which}. Premium received and shares at entry include all ${all}.`,
  presumed: (positions: number) =>
    `${positions === 1 ? '1 expired position is' : `${positions} expired positions are`} counted with a result presumed from the close of the last day. If the actual result was different, edit or delete the position.`,
} as const

export const discardWords = {
  title: 'Discard your changes?',
  text: 'They have not been saved.',
  confirm: 'Discard',
  cancel: 'Keep editing',
} as const

export const removalWords = {
  title: 'Delete position',
  text: 'Are you sure you want to delete this position?',
  confirm: 'Delete',
  failed: 'Failed to delete position. Please try again.',
  deleted: (call: string) => `Deleted ${call}.`,
  notRestored: (call: string) => `Could not restore ${call}. Please add it again.`,
} as const
