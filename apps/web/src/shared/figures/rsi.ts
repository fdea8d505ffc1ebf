import { formatFloored } from '../format/numbers.ts'

/** How to show an RSI: as one of four levels, with a label that says what the color shows. */
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

/** Rounds an RSI down for display. A value just above 30 is shown as 30.1, because 30.0 would read as oversold. */
export function formatRsi(rsi: number): string {
  return formatFloored(rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)
}
