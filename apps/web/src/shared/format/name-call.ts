import type { Position } from '../../api/position.ts'
import { formatDecimal } from './numbers.ts'

export type NamedCall = Pick<Position, 'ticker' | 'strikePrice'>

/** A call in words, as buttons and notices name it. */
export const nameCall = ({ ticker, strikePrice }: NamedCall) => `${ticker} ${formatDecimal(strikePrice)} call`
