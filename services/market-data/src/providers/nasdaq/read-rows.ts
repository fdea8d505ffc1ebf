import { type EarningsReport, isCalendarDay } from '@callwright/scoring'
import { type JsonObject, readKnownJsonNumber, readObject, readObjects, readText } from '../http/json-values.ts'
import { parseVendorJson } from '../http/vendor-files.ts'
import type { IsoDate } from '../provider.ts'

// These depend on nothing but the text. Every value is a string: `$1.25`, `160,910,801`, `0.93%`, `N/A`, `MM/DD/YYYY`.

/** The body's `data`; null if the vendor has none, which it says with HTTP 200 and a code of its own. */
export function readData(text: string): JsonObject | null {
  const body = readObject(parseVendorJson(text))
  const { rCode } = readObject(body.status)
  if (rCode !== undefined && rCode !== 200 && rCode !== 400) throw new SyntaxError(`returned the code ${rCode}`)
  return body.data === null || body.data === undefined ? null : readObject(body.data)
}

/** `$103,798.50` as a number; null if there is none. */
export function readAmount(value: unknown): number | null {
  return readKnownJsonNumber(typeof value === 'string' ? value.replace(/[$,]/g, '') : value)
}

/** `11/10/2026` as a day; null if invalid. */
export function readUsDay(value: unknown): IsoDate | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(readText(value) ?? '')
  const [, month = '', day = '', year = ''] = match ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(date) ? date : null
}

export interface MarketCap {
  readonly symbol: string
  readonly marketCapUsd: number
}

/** Parses the list of all stocks. A market cap of 0 means that there is none. */
export function readStocks(text: string): MarketCap[] {
  const data = readData(text)
  const rows = data === null ? [] : readObjects(data.rows ?? readObject(data.table).rows)
  return rows.flatMap((row): MarketCap[] => {
    const symbol = readText(row.symbol)
    const marketCapUsd = readAmount(row.marketCap)
    return symbol === null || marketCapUsd === null || !(marketCapUsd > 0) ? [] : [{ symbol, marketCapUsd }]
  })
}

export interface DayReport {
  readonly symbol: string
  readonly session: EarningsReport['session']
}

const SESSIONS: Readonly<Record<string, EarningsReport['session']>> = {
  'time-pre-market': 'before_open',
  'time-after-hours': 'after_close',
}

/** Parses the reports of one day; none on weekends and holidays. */
export function readEarningsDay(text: string): DayReport[] {
  return readObjects(readData(text)?.rows).flatMap((row): DayReport[] => {
    const symbol = readText(row.symbol)
    return symbol === null ? [] : [{ symbol, session: SESSIONS[readText(row.time) ?? ''] ?? null }]
  })
}
