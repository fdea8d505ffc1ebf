/** The CSV columns that hold a position's terms. An import reads no others. */
export const termColumns = [
  'id',
  'ticker',
  'entry_date',
  'expiry_date',
  'strike_price',
  'entry_premium',
  'entry_price',
  'contracts',
  'notes',
] as const
export type TermColumn = (typeof termColumns)[number]

export const optionalColumns: readonly TermColumn[] = ['id', 'contracts', 'notes']

// Text that a spreadsheet would run as a formula, including full-width characters and any number of leading
// apostrophes.
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const QUOTED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** The export puts an apostrophe before such text; `unquote` removes exactly that one. */
export { RUNS_AS_FORMULA }

export const unquote = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1) : cell)
