import type { CsvSeparator } from '@callwright/contracts'
import { parse } from 'papaparse'
import { encodeCsv } from '../../../shared/export/csv.ts'
import { importWords as words } from './transfer-words.ts'

export interface RefusedRow {
  /** Line number in the text, starting at 1. */
  readonly line: number
  readonly reason: string
}

/** CSV file with the rejected rows exactly as written and the reasons, so the user can correct and reimport them. */
export function writeRefusedCsv(text: string, refused: readonly RefusedRow[], separator: CsvSeparator): string {
  const records = readRecords(text, marks[separator])
  const header = [...records.values()].find((cells) => cells.some((cell) => /^ticker$/i.test(cell.trim()))) ?? []
  return encodeCsv([
    ['Line', 'Reason', ...header],
    ...refused.map(({ line, reason }) => [line, reason, ...(records.get(line) ?? [])]),
  ])
}

const marks: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }

/** Records keyed by their first line number; a record can span several lines. */
function readRecords(text: string, delimiter: string): ReadonlyMap<number, readonly string[]> {
  const records = new Map<number, readonly string[]>()
  const plain = text.replace(/^\uFEFF/, '')
  let line = 1
  let begin = 0
  parse<string[]>(plain, {
    delimiter,
    step: ({ data, meta }) => {
      records.set(line, data)
      line += plain.slice(begin, meta.cursor).split('\n').length - 1
      begin = meta.cursor
    },
  })
  return records
}
