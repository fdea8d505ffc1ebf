import type { ScreenStock } from '../../api/screener.ts'
import { formatDelta, formatPrice, formatStrikeUsd, formatYieldPct } from '../format/numbers.ts'
import { formatDay, formatDayLong } from '../format/times.ts'
import { bestCallWords as words } from './best-call-words.ts'

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
  return words.call(formatDayLong(bestExpiration), formatStrikeUsd(bestStrikeUsd))
}

/** `$395 Sep 11`; null if there is none. */
export function abbreviateBestCall({ bestStrikeUsd, bestExpiration }: BestCallFigures): string | null {
  if (bestStrikeUsd === null || bestExpiration === null) return null
  return words.short(formatStrikeUsd(bestStrikeUsd), formatDay(bestExpiration))
}

/** `Sep 11, 2026 $395 call, delta 0.293, bid 6.45, if called 4.1%`; null if there is none. */
export function describeBestCall(figures: BestCallFigures): string | null {
  const { bestDelta, bestBidUsd, bestIfCalledReturnPct } = figures
  const name = nameBestCall(figures)
  if (name === null) return null
  const parts = [
    name,
    bestDelta === null ? null : words.delta(formatDelta(bestDelta)),
    bestBidUsd === null ? null : words.bid(formatPrice(bestBidUsd)),
    bestIfCalledReturnPct === null ? null : words.ifCalled(formatYieldPct(bestIfCalledReturnPct)),
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** Warnings about the call: it is thinly traded, or its term is unusual. */
export function listCallCautions({ bestLiquidity, bestWindow }: BestCallFigures): readonly string[] {
  const cautions = [
    bestLiquidity === 'thin' ? words.thinMeaning : null,
    bestWindow === 'wide' ? explainWideWindow({ bestLiquidity }) : null,
  ]
  return cautions.filter((caution) => caution !== null)
}

/** Explains why the call's term is unusual. */
export const explainWideWindow = ({ bestLiquidity }: Pick<BestCallFigures, 'bestLiquidity'>): string =>
  bestLiquidity === 'thin' ? words.wideThin : words.wideLiquid

/** The call and its warnings, one per line; null if there is none. */
export function explainBestCall(figures: BestCallFigures): string | null {
  const call = describeBestCall(figures)
  return call === null ? null : [call, ...listCallCautions(figures)].join('\n')
}
