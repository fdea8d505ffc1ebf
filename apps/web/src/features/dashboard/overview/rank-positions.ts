import type { ListedPosition } from '../../../api/portfolio-endpoints.ts'

/** A position whose result is known: only such have a rank. */
export interface RankedPosition {
  readonly listed: ListedPosition
  readonly pct: number
  readonly usd: number
}

const MOST = 3

/** The positions that gained most, in percent of what their shares cost; where equal, in dollars. */
export const rankWinners = (positions: readonly ListedPosition[]): readonly RankedPosition[] =>
  listKnown(positions)
    .filter(({ pct }) => pct > 0)
    .toSorted((a, b) => b.pct - a.pct || b.usd - a.usd)
    .slice(0, MOST)

/** The positions that lost most, likewise. */
export const rankLosers = (positions: readonly ListedPosition[]): readonly RankedPosition[] =>
  listKnown(positions)
    .filter(({ pct }) => pct < 0)
    .toSorted((a, b) => a.pct - b.pct || a.usd - b.usd)
    .slice(0, MOST)

function listKnown(positions: readonly ListedPosition[]): readonly RankedPosition[] {
  return positions.flatMap((listed) => {
    const { coveredCallPnlPct: pct, coveredCallPnlUsd: usd } = listed.pnl
    return pct === null || usd === null ? [] : [{ listed, pct, usd }]
  })
}
