import { decimalSigns, type ImportMarkKind, readTypedNumber } from '@callwright/contracts'
import type { UnusualTerm } from '@callwright/scoring'
import { dollars } from '../import/planning.ts'
import { labelOf, type PositionTerms } from '../positions/position-terms.ts'
import { type FileForm, hasTwoAmounts } from '../statement/dialect.ts'
import { describeDay, hasTwoReadings, readDay } from '../statement/read-dates.ts'
import { type AmountColumn, type CsvRow, dayColumns } from './csv-file.ts'

/** A row in wire format. An unreadable cell keeps its text, so that validation rejects it. */
export interface ReadCells {
  readonly line: number
  /** Empty if the row has no id. */
  readonly id: string
  readonly terms: Readonly<Record<string, unknown>>
  readonly marks: readonly ImportMark[]
  /** Problems with the row's cells, one sentence each. */
  readonly faults: readonly string[]
}

type Figure = { readonly value: number | string; readonly mark?: ImportMark } | { readonly fault: string }

/** Parses a row's cells in the format that was detected for the file. */
export function readCells({ line, cells }: CsvRow, form: Pick<FileForm, 'decimal' | 'dates'>): ReadCells {
  const { id, ticker: symbol, contracts, notes } = cells
  const read = (column: AmountColumn) => readFigure(column, cells[column], form.decimal)
  const figures = {
    strike_price: read('strike_price'),
    entry_premium: read('entry_premium'),
    entry_price: read('entry_price'),
    ...(contracts === '' ? {} : { contracts: read('contracts') }),
  }
  const days = Object.fromEntries(
    dayColumns.map((column) => [column, readDay(cells[column], form.dates ?? 'month_first')]),
  )
  const openDays = form.dates === null ? dayColumns.filter((column) => hasTwoReadings(cells[column])) : []
  const list = Object.entries(figures)
  return {
    line,
    id,
    terms: {
      ticker: symbol,
      ...days,
      ...Object.fromEntries(list.flatMap(([name, figure]) => ('value' in figure ? [[name, figure.value]] : []))),
      ...(notes === '' ? {} : { notes }),
    },
    marks: list.flatMap(([, figure]) => ('mark' in figure && figure.mark !== undefined ? [figure.mark] : [])),
    faults: [
      ...openDays.map((column) =>
        askWhich(column, cells[column], [
          describeDay(cells[column], 'month_first'),
          describeDay(cells[column], 'day_first'),
        ]),
      ),
      ...list.flatMap(([, figure]) => ('fault' in figure ? [figure.fault] : [])),
    ],
  }
}

const askWhich = (column: string, text: string, readings: readonly string[]): string =>
  `The ${labelOf(column)} ${text} could mean ${readings.join(' or ')}.`

function readFigure(column: AmountColumn, text: string, decimal: FileForm['decimal']): Figure {
  if (decimal === null && hasTwoAmounts(text)) {
    const readings = decimalSigns.map((sign) => readTypedNumber(text, sign))
    return {
      fault: askWhich(
        column,
        text,
        readings.flatMap((read) => ('value' in read ? [String(read.value)] : [])),
      ),
    }
  }
  const figure = readTypedNumber(text, decimal ?? undefined)
  if ('value' in figure) {
    // Keep any fraction: validation rejects it, but rounding would hide it.
    if (column === 'contracts') return { value: figure.exact }
    if (!figure.rounded) return { value: figure.value }
    const sentence = `The ${labelOf(column)} ${text} is rounded to ${figure.value}.`
    return { value: figure.value, mark: { kind: 'rounded', sentence } }
  }
  if (figure.problem === 'empty') return { value: '' }
  if (figure.problem === 'negative') return { fault: `The ${labelOf(column)} is negative: ${text}.` }
  const isOther = decimal !== null && 'value' in readTypedNumber(text)
  return isOther
    ? { fault: `The ${labelOf(column)} ${text} is not a number with a decimal ${decimal}.` }
    : { value: text }
}

/** A remark about a row that can be imported. */
export interface ImportMark {
  readonly kind: ImportMarkKind
  readonly sentence: string
}

const unusualMessages: Readonly<Record<UnusualTerm, (terms: PositionTerms) => string>> = {
  premium_above_price: ({ premium, entryPrice }) =>
    `The premium ${dollars(premium)} is more than the share price ${dollars(entryPrice)}. ` +
    `Premiums are per share: did you mean ${dollars(premium / 100)}?`,
  strike_far_from_price: ({ strike, entryPrice }) =>
    `The strike price ${dollars(strike)} is far from the share price ${dollars(entryPrice)}. Please check both.`,
}

export const markUnusual = (term: UnusualTerm, terms: PositionTerms): ImportMark => ({
  kind: 'unusual',
  sentence: unusualMessages[term](terms),
})

export const markUnknown = (symbol: string): ImportMark => ({
  kind: 'unknown_symbol',
  sentence: `Unknown symbol: ${symbol}. There will be no market data for it.`,
})

export const markRenamed = (sentence: string): ImportMark => ({ kind: 'renamed', sentence })

export const markDuplicate = (line: number): ImportMark => ({ kind: 'duplicate', sentence: `Same as line ${line}.` })
