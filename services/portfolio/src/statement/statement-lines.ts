import type { CsvSeparator } from '@callwright/contracts'
import { type Line, nameColumn, readLines, separators } from './reader.ts'
import type { StatementFormat } from './trade.ts'
import { UnreadableFile } from './unreadable.ts'

/** Lines in which a header is looked for. */
export const HEADER_WITHIN = 40

export interface StatementLines {
  readonly separator: CsvSeparator
  readonly lines: readonly Line[]
}

/** Reads the lines of a delimited text, of Schwab's JSON, or of an IBKR Flex query in XML. Throws `unreadable_csv`. */
export function readStatementLines(
  text: string,
  {
    separator,
    formats,
  }: { readonly separator: CsvSeparator | undefined; readonly formats: readonly StatementFormat[] },
): StatementLines {
  if (text.includes('\u0000'))
    throw new UnreadableFile('This is not a text file, or it is in UTF-16. Save it as CSV in UTF-8.')
  const start = text.slice(0, 200).trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return { separator: 'comma', lines: readJsonLines(text) }
  if (/^<\?xml|^<Flex/i.test(start)) return { separator: 'comma', lines: readXmlLines(text) }
  const chosen = separator ?? findStatementSeparator(text, formats)
  return { separator: chosen, lines: readLines(text, chosen) }
}

/** The separator with which the first lines hold a known header, else the one that gives the most cells. */
function findStatementSeparator(text: string, formats: readonly StatementFormat[]): CsvSeparator {
  const heads = separators.map((separator) => ({ separator, lines: readLines(text, separator, HEADER_WITHIN) }))
  const known = heads.find(({ lines }) => lines.some(({ cells }) => findFormat(cells, formats) !== null))
  if (known !== undefined) return known.separator
  const widest = heads.toSorted((a, b) => widthOf(b.lines) - widthOf(a.lines))[0]
  return widest?.separator ?? 'comma'
}

const widthOf = (lines: readonly Line[]): number => {
  const widths = lines.map(({ cells }) => cells.length).toSorted((a, b) => a - b)
  return widths[Math.floor(widths.length / 2)] ?? 0
}

/** The format whose required names are all in this line; null if the line is no header. */
export function findFormat(cells: readonly string[], formats: readonly StatementFormat[]): StatementFormat | null {
  const names = new Set(cells.map(nameColumn))
  const isThere = (alternatives: string) => alternatives.split('|').some((name) => names.has(name))
  return formats.find(({ required }) => required.length > 0 && required.every(isThere)) ?? null
}

/** The line of an unknown file that looks like its header: as wide as the others, without numbers. */
export function guessHeader(lines: readonly Line[]): Line | null {
  const head = lines.slice(0, HEADER_WITHIN)
  const filledOf = ({ cells }: Line) => cells.filter((cell) => cell.trim() !== '').length
  const most = Math.max(0, ...head.map(filledOf))
  if (most < 3) return null
  const isHeading = ({ cells }: Line) => cells.every((cell) => !/^[\s$(+-]*\d/.test(cell))
  return head.find((line) => filledOf(line) >= most * 0.6 && isHeading(line)) ?? null
}

const asCells = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function readJsonLines(text: string): Line[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new UnreadableFile('The file starts like JSON but cannot be read as such.')
  }
  const found = Array.isArray(parsed) ? parsed : Reflect.get(Object(parsed), 'BrokerageTransactions')
  if (!Array.isArray(found)) throw new UnreadableFile('The JSON has no BrokerageTransactions.')
  return toLines(
    found.map((item: unknown) => Object.entries(Object(item)).map(([name, value]) => [name, asCells(value)])),
  )
}

const ELEMENT = /<(Trade|OptionEAE)\s([^>]*?)\/?>/g
const ATTRIBUTE = /([A-Za-z]+)="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

function readXmlLines(text: string): Line[] {
  const records = [...text.matchAll(ELEMENT)].map(([, , attributes = '']) =>
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity),
    ]),
  )
  if (records.length === 0) throw new UnreadableFile('The XML has no trades. Include Trades in the Flex query.')
  return toLines(records)
}

/** Records as lines below a header with all their names; the line numbers count the records. */
function toLines(records: readonly (readonly string[])[][]): Line[] {
  const names = [...new Set(records.flatMap((record) => record.map(([name = '']) => name)))]
  const header = { line: 1, cells: names, isBroken: false }
  const rows = records.map((record, index) => {
    const values = new Map(record.map(([name = '', value = '']) => [name, value]))
    return { line: index + 2, cells: names.map((name) => values.get(name) ?? ''), isBroken: false }
  })
  return [header, ...rows]
}
