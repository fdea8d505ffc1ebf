import type { Position } from '../../../api/portfolio.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'

/** `KO 70 call, Aug 21, 2026, 2 contracts, entered Jun 12, 2026` */
export const describePosition = ({ contracts, expiration, entryDate, ...call }: Omit<Position, 'id' | 'notes'>) =>
  `${nameCall(call)}, ${formatDayLong(expiration)}, ${countOf(contracts, 'contract')}, entered ${formatDayLong(entryDate)}`
