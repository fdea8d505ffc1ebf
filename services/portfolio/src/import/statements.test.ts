import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import {
  countLines,
  digestOf,
  type Imported,
  importFile,
  importLedger,
  readOrThrow,
  sample,
  TODAY,
  toChainSettings,
} from '../../test/import-file.ts'
import { mutatedFiles } from '../../test/mutated-files.ts'
import { writeLedgerCsv } from '../ledger-file/export-ledger.ts'
import { planLedgerFile } from '../ledger-file/plan-ledger.ts'
import { brokerFormats } from '../statement/formats/brokers.ts'
import { findFormat } from '../statement/statement-lines.ts'

// One story in every file, worked by hand: 200 shares at 50; calls of 222.00, 180.00 and 350.00 premium, one rolled for
// 280.00, then assigned at 55; a dividend of 40.00; 100 shares at 53 with calls of 120.00 (bought back for 30.00) and
// 100.00; a split 2 for 1. Fees 7.15. Options 220.70 - 102.60 + 348.70 + 88.70 + 99.35, shares 1,000.00.
const WHOLE = { shares: 200, open_contracts: 0, cost_usd: 5300, net_premium_usd: 654.85, realized_usd: 1694.85 }
const NO_SPLIT = { ...WHOLE, shares: 100, net_premium_usd: 555.5, realized_usd: 1595.5 }
const NO_DIVIDEND = { ...NO_SPLIT, realized_usd: 1555.5 }
// The orders of Webull have neither fees (7.15 less 0.65 for the call left out) nor ends of calls.
const ORDERS = { shares: 300, open_contracts: 4, cost_usd: 15300, net_premium_usd: 555.5, realized_usd: -13.9 }

const files = [
  ['schwab.csv', WHOLE],
  ['fidelity.csv', WHOLE],
  ['etrade.csv', WHOLE],
  ['etrade-old.csv', { ...WHOLE, realized_usd: 1694.85 }],
  ['ibkr.csv', WHOLE],
  ['ibkr-flex.csv', NO_DIVIDEND],
  ['ibkr-flex.xml', NO_DIVIDEND],
  ['robinhood.csv', WHOLE],
  ['tastytrade.csv', WHOLE],
  ['thinkorswim.csv', NO_SPLIT],
  ['webull-orders.csv', ORDERS],
  ['webull.csv', { ...ORDERS, net_premium_usd: 562, realized_usd: -10 }],
] as const

describe.each(files)('%s', (name, figures) => {
  const csv = sample(name)
  const importing = importFile(csv)

  test('gives the figures of the sheet, with every line accounted for and none refused', async () => {
    const whole = await importing
    expect(whole.figures).toEqual(figures)
    expect([countLines(whole, 'refused'), countLines(whole, 'question'), whole.questions]).toEqual([0, 0, []])
    const lines = readOrThrow({ csv }).readings.map((reading) =>
      'trade' in reading ? reading.trade.line : reading.line,
    )
    expect([...whole.outcomes.keys()].toSorted((a, b) => a - b)).toEqual(lines)
    expect(new Set(lines).size).toBe(lines.length)
  })

  test('imported again adds nothing', async () => {
    const whole = await importing
    const again = await importFile(csv, { ledger: whole.ledger })
    expect([again.events, countLines(again, 'event')]).toEqual([[], 0])
    expect(countLines(again, 'known')).toBe(countLines(whole, 'event') + countLines(whole, 'merged'))
  })
})

/** Rows of a file in another form. Tables of sections keep what their rows start with. */
const rewritten: readonly (readonly [string, (rows: readonly string[][], name: string) => string])[] = [
  [
    'with its columns in another order',
    (rows, name) => Papa.unparse(turnTables(rows, name.startsWith('ibkr.') ? 2 : 0)),
  ],
  [
    'with semicolons, decimal commas and days first',
    (rows) =>
      Papa.unparse(
        rows.map((row) => row.map(toGerman)),
        { delimiter: ';' },
      ),
  ],
  ['pasted with tabs', (rows) => Papa.unparse([...rows], { delimiter: '\t' })],
]
const delimited = files.filter(([name]) => !name.endsWith('.xml'))
const cases = delimited.flatMap(([name]) => rewritten.map(([how, write]) => ({ name, how, write })))

test.each(cases)('$name $how gives the same events, with every line accounted for', async ({ name, write }) => {
  const csv = sample(name).replace(/^\uFEFF/, '')
  const { data } = Papa.parse<string[]>(csv)
  const [whole, other] = [await importFile(csv), await importFile(write(data, name))]
  expect(digestOf(other)).toEqual(digestOf(whole))
  expect([...other.outcomes.values()]).toEqual([...whole.outcomes.values()])
  expect(other.figures).toEqual(whole.figures)
})

test.each(files)('%s comes back from the ledger exported after it, and then adds nothing', async (name, figures) => {
  const csv = sample(name)
  const { ledger } = await importFile(csv)
  const chains = [...ledger.replayed.chains.values()].map(({ chainId, symbol }) => toChainSettings(chainId, symbol))
  const exported = writeLedgerCsv({ ledger, chains, callNotes: new Map() })
  const own = await planLedgerFile(exported, { ledger, chains: [], today: TODAY })
  expect(own.plan.events).toEqual([])
  const copied = await importLedger(exported)
  expect(copied.figures).toEqual(figures)
  const again = await importFile(csv, { ledger: copied.ledger })
  expect([again.events, again.questions]).toEqual([[], []])
})

test.each(files)('%s after a file of its first part adds only the rest', async (name, figures) => {
  const csv = sample(name)
  const part = takeOlder(csv, name)
  const first = await importFile(part)
  const second = await importFile(csv, { ledger: first.ledger })
  expect([first.questions, second.questions, countLines(first, 'refused'), countLines(second, 'refused')]).toEqual([
    [],
    [],
    0,
    0,
  ])
  expect(second.figures).toEqual(figures)
  const countWritten = (imported: Imported) => countLines(imported, 'event') + countLines(imported, 'merged')
  const [seen, known] = [countWritten(first), countLines(second, 'known')]
  expect(seen).toBeGreaterThan(3)
  // Where the first part ends between the halves of an assignment, the sale of the shares is known too.
  expect([seen, seen + 1]).toContain(known)
  expect(known + countWritten(second)).toBe(countWritten(await importFile(csv)))
})

test('transactions of Schwab in JSON give the same events as in CSV', async () => {
  const csv = sample('schwab.csv')
  const { data } = Papa.parse<string[]>(csv)
  const at = data.findIndex((row) => row.includes('Action'))
  const names = data[at] ?? []
  const rows = data.slice(at + 1).filter((row) => row.length === names.length && !row[0]?.startsWith('Transactions'))
  const transactions = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
  const json = JSON.stringify({ FromDate: '01/01/2026', BrokerageTransactions: transactions })
  const imported = await importFile(json)
  expect(digestOf(imported)).toEqual(digestOf(await importFile(csv)))
  expect(countLines(imported, 'refused')).toBe(0)
})

/** Reverses the columns of every table that a format knows. */
function turnTables(rows: readonly string[][], fixed: number): string[][] {
  let width = 0
  return rows.map((row) => {
    if (findFormat(row, brokerFormats) !== null) width = row.length
    const isTable = width > 0 && row.length === width
    return isTable ? [...row.slice(0, fixed), ...row.slice(fixed).toReversed()] : row
  })
}

/** A file with about the older half of its trades. */
function takeOlder(csv: string, name: string): string {
  if (name.endsWith('.xml'))
    return keepHalf(csv.split(/(?=<Trade |<OptionEAE |<\/)/), (part) => /^<(Trade|OptionEAE) /.test(part), false).join(
      '',
    )
  const isNewestFirst = /^(schwab|fidelity|etrade\.|robinhood|tasty)/.test(name)
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''))
  const isTrade = (row: readonly string[]) => row.length > 5 && findFormat(row, brokerFormats) === null
  if (!name.startsWith('thinkorswim')) return Papa.unparse(keepHalf(data, isTrade, isNewestFirst))
  // Both sections end on the same day.
  return Papa.unparse(data.filter((row) => !isTrade(row) || !/^([4-9]|1\d)\/\d+\/26/.test(row[0] || (row[1] ?? ''))))
}

function keepHalf<T>(parts: readonly T[], isTrade: (part: T) => boolean, isNewestFirst: boolean): T[] {
  const total = parts.filter(isTrade).length
  const half = isNewestFirst ? Math.floor(total / 2) : Math.ceil(total / 2)
  let seen = 0
  return parts.filter((part) => {
    if (!isTrade(part)) return true
    seen += 1
    return isNewestFirst ? seen > half : seen <= half
  })
}

/** A cell as a German spreadsheet saves it: decimal comma, day first. */
function toGerman(cell: string): string {
  const text = cell.trim()
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})( \d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text)
  if (day !== null) return `${day[2]?.padStart(2, '0')}.${day[1]?.padStart(2, '0')}.${day[3]}${day[4] ?? ''}`
  if (!/^[-+($]*[\d,]*\.?\d+\)?$/.test(text) || /^\d{6,8}$/.test(text)) return cell
  return text.replaceAll(',', '').replace('.', ',')
}

const originals = files.map(([name]) => sample(name))

describe('a file of a broker', () => {
  test('that is mutated at random is never half understood', async () => {
    await fc.assert(
      fc.asyncProperty(
        mutatedFiles(() => originals),
        expectAccounted,
      ),
    )
  })
})

/** Either the whole file is refused with a sentence, or each of its lines has exactly one fate and its events replay. */
async function expectAccounted(csv: string): Promise<void> {
  let imported: Imported
  try {
    imported = await importFile(csv)
  } catch (error) {
    expect(String(error)).toMatch(/unreadable_csv|line|text|date|decimal|columns|JSON|XML/i)
    return
  }
  const shown = new Set(
    [...imported.outcomes].flatMap(([line, outcome]) => (outcome === 'event' || outcome === 'merged' ? [line] : [])),
  )
  for (const { lines } of imported.events) for (const line of lines) expect(shown.has(line)).toBe(true)
  for (const reason of imported.reasons.values()) expect(reason).not.toBe('')
}
