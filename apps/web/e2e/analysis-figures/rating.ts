import { join } from 'node:path'
import { plainRsi, plainSma, plainStochastic } from '../../../../services/market-data/test/plain-indicators.ts'
import { recordedFolder } from '../../../../services/market-data/test/plain-pack.ts'
import { plainAtm, volAtDays } from '../../../../services/market-data/test/plain-row.ts'
import { readCsvFile } from '../../../../services/market-data/test/providers/raw-pack.ts'
import { DAYS, EXPIRATION, type Facts, isLiquid, knownOf, SYMBOL } from './facts.ts'

export type PlainRating = ReturnType<typeof ratePlainly>

type Knot = readonly [x: number, points: number]

/** Points for `x`, interpolated linearly between the knots and constant outside them. */
function curve(x: number, ...knots: readonly Knot[]): number {
  const [first, end] = [knots[0], knots.at(-1)]
  if (first === undefined || end === undefined) return Number.NaN
  if (x <= first[0]) return first[1]
  const next = knots.findIndex(([to]) => x < to)
  if (next === -1) return end[1]
  const [[x0, y0], [x1, y1]] = [knots[next - 1] ?? first, knots[next] ?? end]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

/** Like `curve`, but interpolates linearly in the logarithm of `x`. */
const logCurve = (x: number, ...knots: readonly Knot[]) =>
  curve(Math.log(x), ...knots.map(([at, points]): Knot => [Math.log(at), points]))

const lastOf = (line: readonly (number | null)[]) => knownOf(line.at(-1))
const cents = (points: number) => Math.round(points * 100) / 100

const SESSIONS = 252

/** Where the volatility ranks between its minimum and maximum over one year of sessions, including today's. */
function rankVol(vol: number, { pack: { bars } }: Facts): number {
  const sessions = new Set(bars.slice(-SESSIONS).map(({ date }) => date))
  const vols = readCsvFile(join(recordedFolder, 'tier-c/iv_history.csv.gz'))
    .filter(({ symbol, date = '' }) => symbol === SYMBOL && sessions.has(date))
    .map(({ iv30 }) => Number(iv30))
  const [low, high] = [Math.min(vol, ...vols), Math.max(vol, ...vols)]
  return ((vol - low) / (high - low)) * 100
}

/** The rating, computed independently of the app from the published table (D8, D9). */
export function ratePlainly(facts: Facts) {
  const { pack, spot, market, best } = facts
  const { bars, contracts, nextReport, ladderOf, marketOf } = pack
  const closes = bars.map(({ close }) => close)
  const near = plainAtm(ladderOf('2026-08-07'), 28, marketOf(30))
  const vol = volAtDays(near, plainAtm(ladderOf(EXPIRATION), DAYS, market), 30)
  const ivRank = rankVol(vol, facts)
  const company = readCsvFile(join(recordedFolder, 'tier-c/fundamentals.csv')).find(({ symbol }) => symbol === SYMBOL)
  const shares = bars.slice(-20).reduce((sum, { volume }) => sum + volume / 20, 0)
  const traded = contracts
    .filter(({ type, days }) => type === 'call' && days <= 60)
    .reduce((sum, { volume }) => sum + (volume ?? 0), 0)
  const paid = Number(company?.dividend_yield)
  const income = curve(knownOf(best.figures.annualized_yield_pct), [5, 0], [35, 10])
  const parts = {
    volume: cents(logCurve(shares, [1e5, 0], [2e7, 6]) * curve(traded, [0, 0.5], [100, 1])),
    spread: cents(logCurve(best.spreadPct, [3, 4], [35, 0])),
    ivRank: cents(curve(ivRank, [10, 0], [100, 15])),
    technical: cents(
      curve(lastOf(plainRsi(closes, 14)), [30, 0], [45, 4], [60, 4], [70, 0]) +
        curve((spot / lastOf(plainSma(closes, 20)) - 1) * 100, [-6, 0], [0, 3], [3, 3], [10, 0]) +
        curve(knownOf(plainStochastic(bars, 14).at(-1)?.k), [5, 0], [30, 3], [70, 3], [95, 0]),
    ),
    quality: cents(
      logCurve(Number(company?.market_cap), [3e8, 0], [1e12, 5]) +
        curve(Number(company?.net_margin) * 100, [0, 0], [30, 4]) +
        curve(Number(company?.debt_to_equity), [0.3, 3], [2, 0]) +
        (paid >= 0.005 ? 3 : paid > 0 ? 1 : 0),
    ),
    income: cents(income / (nextReport < best.quote.expiration ? 2 : 1) / (isLiquid(best) ? 1 : 2)),
  }
  return { vol, ivRank, parts, score: Object.values(parts).reduce((sum, points) => sum + points, 0) }
}
