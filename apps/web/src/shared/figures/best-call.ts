import type { ScreenStock } from '../../api/screener.ts'
import { formatDelta, formatPrice, formatStrikeUsd, formatYieldPct } from '../format/numbers.ts'
import { formatDay, formatDayLong } from '../format/times.ts'

/** Words for a call's liquidity. */
export const bestCallWords = {
  thin: 'thin',
  thinMeaning: 'Thin: wide spread or low open interest',
  liquid: 'Liquid',
} as const

/** The fields of a row that describe its best call, including liquidity. */
export type BestCallFigures = Pick<
  ScreenStock,
  | 'bestStrikeUsd'
  | 'bestExpiration'
  | 'bestDelta'
  | 'bestBidUsd'
  | 'bestIfCalledReturnPct'
  | 'bestLiquidity'
  | 'bestWindow'
>

/** `Sep 11, 2026 $395 call`; null if there is none. */
export function nameBestCall({ bestStrikeUsd, bestExpiration }: BestCallFigures): string | null {
  if (bestStrikeUsd === null || bestExpiration === null) return null
  return `${formatDayLong(bestExpiration)} ${formatStrikeUsd(bestStrikeUsd)} call`
}

/** `$395 Sep 11`; null if there is none. */
export function abbreviateBestCall({ bestStrikeUsd, bestExpiration }: BestCallFigures): string | null {
  if (bestStrikeUsd === null || bestExpiration === null) return null
  return `${formatStrikeUsd(bestStrikeUsd)} ${formatDay(bestExpiration)}`
}

/** `Sep 11, 2026 $395 call, delta 0.293, bid 6.45, if called 4.1%`; null if there is none. */
export function describeBestCall(figures: BestCallFigures): string | null {
  const { bestDelta, bestBidUsd, bestIfCalledReturnPct } = figures
  const name = nameBestCall(figures)
  if (name === null) return null
  const parts = [
    name,
    bestDelta === null ? null : `delta ${formatDelta(bestDelta)}`,
    bestBidUsd === null ? null : `bid ${formatPrice(bestBidUsd)}`,
    bestIfCalledReturnPct === null ? null : `if called ${formatYieldPct(bestIfCalledReturnPct)}%`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** Warnings about the call: it is thinly traded, or its term is unusual. */
export function listCallCautions({ bestLiquidity, bestWindow }: BestCallFigures): readonly string[] {
  const cautions = [
    bestLiquidity === 'thin' ? bestCallWords.thinMeaning : null,
    bestWindow === 'wide' ? explainWideWindow({ bestLiquidity }) : null,
  ]
  return cautions.filter((caution) => caution !== null)
}

/** Explains why the call's term is unusual. */
export const explainWideWindow = ({ bestLiquidity }: Pick<BestCallFigures, 'bestLiquidity'>): string =>
  `No ${bestLiquidity === 'thin' ? 'call at 30 to 45 days qualifies' : 'liquid call at 30 to 45 days'}, so 21 to 60 days were searched`

/** The call and its warnings, one per line; null if there is none. */
export function explainBestCall(figures: BestCallFigures): string | null {
  const call = describeBestCall(figures)
  return call === null ? null : [call, ...listCallCautions(figures)].join('\n')
}

/** Whether a higher or a lower value is better for someone who writes calls. */
export type Better = 'more' | 'less'

/** Index of the best value; null if there is a tie or a value is unknown. */
export function findBest(values: readonly (number | null)[], better: Better): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || known.length < values.length) return null
  const best = better === 'more' ? Math.max(...known) : Math.min(...known)
  return known.filter((value) => value === best).length === 1 ? values.indexOf(best) : null
}
