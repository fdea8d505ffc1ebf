import { type JsonObject, readInstantMs, readJsonNumber, readPositiveNumber } from '../http/json-values.ts'
import type { DailyBar } from '../provider.ts'
import type { MassiveContext } from './answers.ts'

interface BarRow {
  /** What the row says of its time: the start of a bar of one symbol, the close of one of the whole market. */
  readonly atMs: number
  /** Of all its trades; null where it is not told. */
  readonly vwap: number | null
  readonly prices: Pick<DailyBar, 'open' | 'high' | 'low' | 'close' | 'volume'>
}

/** A bar on the wire; null, and counted, where it lacks its time, a price or its volume. */
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

/** What is absent is NaN: no bar is made up from a part of one. */
function readPrices({ o, h, l, c, v }: JsonObject): BarRow['prices'] {
  const read = (value: unknown) => readJsonNumber(value) ?? Number.NaN
  return { open: read(o), high: read(h), low: read(l), close: read(c), volume: read(v) }
}
