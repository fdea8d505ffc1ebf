import type { StoredPosition } from '../positions/position-book.ts'
import type { MarketClock } from '../quotes/market-clock.ts'
import type { QuoteReader, QuoteReading } from '../quotes/quote-reader.ts'
import { listAskedCalls } from '../quotes/stock-quotes.ts'
import { type AttendedPosition, attendPositions } from './attention.ts'
import { type ValuedPosition, valuePositions } from './value-positions.ts'

/** A user's positions as the market stands. */
export interface ValuedPortfolio extends QuoteReading {
  readonly asOfMs: number
  readonly positions: readonly ValuedPosition[]
  readonly attended: readonly AttendedPosition[]
}

interface PortfolioDeps {
  readonly list: (userId: string) => Promise<readonly StoredPosition[]>
  readonly readQuotes: QuoteReader
  readonly clock: MarketClock
}

/** Values a user's positions: one question to the market for each stock, whatever part of it is answered. */
export function createPortfolios({ list, readQuotes, clock }: PortfolioDeps) {
  return async (userId: string, requestId: string): Promise<ValuedPortfolio> => {
    const stored = await list(userId)
    const asked = listAskedCalls(stored)
    const reading = await readQuotes(asked, requestId)
    const answers = [...reading.quotes.values()].map(({ answer }) => answer)
    const asOfMs = asked.size === 0 ? await clock.ask(requestId) : clock.read(answers)
    const positions = valuePositions(stored, reading.quotes, asOfMs)
    return { ...reading, asOfMs, positions, attended: attendPositions(positions, reading.quotes) }
  }
}

export type ReadPortfolio = ReturnType<typeof createPortfolios>
