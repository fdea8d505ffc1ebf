import type { ScreenStock } from '../../api/screen.ts'
import { formatFloored } from '../../shared/format/numbers.ts'

/** RSI in four steps; the colour is the step's, the label is for those who do not see it. */
export interface RsiView {
  readonly step: 1 | 2 | 3 | 4
  readonly color: string
  readonly label: 'Overbought' | 'Oversold' | null
}

const OVERBOUGHT = 70
const OVERSOLD = 30

export function describeRsi(rsi: number): RsiView {
  const label = rsi >= OVERBOUGHT ? 'Overbought' : rsi <= OVERSOLD ? 'Oversold' : null
  if (rsi >= OVERBOUGHT) return { step: 4, color: 'var(--r4)', label }
  if (rsi >= 50) return { step: 3, color: 'var(--r3)', label }
  if (rsi >= OVERSOLD) return { step: 2, color: 'var(--r2)', label }
  return { step: 1, color: 'var(--r1)', label }
}

/** RSI as it is read: rounded down, and never onto the oversold bound, which counts from below. */
export function formatRsi(rsi: number): string {
  return formatFloored(rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)
}

const shortSectors: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  'Communication Services': 'Communication',
  'Consumer Discretionary': 'Cons. discretionary',
  'Consumer Staples': 'Cons. staples',
}

export const shortenSector = (sector: string) => shortSectors[sector] ?? sector

const SESSIONS_NEEDED = 60

type Missing = Pick<ScreenStock, 'missingReason' | 'atmVol' | 'ivHistorySessions'>

/** Why a figure made from the volatility's own history is missing. */
export function explainNoPlace(stock: Missing): string {
  if (stock.atmVol === null) return explainNoVol(stock)
  if (stock.ivHistorySessions >= SESSIONS_NEEDED) return 'Its implied volatility has no range within the year'
  return `${stock.ivHistorySessions} of ${SESSIONS_NEEDED} sessions of history known`
}

export const explainNoVol = ({ missingReason }: Pick<Missing, 'missingReason'>) =>
  missingReason ?? 'No option quotes give an implied volatility today'

export const explainNoRsi = ({ missingReason }: Pick<Missing, 'missingReason'>) =>
  missingReason ?? 'Fewer daily closes are known than RSI needs'

export const explainNoPrice = ({ missingReason }: Pick<Missing, 'missingReason'>) =>
  missingReason ?? 'The source has no price of it'

export const NO_SECTOR = 'The source names no sector'
export const NO_MARKET_CAP = 'The source names no market cap'
