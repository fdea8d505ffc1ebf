import type { ScreenStock } from '../../api/screen.ts'
import { formatFloored, formatVolPct } from '../../shared/format/numbers.ts'

/** RSI in four steps; the colour is the step's, the label is for those who do not see it. */
export interface RsiView {
  readonly step: 1 | 2 | 3 | 4
  readonly label: 'Overbought' | 'Oversold' | null
}

const OVERBOUGHT = 70
const OVERSOLD = 30

export function describeRsi(rsi: number): RsiView {
  const label = rsi >= OVERBOUGHT ? 'Overbought' : rsi <= OVERSOLD ? 'Oversold' : null
  if (rsi >= OVERBOUGHT) return { step: 4, label }
  if (rsi >= 50) return { step: 3, label }
  return { step: rsi >= OVERSOLD ? 2 : 1, label }
}

/** RSI as it is read: rounded down, and never onto the oversold bound, which counts from below. */
export function formatRsi(rsi: number): string {
  return formatFloored(rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)
}

export type Direction = 'up' | 'down'

/** Where a figure written with its sign points to; undefined: nowhere. */
export function readDirection(signed: string): Direction | undefined {
  if (signed.startsWith('+')) return 'up'
  return /^[-\u2212]/.test(signed) ? 'down' : undefined
}

const shortSectors: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  'Communication Services': 'Communication',
  'Consumer Discretionary': 'Cons. discretionary',
  'Consumer Staples': 'Cons. staples',
}

export const shortenSector = (sector: string) => shortSectors[sector] ?? sector

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

export const explainNoBars = ({ missingReason }: Pick<Missing, 'missingReason'>) =>
  missingReason ?? 'Fewer daily bars are known than it needs'

export const explainNoPrice = ({ missingReason }: Pick<Missing, 'missingReason'>) =>
  missingReason ?? 'The source has no price of it'

export const NO_SECTOR = 'The source names no sector'
export const NO_FACT = 'The source of company facts does not name it'
export const NO_CALL_VOLUME = 'The source has no call volume of it'
export const NO_LISTING = 'Whether options are listed is not known'
export const WIDE_WINDOW = 'no call fits at 30 to 45 days, so 21 to 60 days were looked at'
export const STAND_IN = 'ranked within a year of realized volatility, until enough implied volatility is known'
