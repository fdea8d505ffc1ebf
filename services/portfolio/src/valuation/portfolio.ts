import type { StoredPosition } from '../positions/position-book.ts'
import type { MarketClock, MarketMoment } from '../quotes/market-clock.ts'
import type { QuoteReader, QuoteReading } from '../quotes/quote-reader.ts'
import { listAskedCalls } from '../quotes/stock-quotes.ts'
import { type AttendedPosition, attendPositions } from './attention.ts'
import { type ValuedPosition, valuePositions } from './value-positions.ts'

/** Positions as the market stands. */
export interface ValuedPortfolio extends QuoteReading, MarketMoment {
  readonly positions: readonly ValuedPosition[]
  readonly attended: readonly AttendedPosition[]
}

interface ValuationDeps {
  readonly readQuotes: QuoteReader
  readonly clock: MarketClock
}

/** Values positions: one question to the market for each stock, whatever part of it is answered. */
export function createValuation({ readQuotes, clock }: ValuationDeps) {
  return async (stored: readonly StoredPosition[], requestId: string): Promise<ValuedPortfolio> => {
    const asked = listAskedCalls(stored)
    const reading = await readQuotes(asked, requestId)
    const answers = [...reading.quotes.values()].map(({ answer }) => answer)
    const { asOfMs, market } = asked.size === 0 ? await clock.ask(requestId) : clock.read(answers)
    const positions = valuePositions(stored, reading.quotes, asOfMs)
    return { ...reading, asOfMs, market, positions, attended: attendPositions(positions, reading.quotes) }
  }
}

export type ValuePositions = ReturnType<typeof createValuation>

/** Values the positions of a user. */
export function createPortfolios(list: (userId: string) => Promise<readonly StoredPosition[]>, value: ValuePositions) {
  return async (userId: string, requestId: string): Promise<ValuedPortfolio> => value(await list(userId), requestId)
}

export type ReadPortfolio = ReturnType<typeof createPortfolios>
