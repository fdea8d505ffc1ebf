import { type CsvSeparator, plainColumn } from '@callwright/contracts'
import Papa from 'papaparse'

/** One line of a delimited text: a record, which may span several lines because of line breaks in its cells. */
export interface Line {
  /** Line number in the text, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** True if a quotation mark is not closed, so that the rest of the text is in the last cell. */
  readonly isBroken: boolean
}

export const separatorMarks: Readonly<Record<CsvSeparator, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  bar: '|',
}
export const separators = ['comma', 'semicolon', 'tab', 'bar'] as const

const BYTE_ORDER_MARK = /^\uFEFF/

/**
 * Reads lines with cells; blank lines are left out. It stops after `most` lines, or after many more blank ones, so that
 * a text of any kind takes a short time.
 */
export function readLines(csv: string, separator: CsvSeparator, most = Number.POSITIVE_INFINITY): Line[] {
  // Papa strips the byte order mark, which would shift its character counts.
  const text = csv.replace(BYTE_ORDER_MARK, '')
  const lines: Line[] = []
  const mark = text.includes('\n') ? '\n' : '\r'
  let line = 1
  let read = 0
  let blank = 0
  Papa.parse<string[]>(text, {
    delimiter: separatorMarks[separator],
    step: ({ data, errors, meta }, parser) => {
      const isBroken = errors.some(({ code }) => code === 'MissingQuotes')
      if (data.some((cell) => cell.trim() !== '')) lines.push({ line, cells: data, isBroken })
      else blank += 1
      if (lines.length >= most || blank > most + MOST_BLANK) parser.abort()
      line += countBreaks(text, mark, { from: read, to: meta.cursor })
      read = meta.cursor
    },
  })
  return lines
}

/** Blank lines beside the lines wanted. */
const MOST_BLANK = 1_000

function countBreaks(text: string, mark: string, { from, to }: { readonly from: number; readonly to: number }): number {
  let breaks = 0
  for (let at = text.indexOf(mark, from); at !== -1 && at < to; at = text.indexOf(mark, at + 1)) breaks += 1
  return breaks
}

/** A header is shorter; a quotation mark that is never closed would make the rest of the text a part of it. */
const HEADER_LENGTH = 20_000

/** Finds the first separator of a text that is not inside quotes, on its first line. */
export function findSeparator(csv: string): CsvSeparator {
  let isQuoted = false
  for (const character of csv.replace(BYTE_ORDER_MARK, '').trimStart().slice(0, HEADER_LENGTH)) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n') break
    for (const separator of separators) if (separatorMarks[separator] === character) return separator
  }
  return 'comma'
}

// Text that a spreadsheet would run as a formula, including full-width characters and any number of leading
// apostrophes.
export const RUNS_AS_FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const QUOTED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
/** Removes the one apostrophe that the export puts before text that a spreadsheet would run. */
export const unquote = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1) : cell)

const AS_TEXT = /^="(.*)"$/s
const INVISIBLE = /[\u200B-\u200F\u2060\uFEFF]/g

/** A cell without the marks of a spreadsheet: blanks around it, `="…"`, invisible characters. */
export function cleanCell(cell: string): string {
  const text = unquote(cell.replace(INVISIBLE, '').trim())
  return (AS_TEXT.exec(text)?.[1] ?? text).trim()
}

/** The name by which a column is found. */
export const nameColumn = (cell: string): string => plainColumn(cleanCell(cell))

/** A label for each column of a header, with the name by which it is found: both are unique, even where names repeat or lack. */
export function nameColumns(header: readonly string[]): readonly { readonly label: string; readonly name: string }[] {
  const taken = new Set(header.map(nameColumn))
  const used = new Set<string>()
  return header.map((cell, at) => {
    const own = nameColumn(cell)
    if (own !== '' && !used.has(own)) {
      used.add(own)
      return { label: cleanCell(cell), name: own }
    }
    const base = own === '' ? 'Column' : cleanCell(cell)
    const numbered = (nth: number) => (own === '' ? `${base} ${nth}` : `${base} (${nth})`)
    let nth = own === '' ? at + 1 : 2
    while (taken.has(nameColumn(numbered(nth)))) nth += 1
    taken.add(nameColumn(numbered(nth)))
    return { label: numbered(nth), name: nameColumn(numbered(nth)) }
  })
}

export const countCells = (cells: number) => `${cells} ${cells === 1 ? 'cell' : 'cells'}`

export const countFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** Why a line with more cells than its header cannot be read: its cells belong to unknown columns. */
export function describeTooMany(line: Line, width: number, separator: CsvSeparator): string | null {
  const filled = countFilled(line.cells)
  if (line.isBroken) return `Line ${line.line} has a quotation mark that is not closed.`
  if (filled <= width) return null
  const advice =
    separator === 'comma'
      ? 'Put numbers with thousands commas in quotes.'
      : `Put cells that contain a ${separator === 'bar' ? 'vertical bar' : separator} in quotes.`
  return `Line ${line.line} has ${countCells(filled)}; the header has ${width}. ${advice}`
}
