import type { ScreenStock } from '../../api/screen.ts'
import { formatVolPct } from '../format/numbers.ts'

/** The volatility that a rank or a percentile places within its year. */
export const describeVol = ({ atmVol }: Pick<ScreenStock, 'atmVol'>) =>
  `Implied volatility ${formatVolPct(atmVol)}% a year, at the money, 30 days out`

const SESSIONS_NEEDED = 60

type Missing = Pick<ScreenStock, 'missingReason' | 'atmVol' | 'ivHistorySessions'>

/** Why a figure made from the volatility's own history is missing. */
export function explainNoPlace({ atmVol, missingReason, ivHistorySessions }: Missing): string {
  if (atmVol === null) return missingReason ?? 'No option quotes give an implied volatility today'
  if (ivHistorySessions === null) return 'Its history of implied volatility is not known'
  if (ivHistorySessions >= SESSIONS_NEEDED) return 'Its implied volatility has no range within the year'
  return `${ivHistorySessions} of ${SESSIONS_NEEDED} sessions of history known`
}

export const STAND_IN = 'ranked within a year of realized volatility, until enough implied volatility is known'
