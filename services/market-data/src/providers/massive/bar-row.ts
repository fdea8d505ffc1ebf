import { type JsonObject, readInstantMs, readJsonNumber, readPositiveNumber } from '../http/json-values.ts'
import type { DailyBar } from '../provider.ts'
import type { MassiveContext } from './answers.ts'

interface BarRow {
  /** Start of the bar in a row for a single symbol; close of the session in a whole-market list. */
  readonly atMs: number
  /** Volume-weighted average price; null if the row has none. */
  readonly vwap: number | null
  readonly prices: Pick<DailyBar, 'open' | 'high' | 'low' | 'close' | 'volume'>
}

/** Parses a bar. If the time, a price or the volume is missing, counts the row and returns null. */
export function readBarRow(row: JsonObject, reject: MassiveContext['reject']): BarRow | null {
  const atMs = readInstantMs(row.t)
  const prices = readPrices(row)
  const { open, high, low, close, volume } = prices
  if (atMs === null) reject('malformed')
  else if (Number.isNaN(open + high + low + close + volume)) reject('not_a_number')
  else if (!(Math.min(open, high, low, close) > 0)) reject('price_not_positive')
  else return { atMs, prices, vwap: readPositiveNumber(row.vw) }
  return null
}

/** Missing values become NaN, so that an incomplete row does not become a bar. */
function readPrices({ o, h, l, c, v }: JsonObject): BarRow['prices'] {
  const read = (value: unknown) => readJsonNumber(value) ?? Number.NaN
  return { open: read(o), high: read(h), low: read(l), close: read(c), volume: read(v) }
}
