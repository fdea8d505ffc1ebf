import { type Attention, type CompanyEvents, findAttention, findAttentionLevel } from '@callwright/scoring'
import type { StockQuotes } from '../quotes/stock-quotes.ts'
import { readEvents, type ValuedPosition } from './value-positions.ts'

export interface AssessedPosition extends Attention {
  readonly valued: ValuedPosition
  readonly events: CompanyEvents
  /** Urgency from 0 (none) to 3, based on the known data. */
  readonly level: number
}

export function assessPositions(
  positions: readonly ValuedPosition[],
  quotes: ReadonlyMap<string, StockQuotes>,
): AssessedPosition[] {
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
