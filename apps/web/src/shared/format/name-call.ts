import type { Position } from '../../api/portfolio.ts'
import { formatDecimal } from './numbers.ts'

export type NamedCall = Pick<Position, 'ticker' | 'strikePrice'>

/** How buttons and notices name a call. */
export const nameCall = ({ ticker, strikePrice }: NamedCall) => `${ticker} ${formatDecimal(strikePrice)} call`
