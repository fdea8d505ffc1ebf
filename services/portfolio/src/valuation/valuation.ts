import type { CallQuote } from '@callwright/contracts'
import {
  type Attention,
  type CompanyEvents,
  findAttention,
  findAttentionLevel,
  findUncountedChanges,
  lastSessionBy,
  measurePosition,
  newYorkDate,
  type PositionMetrics,
  type PositionQuote,
  type Recommendation,
  recommend,
} from '@callwright/scoring'
import type { StoredPosition } from '../positions/position-store.ts'
import type { MarketClock, MarketMoment } from '../quotes/market-clock.ts'
import {
  callKey,
  listRequestedCalls,
  type QuoteReader,
  type QuoteReading,
  type StockQuotes,
} from '../quotes/quote-reader.ts'

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

export interface ValuedPosition {
  readonly stored: StoredPosition
  /** Null if the stock has no quotes. */
  readonly call: CallQuote | null
  readonly metrics: PositionMetrics
  readonly recommendation: Recommendation
}

/** Computes each position's metrics and recommendation (D24, D25), all as of the same market time. */
function valuePositions(
  positions: readonly StoredPosition[],
  quotes: ReadonlyMap<string, StockQuotes>,
  asOfMs: number,
): ValuedPosition[] {
  return positions.map((stored) => {
    const found = quotes.get(stored.symbol)
    const call = found?.calls.get(callKey({ expiration_date: stored.expiration, strike: stored.strike })) ?? null
    const quote = { ...toScoringQuote(found, call), ...readPast(stored, found, asOfMs) }
    const metrics = measurePosition(stored, quote, asOfMs)
    return { stored, call, metrics, recommendation: recommend(metrics) }
  })
}

type PastOfPosition = Pick<PositionQuote, 'expirationClose' | 'shareChanges'>

/** Reads the past events that a position depends on: share changes since entry, and the close at expiration. */
function readPast(stored: StoredPosition, found: StockQuotes | undefined, asOfMs: number): PastOfPosition {
  if (found === undefined) return { expirationClose: null, shareChanges: [] }
  const { splits, closes } = found.answer
  const closeBy = (day: string) => closes.find(({ date }) => date === lastSessionBy(day))?.close ?? null
  const entryClose = closeBy(stored.entryDate)
  return {
    expirationClose: closeBy(stored.expiration),
    shareChanges: findUncountedChanges(stored, splits, { entryClose, today: newYorkDate(asOfMs) }),
  }
}

function toScoringQuote(
  found: StockQuotes | undefined,
  call: CallQuote | null,
): Omit<PositionQuote, keyof PastOfPosition> {
  return {
    price: found?.answer.current_price ?? null,
    priceSource: 'quote',
    currentPremium: call?.premium ?? null,
    premiumIsFallback: call?.premium_is_quote !== true,
    premiumSource: call?.premium_source ?? null,
    ask: call?.ask ?? null,
    delta: call?.delta ?? null,
    deltaAtMost: call?.delta_at_most ?? null,
    impliedVolatility: call?.implied_volatility ?? null,
    impliedVolatilityAtMost: call?.implied_volatility_at_most ?? null,
    atmIv: found?.answer.atm_iv ?? null,
  }
}

/** Reads a stock's company events; empty if it has no quotes. */
export function readEvents(found: StockQuotes | undefined): CompanyEvents {
  if (found === undefined) return { earnings: null, dividends: [], paysNoDividend: false }
  const { earnings_date, earnings_session, dividends, pays_no_dividend } = found.answer
  return {
    earnings: earnings_date === null ? null : { date: earnings_date, session: earnings_session },
    dividends: dividends.map(({ ex_date, cash_amount, kind }) => ({ exDate: ex_date, cash: cash_amount, kind })),
    paysNoDividend: pays_no_dividend,
  }
}

export interface AssessedPosition extends Attention {
  readonly valued: ValuedPosition
  readonly events: CompanyEvents
  /** Urgency from 0 (none) to 3, based on the known data. */
  readonly level: number
}

function assessPositions(
  positions: readonly ValuedPosition[],
  quotes: ReadonlyMap<string, StockQuotes>,
): AssessedPosition[] {
  const eventsOf = new Map<string, CompanyEvents>()
  return positions.map((valued) => {
    const { symbol } = valued.stored
    const events = eventsOf.get(symbol) ?? readEvents(quotes.get(symbol))
    eventsOf.set(symbol, events)
    return {
      ...findAttention(valued.metrics, events, { putMid: valued.call?.put_mid ?? null }),
      ...{ valued, events },
      level: findAttentionLevel(valued.metrics).atLeast,
    }
  })
}
