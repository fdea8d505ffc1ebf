import { type Attention, type CompanyEvents, findAttention, findAttentionLevel } from '@callwright/scoring'
import type { StockQuotes } from '../quotes/stock-quotes.ts'
import { readEvents, type ValuedPosition } from './value-positions.ts'

/** A position and why it deserves a look. */
export interface AttendedPosition extends Attention {
  readonly valued: ValuedPosition
  readonly events: CompanyEvents
  /** 0 (none) to 3, as far as it is known. */
  readonly level: number
}

export function attendPositions(
  positions: readonly ValuedPosition[],
  quotes: ReadonlyMap<string, StockQuotes>,
): AttendedPosition[] {
  const eventsOf = new Map<string, CompanyEvents>()
  return positions.map((valued) => {
    const { ticker } = valued.stored
    const events = eventsOf.get(ticker) ?? readEvents(quotes.get(ticker))
    eventsOf.set(ticker, events)
    return {
      ...findAttention(valued.metrics, events, { putMid: valued.call?.put_mid ?? null }),
      ...{ valued, events },
      level: findAttentionLevel(valued.metrics).atLeast,
    }
  })
}
