import type { Candidate, ChainRow, Success } from '@callwright/contracts'
import { BEST_CALL_RULES, computeReturnFigures, headroomPct } from '@callwright/scoring'
import { buildChain, daysTo, stamp } from './chain.ts'
import { expirationDates, type InventedStock } from './stocks.ts'

const { standardDays, wideDays } = BEST_CALL_RULES

/** Calls that pass the best-call rules (D53), highest yield first: 30 to 45 days out, or 21 to 60 if there are none. */
export function analyzeStock(stock: InventedStock): Success<'options.analyze'> {
  const listOf = ({ min, max }: { readonly min: number; readonly max: number }) =>
    expirationDates
      .filter((date) => daysTo(date) >= min && daysTo(date) <= max)
      .flatMap((date) => buildChain(stock, date).options)
      .filter(({ best_call_liquidity }) => best_call_liquidity !== null)
      .toSorted((a, b) => (b.annualized_yield_pct ?? 0) - (a.annualized_yield_pct ?? 0))
  const standard = listOf(standardDays)
  const [days, calls] = standard.length > 0 ? [standardDays, standard] : [wideDays, listOf(wideDays)]
  const candidates = calls.map((row, index) => toCandidate(stock, row, index === 0))
  const [first] = candidates
  return {
    status: 'success',
    symbol: stock.symbol,
    current_price: stock.price,
    criteria: {
      target_delta_min: 0.15,
      target_delta_max: 0.25,
      days_to_expiration: 30,
      min_dte: days.min,
      max_dte: days.max,
      min_open_interest: 10,
      max_spread_pct: 40,
      return_basis: 'stock_price',
      limit: 20,
    },
    ranked_by: first === undefined ? 'score' : 'best_call',
    candidates,
    best: first === undefined || first.below_minimum_yield ? null : first,
    rejected: {},
    message: null,
    ...stamp,
  }
}

function toCandidate({ price }: InventedStock, row: ChainRow, isBest: boolean): Candidate {
  const { strike, bid, days_to_expiration: days, annualized_yield_pct: yieldPct } = row
  const premium = bid ?? 0
  const { staticReturn, ifCalledReturn } = computeReturnFigures({ price, strike, premium, basis: 'stock_price' }, days)
  return {
    ...row,
    return_basis: 'stock_price',
    static_return_pct: staticReturn.returnPct,
    static_return_annualized_pct: staticReturn.annualizedPct,
    if_called_pct: ifCalledReturn.returnPct,
    if_called_annualized_pct: ifCalledReturn.annualizedPct,
    downside_protection_pct: (premium / price) * 100,
    headroom_pct: headroomPct({ price, strike }),
    expected_move: 0,
    headroom_em: null,
    earnings_before_expiration: null,
    ex_dividend_before_expiration: null,
    early_assignment_risk: null,
    is_best_call: isBest,
    below_minimum_yield: (yieldPct ?? 0) < 10,
    score: 50,
    reasons: [],
  }
}
