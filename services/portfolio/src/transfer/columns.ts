/** The columns of a CSV of positions that say what a position is; an import reads these and no others. */
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

// What a spreadsheet takes for a formula, in full width too, with whatever apostrophes stand before it.
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const QUOTED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** With an apostrophe in front, text is text; `unquote` takes exactly that one away again. */
export { RUNS_AS_FORMULA }

export const unquote = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1) : cell)
