import type { RankedCandidate, Success } from '@callwright/contracts'
import { buildContract } from './option-builders.ts'

/** A made-up call as the list of recommendations returns it. */
export function buildRankedCall(changes: Partial<RankedCandidate> = {}): RankedCandidate {
  const strike = changes.strike ?? 130
  const expiration = changes.expiration_date ?? '2026-08-14'
  return {
    ...buildContract({ strike, expiration_date: expiration }),
    contract_symbol: `QAAA${expiration.replaceAll('-', '').slice(2)}C${String(strike * 1000).padStart(8, '0')}`,
    return_basis: 'stock_price',
    static_return_pct: 1,
    static_return_annualized_pct: 10.4,
    if_called_pct: 8.9,
    if_called_annualized_pct: 92.8,
    downside_protection_pct: 1,
    headroom_pct: 7.9,
    expected_move: 11,
    headroom_em: 0.86,
    earnings_before_expiration: true,
    ex_dividend_before_expiration: false,
    early_assignment_risk: false,
    score: 71,
    reasons: ['Delta 0.219 (target 0.15-0.30).', 'Open interest is 400.'],
    recommended: true,
    is_best_call: false,
    below_minimum_yield: false,
    preview: { action: 'hold', label: 'Hold', explanation: 'No rule applies.', suggested_action: 'Keep it.' },
    ...changes,
  }
}

export function buildRecommendations(
  recommendations: readonly RankedCandidate[],
  changes: Partial<Success<'options.recommendations'>> = {},
): Success<'options.recommendations'> {
  return {
    status: 'success',
    symbol: 'QAAA',
    current_price: 120.5,
    ranked_by: 'score',
    recommendations: [...recommendations],
    rejected: {},
    liquidity: [],
    message: null,
    source: 'recorded pack',
    cache_status: 'fresh',
    data_class: 'recorded',
    as_of: '2026-07-10T20:00:00Z',
    ...changes,
  }
}
