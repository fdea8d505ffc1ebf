import type * as wire from '@callwright/contracts'
import type { Candidate, CandidateCriteria, ReturnBasis } from '@callwright/scoring'
import { toWireRow } from './contract-row.ts'
import type { RankedCall } from './recommendations.ts'

type WireBasis = wire.Candidate['return_basis']

/** Converts a candidate to the wire format (D21). */
export function toWireCandidate(candidate: Candidate, bestContract: string | null): wire.Candidate {
  const { staticReturn, ifCalledReturn } = candidate
  return {
    ...toWireRow(candidate),
    return_basis: toWireBasis(staticReturn.basis),
    static_return_pct: staticReturn.returnPct,
    static_return_annualized_pct: staticReturn.annualizedPct,
    if_called_pct: ifCalledReturn.returnPct,
    if_called_annualized_pct: ifCalledReturn.annualizedPct,
    downside_protection_pct: candidate.cushionPct,
    headroom_pct: candidate.headroomPct,
    expected_move: candidate.expectedMove,
    headroom_em: candidate.headroomEm,
    earnings_before_expiration: candidate.earningsBeforeExpiration,
    ex_dividend_before_expiration: candidate.exDividendBeforeExpiration,
    early_assignment_risk: candidate.earlyAssignmentRisk,
    is_best_call: candidate.contractSymbol === bestContract,
    below_minimum_yield: candidate.belowMinimumYield,
    score: candidate.score,
    reasons: [...candidate.reasons],
  }
}

/** Converts a ranked call to the wire format (D22). */
export function toWireRanked(
  { candidate, recommended, cautions, preview }: RankedCall,
  bestContract: string | null,
): wire.RankedCandidate {
  const row = toWireCandidate(candidate, bestContract)
  const { action, label, explanation, suggestedAction } = preview
  return {
    ...row,
    reasons: [...cautions, ...row.reasons],
    recommended,
    preview: { action, label, explanation, suggested_action: suggestedAction },
  }
}

/** Converts the criteria of an analysis to the wire format (D21). */
export function toWireCriteria(criteria: CandidateCriteria, days: number) {
  return {
    target_delta_min: criteria.targetDeltaMin,
    target_delta_max: criteria.targetDeltaMax,
    days_to_expiration: days,
    min_dte: criteria.minDays,
    max_dte: criteria.maxDays,
    min_open_interest: criteria.minOpenInterest,
    max_spread_pct: criteria.maxSpreadPct,
    return_basis: toWireBasis(criteria.returnBasis),
    limit: criteria.limit,
  }
}

/**
 * Narrows the return basis to what the wire format allows. libs/scoring can also base returns on the strike, but no
 * request here does.
 */
function toWireBasis(basis: ReturnBasis): WireBasis {
  if (basis === 'strike') throw new RangeError('a candidate has no return on the strike')
  return basis
}
