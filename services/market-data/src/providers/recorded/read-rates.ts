import { continuousFromBondEquivalent } from '@callwright/scoring'
import type { Answer, InterestRate, IsoDate } from '../provider.ts'
import { readCsv } from './csv-table.ts'
import { readKnownNumber } from './read-number.ts'

/** Tenors of the Treasury's par curve that options live in, and their length in days. */
const TENORS = [
  { name: '1M', days: 30 },
  { name: '3M', days: 91 },
  { name: '6M', days: 182 },
  { name: '1Y', days: 365 },
  { name: '2Y', days: 730 },
  { name: '3Y', days: 1_095 },
] as const

/** Used where a source has no rates at all, and said to be an assumption. A 30-day option hardly feels 1 % of error. */
export const ASSUMED_RATE = 0.04

interface RateRow {
  readonly date: IsoDate
  readonly yields: readonly { readonly name: string; readonly days: number; readonly yieldPct: number }[]
}

/** The curve of the last day on or before `asOfDate` that has any of the tenors. */
export function readRateRow(text: string, asOfDate: IsoDate): RateRow | null {
  const columns = ['date', ...TENORS.map(({ name }) => name)]
  const rows = readCsv(text, { name: 'rates.csv', columns, required: 1 }, ([date = '', ...cells]): RateRow | null => {
    const yields = TENORS.flatMap(({ name, days }, index) => {
      const yieldPct = readKnownNumber(cells[index])
      return yieldPct === null ? [] : [{ name, days, yieldPct }]
    })
    return date <= asOfDate && yields.length > 0 ? { date, yields } : null
  })
  return rows.sort((a, b) => (a.date < b.date ? -1 : 1)).at(-1) ?? null
}

/** The known tenor nearest to `days`, continuously compounded; the assumption where there is none. */
export function chooseRate(row: RateRow | null, days: number): Pick<Answer<InterestRate>, 'value' | 'missing'> {
  const nearest = row?.yields.toSorted((a, b) => Math.abs(a.days - days) - Math.abs(b.days - days))[0]
  if (row === null || nearest === undefined) {
    const basis = `${ASSUMED_RATE * 100} % assumed`
    return {
      value: { rate: ASSUMED_RATE, basis },
      missing: [{ field: 'rate', reason: `This source has no interest rates: ${basis}` }],
    }
  }
  const rate = continuousFromBondEquivalent(nearest.yieldPct)
  return { value: { rate, basis: `${nearest.name} Treasury of ${row.date}` }, missing: [] }
}
