import type { StoredPosition } from '../positions/position-book.ts'
import type { MarketClock, MarketMoment } from '../quotes/market-clock.ts'
import type { QuoteReader, QuoteReading } from '../quotes/quote-reader.ts'
import { listRequestedCalls } from '../quotes/stock-quotes.ts'
import { type AssessedPosition, assessPositions } from './attention.ts'
import { type ValuedPosition, valuePositions } from './value-positions.ts'

export interface ValuedPortfolio extends QuoteReading, MarketMoment {
  readonly positions: readonly ValuedPosition[]
  readonly assessed: readonly AssessedPosition[]
}

interface ValuationDeps {
  readonly readQuotes: QuoteReader
  readonly clock: MarketClock
}

/** Values positions, with one request for quotes per stock. Values that need missing quotes are unknown. */
export function createValuation({ readQuotes, clock }: ValuationDeps) {
  return async (stored: readonly StoredPosition[], requestId: string): Promise<ValuedPortfolio> => {
    const requested = listRequestedCalls(stored)
    const reading = await readQuotes(requested, requestId)
    const answers = [...reading.quotes.values()].map(({ answer }) => answer)
    const { asOfMs, market } = requested.size === 0 ? await clock.ask(requestId) : clock.read(answers)
    const positions = valuePositions(stored, reading.quotes, asOfMs)
    return { ...reading, asOfMs, market, positions, assessed: assessPositions(positions, reading.quotes) }
  }
}

export type ValuePositions = ReturnType<typeof createValuation>

export function createPortfolios(list: (userId: string) => Promise<readonly StoredPosition[]>, value: ValuePositions) {
  return async (userId: string, requestId: string): Promise<ValuedPortfolio> => value(await list(userId), requestId)
}

export type ReadPortfolio = ReturnType<typeof createPortfolios>
