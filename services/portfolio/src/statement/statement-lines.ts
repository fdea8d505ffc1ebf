import { type CsvSeparator, MAX_STATEMENT_ROWS } from '@callwright/contracts'
import { type Line, nameColumns, readLines, separators } from './reader.ts'
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
  const names = new Set(nameColumns(cells).map(({ name }) => name))
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

/** Different names that the records of a JSON or XML file may have; a Flex query has fewer than 100. */
const MAX_NAMES = 150

/** Text of a scalar; a list or an object is no cell. */
const toCell = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

function readJsonLines(text: string): Line[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new UnreadableFile('The file starts like JSON but cannot be read as such.')
  }
  const found = Array.isArray(parsed) ? parsed : Reflect.get(Object(parsed), 'BrokerageTransactions')
  if (!Array.isArray(found)) throw new UnreadableFile('The JSON has no BrokerageTransactions.')
  refuseMany(found.length)
  return toLines(
    found.map((item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.entries(item).map(([name, value]) => [name, toCell(value)])
        : [],
    ),
  )
}

// Both patterns take time proportional to the text: no part of it can be matched from more than one start.
const ELEMENT = /<(Trade|OptionEAE)\s([^<>]*)>/g
const ATTRIBUTE = /(?<=^|\s)([A-Za-z]{1,60})="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

function readXmlLines(text: string): Line[] {
  const elements = [...text.matchAll(ELEMENT)]
  if (elements.length === 0) throw new UnreadableFile('The XML has no trades. Include Trades in the Flex query.')
  refuseMany(elements.length)
  return toLines(
    elements.map(([, , attributes = '']) =>
      [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
        name,
        value.replace(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity),
      ]),
    ),
  )
}

/** Throws `unreadable_csv` if a file has too many rows; checked before cells are made of them. */
export function refuseMany(rows: number): void {
  if (rows <= MAX_STATEMENT_ROWS + 100) return
  throw new UnreadableFile(`At most ${MAX_STATEMENT_ROWS.toLocaleString('en-US')} rows can be imported at once.`)
}

/** Records as lines below a header with all their names; the line numbers count the records. */
function toLines(records: readonly (readonly string[])[][]): Line[] {
  const found = new Set<string>()
  for (const record of records) {
    for (const [name = ''] of record) found.add(name)
    if (found.size > MAX_NAMES)
      throw new UnreadableFile(`The records have more than ${MAX_NAMES} different names. Export trades only.`)
  }
  const names = [...found]
  const header = { line: 1, cells: names, isBroken: false }
  const rows = records.map((record, index) => {
    const values = new Map(record.map(([name = '', value = '']) => [name, value]))
    return { line: index + 2, cells: names.map((name) => values.get(name) ?? ''), isBroken: false }
  })
  return [header, ...rows]
}
