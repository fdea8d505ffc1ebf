import type { ScreenStock } from '../../api/screener.ts'
import { formatVolPct } from '../format/numbers.ts'

/** The implied volatility behind an IV rank or percentile. */
export const describeVol = ({ atmVol }: Pick<ScreenStock, 'atmVol'>) =>
  `Implied volatility ${formatVolPct(atmVol)}% per year, at the money, 30 days out`

const SESSIONS_NEEDED = 60

type Missing = Pick<ScreenStock, 'missingReason' | 'atmVol' | 'ivHistorySessions'>

/** Explains why there is no IV rank or percentile. */
export function explainNoIvRank({ atmVol, missingReason, ivHistorySessions }: Missing): string {
  if (atmVol === null) return missingReason ?? 'No implied volatility today: no usable option quotes'
  if (ivHistorySessions === null) return 'Implied volatility history not available'
  if (ivHistorySessions >= SESSIONS_NEEDED) return 'Implied volatility did not change within the year'
  return `${ivHistorySessions} of ${SESSIONS_NEEDED} sessions of history available`
}

export const REALIZED_VOL_NOTE =
  'ranked by one year of realized volatility until enough implied volatility history is available'
