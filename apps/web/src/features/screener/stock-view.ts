import type { ScreenStock } from '../../api/screen.ts'

/** RSI in four steps; the colour is the step's, the label is for those who do not see it. */
export interface RsiView {
  readonly step: 1 | 2 | 3 | 4
  readonly color: string
  readonly label: 'Overbought' | 'Oversold' | null
}

export function describeRsi(rsi: number): RsiView {
  const label = rsi >= 70 ? 'Overbought' : rsi <= 30 ? 'Oversold' : null
  if (rsi >= 70) return { step: 4, color: 'var(--r4)', label }
  if (rsi >= 50) return { step: 3, color: 'var(--r3)', label }
  if (rsi >= 30) return { step: 2, color: 'var(--r2)', label }
  return { step: 1, color: 'var(--r1)', label }
}

const shortSectors: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  'Communication Services': 'Communication',
  'Consumer Discretionary': 'Cons. discretionary',
  'Consumer Staples': 'Cons. staples',
}

export const shortenSector = (sector: string) => shortSectors[sector] ?? sector

const SESSIONS_NEEDED = 60

/** Why a figure made from the volatility's own history is missing, or null where nothing is known of that. */
export function explainMissingHistory({ ivHistorySessions }: ScreenStock): string | null {
  if (ivHistorySessions >= SESSIONS_NEEDED) return null
  return `${ivHistorySessions} of ${SESSIONS_NEEDED} sessions of history known`
}

/** Why the figures of the best call are missing, or null where nothing is known of that. */
export function explainNoCall({ rating, missingReason }: ScreenStock): string | null {
  return rating.reason === 'no_writable_call' ? 'no writable call' : missingReason
}
