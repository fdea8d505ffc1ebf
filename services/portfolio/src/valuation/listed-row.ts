import { createWireWriter, ListedPosition, positionNames } from '@callwright/contracts'
import { countOpen, countUncovered, type Recommendation, type Suggestion, toUsd } from '@callwright/scoring'
import { roundOnce } from '@callwright/service'
import { suggestForChain, toWireSuggestion } from '../ledger/suggest.ts'
import type { ValuedPosition } from './chains.ts'
import type { ValuedPortfolio } from './valuation.ts'

const writeListed = createWireWriter(ListedPosition, positionNames)

type Life = Pick<
  ListedPosition,
  | 'chain_pnl_usd'
  | 'chain_realized_options_usd'
  | 'chain_calls_ended'
  | 'opening_fees_usd'
  | 'uncovered_contracts'
  | 'suggestion'
>

/** Figures of the chain that a listed position shows. */
export function openLives(portfolio: ValuedPortfolio) {
  const chains = new Map(portfolio.chains.map((valued) => [valued.chain.chainId, valued]))
  const suggested = new Map<string, readonly Suggestion[]>()
  return ({ stored, metrics }: ValuedPosition): Life => {
    const valued = chains.get(stored.chainId)
    if (valued === undefined) throw new Error('A listed position has no chain')
    const { chain, pnlUsd, pending } = valued
    const isLowered = metrics.strikeLoweredOn !== null
    const isAsked = metrics.state === 'expired' || pending.changes.length > 0 || isLowered
    const known = suggested.get(stored.chainId)
    const suggestions = isAsked ? (known ?? suggestForChain(valued, portfolio)) : []
    if (isAsked) suggested.set(stored.chainId, suggestions)
    const own =
      (isLowered ? suggestions.find(({ kind }) => kind === 'special_dividend') : undefined) ??
      suggestions.find(({ positionId }) => positionId === null || positionId === stored.id)
    return {
      chain_pnl_usd: pnlUsd,
      chain_realized_options_usd: toUsd(chain.realizedOptions),
      chain_calls_ended: [...chain.calls.values()].filter((call) => countOpen(call) === 0).length,
      opening_fees_usd: toUsd((chain.calls.get(stored.id)?.fills ?? []).reduce((sum, { fees }) => sum + fees, 0)),
      uncovered_contracts: countUncovered(chain),
      suggestion: own === undefined ? null : toWireSuggestion(own, portfolio.quotes),
    }
  }
}

const lastListed = new WeakMap<ValuedPosition, { readonly life: Life; readonly row: ListedPosition }>()

/** The row of a position; the same as before while neither its figures nor those of its chain have changed. */
export function toWireListed(valued: ValuedPosition, life: Life): ListedPosition {
  const known = lastListed.get(valued)
  const names = Object.keys(life) as (keyof Life)[]
  if (known !== undefined && names.every((name) => known.life[name] === life[name])) return known.row
  const row = roundOnce(writeRow(valued, life))
  lastListed.set(valued, { life, row })
  return row
}

function writeRow({ stored, call, metrics, recommendation }: ValuedPosition, life: Life): ListedPosition {
  // If the call has expired, or was adjusted for a split or spin-off, the quote for its terms belongs to a different
  // call.
  const { state, shareChanges, strikeLoweredOn } = metrics
  const quoted = state === 'open' && shareChanges.length === 0 && strikeLoweredOn === null ? call : null
  return writeListed({
    ...stored,
    ...metrics,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    outcome: toWireOutcome(metrics),
    bid: quoted?.bid ?? null,
    ask: quoted?.ask ?? null,
    impliedVolatilityAtMost: quoted?.implied_volatility_at_most ?? null,
    quoteFlags: quoted?.flags ?? [],
    chainPnlUsd: life.chain_pnl_usd,
    chainRealizedOptionsUsd: life.chain_realized_options_usd,
    chainCallsEnded: life.chain_calls_ended,
    openingFeesUsd: life.opening_fees_usd,
    uncoveredContracts: life.uncovered_contracts,
    suggestion: life.suggestion,
    recommendation: recommendation.action,
    recommendationTrace: toWireTrace(recommendation),
  })
}

function toWireTrace({ missing, wouldBe, trace }: Recommendation): ListedPosition['recommendation_trace'] {
  return {
    missing: [...missing],
    would_be: wouldBe,
    holds: trace.map(({ holds }) => holds),
    conditions: trace.map(({ conditions }) => conditions.map(({ holds }) => holds)),
  }
}

function toWireOutcome({ outcome }: ValuedPosition['metrics']): ListedPosition['outcome'] {
  return outcome === null
    ? null
    : { state: outcome.state, certainty: outcome.certainty, close: outcome.close, close_date: outcome.closeDate }
}
