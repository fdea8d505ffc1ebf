import { describe, expect, test } from '@jest/globals'
import { computeExpectedMove, headroomEm, headroomPct } from '../index.ts'
import { crossoverPrice, cushionPct } from '../returns/trade-figures.ts'
import {
  annualizedYieldPct,
  breakeven,
  ifCalledReturnPct,
  maxProfitPerShare,
  netDebit,
  staticReturnPct,
} from '../returns/yields.ts'
import { findTerm, glossary } from './glossary.ts'

const words = glossary.flatMap(({ id, term, synonyms }) => [id, term, ...synonyms].map((word) => ({ id, word })))

test('every name is unique and finds its term', () => {
  expect(new Set(glossary.map(({ id }) => id)).size).toBe(glossary.length)
  for (const { id, word } of words) expect([word, findTerm(word)?.id]).toEqual([word, id])
})

test.each(glossary.map((term) => [term.id, term] as const))('%s is explained in full sentences', (_id, term) => {
  expect(term.id).toMatch(/^[a-z][a-z0-9_]*$/)
  expect(term.sentence).toMatch(/^[A-Z].*\.$/)
  expect(term.sentence).not.toMatch(/\. [A-Z]/)
  expect(term.why).toMatch(/^[A-Z].*\.$/)
  for (const text of [term.term, term.formula, term.thresholds, term.example]) expect(text).not.toBe('')
  expect(Object.values(term).join(' ')).not.toMatch(/undefined|NaN|\[object/)
})

describe('names that users type', () => {
  test.each([
    ['IV', 'implied_volatility'],
    ['DTE', 'days_to_expiration'],
    ['If-Called Returns', 'if_called_return'],
    ['annualized_yield', 'annualized_yield'],
    ['  break even ', 'breakeven'],
    ['dividends', 'dividend_yield'],
    ['Close (50% Profit)', 'close_half_profit'],
    ['P&L', 'cc_pnl'],
    ['score', 'callwright_rating'],
  ])('%j', (typed, id) => expect(findTerm(typed)?.id).toBe(id))

  test.each(['', ' ', 'xyzzy', '__proto__', 'constructor'])('finds no term for %j', (typed) => {
    expect(findTerm(typed)).toBeNull()
  })
})

describe('every figure that the product shows has a term', () => {
  test.each(
    Object.entries({
      screener: `symbol company_name cc_score current_price best_ann_yield iv_percentile rsi sector market_cap stochastic_k
        ma_20 price_vs_ma volume best_dte avg_call_volume best_call_oi bid_ask_spread dividend_yield net_margin
        debt_to_equity options_available iv_rank best_strike`,
      chain: `strike bid ask mid delta yield time_value if_called expires_otm option_volume open_interest iv gamma theta vega
        rho expected_move moneyness in_target notes`,
      trade: `static credit max_profit breakeven days protection headroom headroom/em chance_of_profit chance_assigned
        chance_of_touch volatility net_debit crossover_price time_value_protection`,
      portfolio: `ticker dte entry_premium current_premium stock_pnl option_pnl cc_pnl static_yield recommendation
        profit_captured time_elapsed cost_to_close entry_price contracts attention actions dividend_at_stake urgency`,
      rating:
        'liquidity_volume liquidity_spread rating_iv_rank technical quality income cc_score_core coverage weights',
      recommendation: 'roll_out_and_up let_assign close_half_profit close hold',
    }),
  )('%s', (_place, ids) => {
    expect(ids.split(/\s+/).filter((id) => findTerm(id) === null)).toEqual([])
  })
})

test('the examples match the formulas', () => {
  const call = { price: 100, strike: 105, premium: 1.9, basis: 'stock_price' } as const
  const move = computeExpectedMove(100, 0.25, 30)
  const figures: Readonly<Record<string, string>> = {
    annualized_yield: `${annualizedYieldPct({ bid: 1.9, price: 100, days: 30 }).toFixed(1)}% a year`,
    time_value_yield: `${annualizedYieldPct({ bid: 1.9, price: 100, days: 30 }).toFixed(1)}% a year`,
    static_return: `${staticReturnPct(call).toFixed(2)}%`,
    if_called_return: `${ifCalledReturnPct(call).toFixed(2)}%`,
    net_debit: `$${netDebit(call).toFixed(2)}`,
    credit: `$${1.9 * 100}`,
    max_profit: `$${Math.round(maxProfitPerShare(call) * 100)}`,
    breakeven: `$${breakeven(call)?.toFixed(2)}`,
    cushion: `${cushionPct(call).toFixed(2)}%`,
    crossover_price: `$${crossoverPrice(call).toFixed(2)}`,
    headroom: `${headroomPct(call).toFixed(2)}%`,
    headroom_em: `${headroomEm({ price: 100, strike: 105, expectedMove: move })?.toFixed(2)}.`,
    expected_move: `±$${move.toFixed(2)}`,
  }
  for (const [id, figure] of Object.entries(figures)) expect(findTerm(id)?.example).toContain(figure)
})
