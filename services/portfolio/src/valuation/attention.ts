import { type Attention, type CompanyEvents, findAttention, findAttentionLevel } from '@callwright/scoring'
import type { StockQuotes } from '../quotes/stock-quotes.ts'
import { readEvents, type ValuedPosition } from './value-positions.ts'

/** A position, and the reasons why it needs attention. */
export interface AssessedPosition extends Attention {
  readonly valued: ValuedPosition
  readonly events: CompanyEvents
  /** How urgent it is, from 0 (not at all) to 3, based on the data that is known. */
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
