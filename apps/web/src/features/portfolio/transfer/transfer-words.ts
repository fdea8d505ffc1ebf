import { formatInteger } from '../../../shared/format/numbers.ts'

const countPositions = (count: number) => `${formatInteger(count)} ${count === 1 ? 'position' : 'positions'}`

/** UI text for import and export. */
export const importWords = {
  title: 'Import positions',
  file: 'CSV file',
  unreadable: 'Could not read the file',
  text: 'Or rows as text',
  hint: 'One position per row, with a header line: ticker, entry_date, expiry_date, strike_price, entry_premium, entry_price; contracts, notes and id if you have them. Rows copied from a spreadsheet work too, and so does a file exported here.',
  missing: 'Choose a file, or paste rows with a header line',
  tooLong: (length: number, most: number) =>
    `The text has ${formatInteger(length)} characters; the maximum is ${formatInteger(most)}. Import it in parts`,
  check: 'Check rows',
  checking: 'Checking…',
  notChecked: 'Could not check the rows',
  back: 'Back',
  submit: (changes: number) => `Import ${countPositions(changes)}`,
  importing: 'Importing…',
  nothing: 'Nothing to import',
  notImported: 'Could not import the rows',
  done: 'Done',
  refused: 'Rejected rows',
  saveRefused: 'Download rejected rows',
  positions: 'Positions',
  form: 'How the text was read',
  separator: 'Cell separator',
  separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', bar: 'Vertical bar' },
  decimal: 'Decimal separator',
  decimals: { point: 'Period: 1,125.50', comma: 'Comma: 1.125,50' },
  dates: 'Dates',
  dateOrders: { month_first: 'Month first: 12/18/2026', day_first: 'Day first: 18/12/2026' },
  question: (line: number, text: string) => `Line ${formatInteger(line)}: what does ${text} mean?`,
  answerFirst: 'Answer the question first',
  confirmUnusual: (count: number) =>
    count === 1 ? 'The unusual row is correct: add it' : 'The unusual rows are correct: add them',
  addEqualRows: 'Equal rows are separate positions: add them all',
  /** Wording for a row's outcome, before and after the import. */
  outcomes: {
    created: { planned: 'Will be added', done: 'Added' },
    known: { planned: 'Already there', done: 'Was already there' },
    restored: { planned: 'Deleted earlier, will be restored', done: 'Restored' },
    duplicate: { planned: 'Duplicate, will be skipped', done: 'Duplicate, skipped' },
    unconfirmed: { planned: 'Unusual, please confirm', done: 'Unusual, skipped' },
  },
  /** Parts of the import summary, for before and after the import. */
  toAdd: (count: number) => `${countPositions(count)} to add`,
  added: (count: number) => `${countPositions(count)} added`,
  toBringBack: (count: number) => `${formatInteger(count)} to restore`,
  broughtBack: (count: number) => `${formatInteger(count)} restored`,
  known: (count: number) => `${formatInteger(count)} already there`,
  duplicates: (count: number) => `${formatInteger(count)} ${count === 1 ? 'duplicate' : 'duplicates'}`,
  unconfirmed: (count: number) => `${formatInteger(count)} not confirmed`,
  refusedCount: (count: number) => `${formatInteger(count)} ${count === 1 ? 'row' : 'rows'} rejected`,
  ignored: (columns: string) => `Ignored columns: ${columns}.`,
  ignoredMore: (columns: string, more: number) => `Ignored columns: ${columns} and ${formatInteger(more)} more.`,
} as const

export const exportWords = {
  all: 'CSV, all positions',
} as const
