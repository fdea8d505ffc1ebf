import { IV_MIN_SESSIONS, keepAboveOversold, RSI_OVERBOUGHT, RSI_OVERSOLD } from '@callwright/scoring'
import type { ReactNode } from 'react'
import type { ScreenStock } from '../../api/screener.ts'
import { formatFloored, formatVolPct } from '../format/numbers.ts'
import classes from './indicators.module.css'

/** How to show an RSI: as one of four levels, with a label that says what the color shows. */
export interface RsiView {
  readonly step: 1 | 2 | 3 | 4
  readonly label: 'Overbought' | 'Oversold' | null
}

export function describeRsi(rsi: number): RsiView {
  const label = rsi >= RSI_OVERBOUGHT ? 'Overbought' : rsi <= RSI_OVERSOLD ? 'Oversold' : null
  if (rsi >= RSI_OVERBOUGHT) return { step: 4, label }
  if (rsi >= 50) return { step: 3, label }
  return { step: rsi >= RSI_OVERSOLD ? 2 : 1, label }
}

/** Rounds an RSI down for display. A value just above 30 is shown as 30.1, because 30.0 would read as oversold. */
export function formatRsi(rsi: number): string {
  return formatFloored(keepAboveOversold(rsi))
}

interface RsiLevelProps {
  readonly rsi: number
  readonly hint?: string | undefined
  readonly children?: ReactNode
}

/** RSI with a glyph for its level that does not depend on color. */
export function RsiLevel({ rsi, hint, children }: RsiLevelProps) {
  return (
    <span className={classes.level} data-step={describeRsi(rsi).step} data-hint={hint}>
      {formatRsi(rsi)}
      {children}
    </span>
  )
}

/** The implied volatility behind an IV rank or percentile. */
export const describeVol = ({ atmVol }: Pick<ScreenStock, 'atmVol'>) =>
  `Implied volatility ${formatVolPct(atmVol)}% per year, at the money, 30 days out`

type Missing = Pick<ScreenStock, 'missingReason' | 'atmVol' | 'ivHistorySessions'>

/** Explains why there is no IV rank or percentile. */
export function explainNoIvRank({ atmVol, missingReason, ivHistorySessions }: Missing): string {
  if (atmVol === null) return missingReason ?? 'No implied volatility today: no usable option quotes'
  if (ivHistorySessions === null) return 'Implied volatility history not available'
  if (ivHistorySessions >= IV_MIN_SESSIONS) return 'Implied volatility did not change within the year'
  return `${ivHistorySessions} of ${IV_MIN_SESSIONS} sessions of history available`
}

const rankSources = {
  vendor: { mark: 'DS', note: "the data source's own IV rank until enough implied volatility history is available" },
  realized: {
    mark: 'RV',
    note: 'ranked by one year of realized volatility until enough implied volatility history is available',
  },
} as const

/** The mark of an IV rank that does not come from our own history, and what it means; null if it does. */
export const describeRankSource = ({ ivRankSource }: Pick<ScreenStock, 'ivRankSource'>) =>
  ivRankSource === null || ivRankSource === 'implied' ? null : rankSources[ivRankSource]

export function RankMark({ stock }: { readonly stock: Pick<ScreenStock, 'ivRankSource'> }) {
  const source = describeRankSource(stock)
  return source && <small data-hint={source.note}>{source.mark}</small>
}
