import type { ListedPosition } from '../../../api/portfolio-endpoints.ts'

/** A position with a known P&L; only these are ranked. */
export interface RankedPosition {
  readonly listed: ListedPosition
  readonly pct: number
  readonly usd: number
}

const MAX_RANKED = 3

/** Biggest gains as a percent of the shares' cost; dollars break ties. */
export const rankWinners = (positions: readonly ListedPosition[]): readonly RankedPosition[] =>
  listKnown(positions)
    .filter(({ pct }) => pct > 0)
    .toSorted((a, b) => b.pct - a.pct || b.usd - a.usd)
    .slice(0, MAX_RANKED)

/** Biggest losses as a percent of the shares' cost; dollars break ties. */
export const rankLosers = (positions: readonly ListedPosition[]): readonly RankedPosition[] =>
  listKnown(positions)
    .filter(({ pct }) => pct < 0)
    .toSorted((a, b) => a.pct - b.pct || a.usd - b.usd)
    .slice(0, MAX_RANKED)

function listKnown(positions: readonly ListedPosition[]): readonly RankedPosition[] {
  return positions.flatMap((listed) => {
    const { coveredCallPnlPct: pct, coveredCallPnlUsd: usd } = listed.pnl
    return pct === null || usd === null ? [] : [{ listed, pct, usd }]
  })
}
