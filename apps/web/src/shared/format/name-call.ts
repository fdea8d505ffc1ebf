import type { Position } from '../../api/position.ts'
import { formatDecimal } from './numbers.ts'

export type NamedCall = Pick<Position, 'ticker' | 'strikePrice'>

/** Name of a call in buttons and notices. */
export const nameCall = ({ ticker, strikePrice }: NamedCall) => `${ticker} ${formatDecimal(strikePrice)} call`
