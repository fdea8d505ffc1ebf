import { readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber } from '../parsing/read-number.ts'
import type { IsoDate } from '../provider.ts'
import { buildCurve, findCurve, RATE_TENORS, type RateCurve } from '../rate-curve.ts'

const SHAPE = { name: 'rates.csv', columns: ['date', ...RATE_TENORS.map(({ name }) => name)], required: 1 }

/** Finds the last curve on or before `asOfDate` that has any of the tenors. */
export function readRateRow(text: string, asOfDate: IsoDate): RateCurve | null {
  const curves = readCsv(text, SHAPE, ([date = '', ...cells]) => buildCurve(date, cells.map(readKnownNumber)))
  return findCurve(curves, asOfDate)
}
