import { formatFloored } from '../format/numbers.ts'

/** How an RSI is shown: one of four levels, with a label that says in text what the color shows. */
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

/** RSI for display, rounded down, except that a value just above 30 shows as 30.1: 30.0 would read as oversold. */
export function formatRsi(rsi: number): string {
  return formatFloored(rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)
}
