import { type CardFigure, type CardTable, figureUnits } from '@callwright/contracts'
import { isCalendarDay } from '@callwright/scoring'
import { nodesOf, propertyOf } from '../grounding/ledger.ts'

const MAX_ROWS = 100

/** Labels for figures whose key would make a poor label. */
const labels: Readonly<Record<string, string>> = {
  dte: 'Days to expiration',
  annYield: 'Ann. yield',
  iv: 'Implied volatility',
  iv_rank: 'IV rank',
  atm_iv: 'Implied volatility',
  rsi: 'RSI',
  cc_pnl: 'Covered call P&L',
  cc_pnl_pct: 'Covered call P&L %',
  stock_pnl: 'Stock P&L',
  option_pnl: 'Option P&L',
  headroom_em: 'Headroom / expected move',
  cc_score: 'Rating',
  if_called_return_pct: 'If-called return',
  if_called_annualized_pct: 'If-called return, annualized',
  probability_itm: 'Chance of ending in the money',
}

export function labelOf(key: string): string {
  const known = labels[key]
  if (known !== undefined) return known
  const words = key.replace(/_(?:pct|frac|usd)$/u, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Converts the simple values in a result to labeled figures; unknown values stay null. */
export function readFigures(record: object, schema: unknown, leftOut: readonly string[] = []): CardFigure[] {
  return Object.entries(record).flatMap(([key, value]) => {
    if (leftOut.includes(key) || !isCell(value)) return []
    return [{ key, label: labelOf(key), value, unit: readUnit(value, propertyOf(schema, key)) }]
  })
}

/** Converts the rows in a result to a table. Its columns are the simple values in the first row. */
export function readTable(rows: unknown, itemSchema: unknown, leftOut: readonly string[] = []): CardTable | null {
  if (!Array.isArray(rows)) return null
  const records = rows.filter(isRecord).slice(0, MAX_ROWS)
  const [first] = records
  if (first === undefined) return null
  const columns = readFigures(first, itemSchema, leftOut).map(({ key, label }) => ({
    key,
    label,
    unit: readColumnUnit(records, key, propertyOf(itemSchema, key)),
  }))
  const pick = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(columns.map(({ key }) => [key, isCell(record[key]) ? record[key] : null]))
  return { columns, rows: records.map(pick) }
}

function readColumnUnit(records: readonly Readonly<Record<string, unknown>>[], key: string, schema: unknown) {
  const known = records.map((record) => record[key]).find((value) => value !== null && value !== undefined)
  return readUnit(isCell(known) ? known : null, schema)
}

type Cell = CardFigure['value']

function readUnit(value: Cell, schema: unknown): CardFigure['unit'] {
  for (const { unit } of nodesOf(schema)) {
    const known = figureUnits.find((candidate) => candidate === unit)
    if (known !== undefined) return known
  }
  return typeof value === 'string' && isCalendarDay(value) ? 'date' : 'text'
}

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
