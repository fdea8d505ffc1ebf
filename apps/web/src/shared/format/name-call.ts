import type { Position } from '../../api/position.ts'
import { formatDecimal } from './numbers.ts'

/** A call in words, as buttons and notices name it. */
export const nameCall = ({ ticker, strikePrice }: Pick<Position, 'ticker' | 'strikePrice'>) =>
  `${ticker} ${formatDecimal(strikePrice)} call`
