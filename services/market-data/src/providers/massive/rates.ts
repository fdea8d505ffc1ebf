import { addDays, newYorkCloseMs, newYorkDate } from '@callwright/scoring'
import { type JsonObject, readDay, readKnownJsonNumber, readObjects } from '../http/json-values.ts'
import type { RateSource } from '../provider.ts'
import { buildCurve, chooseRate, findCurve, type RateCurve } from '../rate-curve.ts'
import type { MassiveContext } from './answers.ts'

/** Days to look back, more than the longest gap between two curves. */
const LOOKBACK_DAYS = 14
/** Response fields in the order of `RATE_TENORS`, in percent. */
const FIELDS = ['yield_1_month', 'yield_3_month', 'yield_6_month', 'yield_1_year', 'yield_2_year', 'yield_3_year']

/** Creates a source of interest rates from the Treasury's par curve, as republished by Massive. */
export function createRates({ client, now, stamps }: MassiveContext): RateSource {
  return {
    async findRate(days) {
      const today = newYorkDate(now())
      const query = { 'date.gte': addDays(today, -LOOKBACK_DAYS), limit: 100 }
      const { results } = await client.get('/fed/v1/treasury-yields', query)
      const curves = readObjects(results).flatMap((row) => readCurve(row) ?? [])
      const curve = findCurve(curves, today)
      const { value, missing } = chooseRate(curve, days)
      const answer = stamps.facts(value, missing)
      return curve === null ? answer : { ...answer, asOfMs: Math.min(now(), newYorkCloseMs(curve.date)) }
    },
  }
}

function readCurve(row: JsonObject): RateCurve | null {
  const date = readDay(row.date)
  return date === null
    ? null
    : buildCurve(
        date,
        FIELDS.map((field) => readKnownJsonNumber(row[field])),
      )
}
