import {
  type DateOrder,
  type DecimalSign,
  dateOrders,
  decimalSigns,
  detectNumberForm,
  type ImportQuestion,
  readTypedNumber,
} from '@callwright/contracts'
import { detectDateOrder, hasTwoReadings, readDay } from './read-dates.ts'
import { UnreadableFile } from './unreadable.ts'

export interface Cell {
  readonly line: number
  readonly text: string
}

/** Format of a file's numbers and dates; null where it is ambiguous. */
export interface FileForm {
  readonly decimal: DecimalSign | null
  readonly dates: DateOrder | null
  readonly questions: readonly ImportQuestion[]
}

export interface WantedForm {
  readonly decimal: DecimalSign | undefined
  readonly dates: DateOrder | undefined
}

/** Cells whose form is detected, and the form to use if they are ambiguous; null to ask the user. */
interface FormCells {
  readonly amounts: readonly Cell[]
  readonly days: readonly Cell[]
  /** False if a lone `1.125` is ambiguous too. */
  readonly pointIsUsual: boolean
  readonly usual?: { readonly decimal: DecimalSign; readonly dates: DateOrder | null } | null
}

/**
 * Detects the format from all cells together, never from one cell (D63). Returns a question for each ambiguity. Throws
 * `unreadable_csv` if cells contradict each other.
 */
export function detectForm({ amounts, days, pointIsUsual, usual = null }: FormCells, wanted: WantedForm): FileForm {
  const decimal = wanted.decimal ?? findDecimal(amounts, pointIsUsual) ?? usual?.decimal ?? null
  const dates = wanted.dates ?? findDates(days, usual?.dates ?? null)
  const questions = [...(decimal === null ? askDecimal(amounts) : []), ...(dates === null ? askDates(days) : [])]
  return { decimal, dates, questions }
}

function findDecimal(amounts: readonly Cell[], pointIsUsual: boolean): DecimalSign | null {
  const texts = new Set(amounts.flatMap(({ text }) => (/[.,]/.test(text) ? [text] : [])))
  const form = detectNumberForm(texts, { pointIsUsual })
  if (form === 'contradictory') {
    const [point, comma] = decimalSigns.map((sign) => amounts.find(({ text }) => isOnly(text, sign)))
    throw new UnreadableFile(
      `Line ${point?.line} has ${point?.text} with a decimal point and line ${comma?.line} has ${comma?.text} with a ` +
        'decimal comma. Use one decimal sign in the whole file.',
    )
  }
  return form === 'ambiguous' ? null : form
}

const readAs = (text: string, sign: DecimalSign): number | null => {
  const read = readTypedNumber(text, sign)
  if ('value' in read) return read.value
  return read.problem === 'negative' ? read.amount : null
}

const isOnly = (text: string, sign: DecimalSign): boolean =>
  readAs(text, sign === 'point' ? 'comma' : 'point') === null && readAs(text, sign) !== null

export const hasTwoAmounts = (text: string): boolean => {
  const [point, comma] = decimalSigns.map((sign) => readAs(text, sign))
  return point !== null && comma !== null && point !== comma
}

function askDecimal(amounts: readonly Cell[]): ImportQuestion[] {
  const open = amounts.find(({ text }) => hasTwoAmounts(text))
  if (open === undefined) return []
  const readings = decimalSigns.map((answer) => ({ answer, reading: String(readAs(open.text, answer)) }))
  return [{ field: 'decimal', ...open, readings }]
}

/** The order of month and day; without any date that depends on it, null and no question. */
function findDates(days: readonly Cell[], usual: DateOrder | null): DateOrder | null {
  const order = detectDateOrder(new Set(days.map(({ text }) => text)))
  if (order === 'contradictory') {
    throw new UnreadableFile(
      'Some dates have the day first and some the month first. Use the form YYYY-MM-DD for all dates.',
    )
  }
  return order === 'open' ? usual : order
}

function askDates(days: readonly Cell[]): ImportQuestion[] {
  const open = days.find(({ text }) => hasTwoReadings(text))
  if (open === undefined) return []
  const readings = dateOrders.map((answer) => ({ answer, reading: readDay(open.text, answer) }))
  return [{ field: 'dates', ...open, readings }]
}

/** Characters within which a date ends. */
const MAX_DAY = 100

/** A date without the time or the remark after it. */
export const cutTime = (text: string): string =>
  text
    .slice(0, MAX_DAY)
    .split(/ as of |[,;T ] ?(?=\d{1,2}:?\d{2})/i)[0]
    ?.trim() ?? ''
