import type { CallEventBody, ProposedEvent as WireProposal, Suggestion as WireSuggestion } from '@callwright/contracts'
import {
  type CallState,
  daysBetween,
  isExpired,
  priceEuropean,
  type Suggestion,
  type SuggestionFacts,
  suggestEvents,
} from '@callwright/scoring'
import { callKey, type StockQuotes } from '../quotes/quote-reader.ts'
import { listDismissed, readPastDividends, type ValuedChain } from '../valuation/chains.ts'
import type { ValuedPortfolio } from '../valuation/valuation.ts'
import type { EventDraft } from './ledger-rows.ts'
import { blankDraft } from './ledger-rows.ts'

type Valued = Pick<ValuedPortfolio, 'quotes' | 'asOfMs' | 'ledger'>

/** Suggestions for one chain, without dismissed ones. */
export function suggestForChain(valued: ValuedChain, { quotes, asOfMs, ledger }: Valued): Suggestion[] {
  const { chain, market, pending } = valued
  const found = quotes.get(chain.symbol)
  const dismissed = listDismissed(ledger)
  const facts: SuggestionFacts = {
    today: market.today,
    isExpired: (expiration) => isExpired(expiration, asOfMs),
    closeOn: market.closeOn,
    dividends: readPastDividends(found),
    pending,
    isDismissed: (id) => dismissed.has(id),
    timeValueOn: (call, day) => estimateTimeValue(call, found, { day, close: market.closeOn(day) }),
  }
  return suggestEvents(chain, facts)
}

/**
 * Time value of a call at a past close, from its present implied volatility and without interest, which would add to it;
 * null if the volatility is unknown. Good enough to ask about an early assignment, which data cannot show.
 */
function estimateTimeValue(
  { expiration, strike }: CallState,
  found: StockQuotes | undefined,
  { day, close }: { readonly day: string; readonly close: number | null },
): number | null {
  const vol =
    found?.calls.get(callKey({ expiration_date: expiration, strike }))?.implied_volatility ?? found?.answer.atm_iv
  if (vol == null || close === null) return null
  const years = daysBetween(day, expiration) / DAYS_A_YEAR
  const price = priceEuropean({ type: 'call', spot: close, strike, years, rate: 0, vol })
  return Math.max(0, price - Math.max(0, close - strike))
}

const DAYS_A_YEAR = 365

export function toWireSuggestion(suggestion: Suggestion, quotes: ReadonlyMap<string, StockQuotes>): WireSuggestion {
  const { id, kind, certainty, positionId, chainId, symbol, close, closeOn, strike, distancePct, sentence } = suggestion
  const answer = quotes.get(symbol)?.answer
  return {
    id,
    kind,
    certainty,
    position_id: positionId,
    chain_id: chainId,
    ticker: symbol,
    sentence,
    event: suggestion.event === null ? null : toWireProposal(suggestion.event),
    evidence: {
      close,
      close_on: closeOn,
      strike,
      distance_pct: distancePct,
      source: answer?.source ?? '',
      data_class: answer?.data_class ?? 'none',
    },
    before: suggestion.before.map(toWireTerms),
    after: suggestion.after.map(toWireTerms),
  }
}

function toWireTerms({ positionId, contracts, strike, shares, price }: Suggestion['before'][number]) {
  return { position_id: positionId, contracts, strike_price: strike, shares, price }
}

/** The proposed event as a client would post it. */
function toWireProposal(event: NonNullable<Suggestion['event']>): WireProposal {
  switch (event.kind) {
    case 'dividend': {
      const { kind, occurredOn, exDate, amountUsd, special } = event
      return { kind, occurred_on: occurredOn, ex_date: exDate, amount_usd: amountUsd, special }
    }
    case 'adjust': {
      const { kind, action, occurredOn, ratio, calls } = event
      return {
        kind,
        action,
        occurred_on: occurredOn,
        ...(ratio === null ? {} : { ratio: { new: ratio.new, old: ratio.old } }),
        calls: calls.map(({ positionId, contracts, strike, multiplier, deliverableShares, deliverableCashUsd }) => ({
          position_id: positionId,
          contracts,
          strike_price: strike,
          multiplier,
          deliverable_shares: deliverableShares,
          deliverable_cash_usd: deliverableCashUsd,
        })),
      }
    }
    default:
      return { kind: event.kind, occurred_on: event.occurredOn, contracts: event.contracts }
  }
}

/** Kinds of events on calls; all others are on the shares of the chain. */
const ON_CALLS: readonly string[] = ['expire', 'assign', 'close'] satisfies CallEventBody['kind'][]

/** Where a confirmed event belongs. */
export function targetOf({ positionId, chainId }: Suggestion, kind: string) {
  return { positionId: ON_CALLS.includes(kind) ? positionId : null, chainId }
}

/** A record that keeps a suggestion from being shown again. */
export const toDismissal = (suggestionId: string, eventId: string, chainId: string): EventDraft => ({
  ...blankDraft,
  kind: 'dismiss',
  eventId,
  chainId,
  body: { suggestionId },
})
