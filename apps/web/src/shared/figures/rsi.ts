import { formatFloored } from '../format/numbers.ts'

/** RSI in four levels; the label repeats the color as text. */
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

/** RSI for display, rounded down; a value above 30 never shows as 30, which would read as oversold. */
export function formatRsi(rsi: number): string {
  return formatFloored(rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)
}
