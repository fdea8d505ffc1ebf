import { formatFloored } from '../format/numbers.ts'

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
