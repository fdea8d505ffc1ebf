import type { AlertSuggestion } from '@callwright/contracts'
import { findEventsInTerm, listUpcomingDividends, usDate } from '@callwright/scoring'
import type { AssessedPosition } from '../../valuation/valuation.ts'
import type { SavedScreen } from '../evaluation/read-figures.ts'
import { describeRule, ruleSpecs } from './evaluate-rule.ts'
import { nameStoredCall } from './position-kinds.ts'
import type { RuleTerms } from './rule.ts'
import { readTerms, type StoredRule } from './rule-store.ts'

interface Suggestion {
  readonly terms: RuleTerms
  readonly subjectName: string | null
  readonly reason: string
}

const noSubject = { positionId: null, symbol: null, screenId: null }
const limitOf = (kind: RuleTerms['kind']) => ruleSpecs.find((spec) => spec.kind === kind)?.default_limit ?? null

/** Rules that matter for a position, or for all if it is null: those of its dividend and earnings come first. */
export function suggestForPosition(position: AssessedPosition | null): Suggestion[] {
  const suggest = (kind: RuleTerms['kind'], reason: string): Suggestion => ({
    terms: { ...noSubject, kind, positionId: position?.valued.stored.id ?? null, limit: limitOf(kind) },
    subjectName: position === null ? null : nameStoredCall(position.valued.stored),
    reason,
  })
  const always = [
    suggest('delta', 'From this delta on, assignment is likely.'),
    suggest('days_left', 'The last days are the time to close, roll or let the call expire.'),
    suggest('profit_captured', 'Most of the premium is earned; closing early frees the shares.'),
    suggest('above_strike', 'In the money, the shares are called away unless you act.'),
  ]
  if (position === null) {
    return [
      suggest('attention', 'One rule for all reasons that the portfolio lists.'),
      suggest('dividend', 'A dividend above the time value makes early assignment likely.'),
      suggest('earnings', 'Stocks often move most when they report.'),
      ...always,
    ]
  }
  const { events, valued } = position
  const { expiration } = valued.stored
  const today = valued.metrics.asOfDate
  const dividend = listUpcomingDividends(events, today).find(({ exDate }) => exDate <= expiration)
  const reports = findEventsInTerm(events, expiration, today).earningsBeforeExpiration === true
  return [
    ...(dividend === undefined
      ? []
      : [suggest('dividend', `The stock goes ex-dividend on ${usDate(dividend.exDate)}.`)]),
    ...(reports && events.earnings !== null
      ? [suggest('earnings', `The company reports on ${usDate(events.earnings.date)}, before expiration.`)]
      : []),
    ...always,
  ]
}

export function suggestForStock(symbol: string): Suggestion[] {
  const suggest = (kind: RuleTerms['kind'], reason: string): Suggestion => ({
    terms: { ...noSubject, kind, symbol, limit: limitOf(kind) },
    subjectName: null,
    reason,
  })
  return [
    suggest('iv_rank_above', 'Premiums are high when IV rank is high.'),
    suggest('iv_rank_below', 'A low IV rank means low premiums.'),
  ]
}

export const suggestForScreen = ({ id, name }: SavedScreen): Suggestion[] => [
  {
    terms: { ...noSubject, kind: 'new_entries', screenId: id, limit: null },
    subjectName: name,
    reason: 'You learn of a stock as soon as it passes your filters.',
  },
]

/** A suggestion, with the rule that already watches the same subject in the same way. */
export function toWireSuggestion(
  { terms, subjectName, reason }: Suggestion,
  rules: readonly StoredRule[],
): AlertSuggestion {
  const { kind, positionId, symbol, screenId, limit } = terms
  const known = rules.find((rule) => {
    const other = readTerms(rule)
    const isSameSubject = other.symbol === symbol && other.screenId === screenId
    return other.kind === kind && isSameSubject && (other.positionId === positionId || other.positionId === null)
  })
  return {
    kind,
    position_id: positionId,
    symbol,
    screen_id: screenId,
    limit,
    sentence: describeRule(terms, subjectName),
    reason,
    rule_id: known?.id ?? null,
  }
}
