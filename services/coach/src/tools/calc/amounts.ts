import { countCoverableCalls, DAYS_PER_YEAR, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { add, annualize, type Formula, formula, multiply, percentOf, roundUp, same, subtract } from './formula.ts'

const compound = (pct: number, periods: number) => ((1 + pct / 100) ** periods - 1) * 100

/** Amounts to reach, capital, taxes, other rates and numbers of contracts: arithmetic on what the user gives. */
export const amountFormulas: readonly Formula[] = [
  formula('compounded_pct', 'return_pct periods_a_year', compound),
  formula('doubling_periods', 'return_pct', (pct) => (pct > 0 ? roundUp(Math.log(2) / Math.log(1 + pct / 100)) : null)),
  formula(
    'contracts_needed',
    'target premium',
    (target, premium) => roundUp(target / (premium * SHARES_PER_CONTRACT)),
    '{target} / {premium} a share, rounded up to contracts',
  ),
  formula('shares_needed', 'contracts_needed', (contracts) => contracts * SHARES_PER_CONTRACT),
  formula('shares_needed', 'contracts', (contracts) => contracts * SHARES_PER_CONTRACT),
  formula('reached', 'shares_needed premium target', (shares, premium) => shares * premium),
  formula('capital', 'shares_needed entry target', (shares, entry) => shares * entry),
  formula('capital', 'target return_pct', (target, pct) => target / (pct / 100), '{target} / {return_pct}'),
  formula('capital_if_partly', 'target return_pct good_periods periods_a_year', (target, pct, good, periods) =>
    good > 0 ? (target / (pct / 100) / good) * periods : null,
  ),
  formula('premium_needed', 'target owned_size !premium', (target, size) => target / size, '{target} / {size} shares'),
  formula('premium_needed', 'entry goal_cost !premium', subtract, '{entry} − {goal_cost}'),
  formula(
    'premium_needed',
    'return_pct entry !premium',
    (pct, entry) => (entry * pct) / 100,
    '{return_pct} of {entry}',
  ),
  formula('needed_pct', 'premium_needed entry', percentOf),
  formula(
    'strike_needed',
    'entry return_pct premium_sum !strike',
    (entry, pct, premium) => entry * (1 + pct / 100) - premium,
    '{entry} + {return_pct} of it − {premium_sum}',
  ),
  formula('strike_away', 'price otm_pct', (price, pct) => price * (1 + pct / 100), '{price} + {otm_pct} of it'),
  formula('strike_away', 'entry otm_pct', (entry, pct) => entry * (1 + pct / 100), '{entry} + {otm_pct} of it'),
  formula('gap', 'entry goal_cost', subtract),
  formula('gap', 'cost close_price', (cost, close) => (cost > close ? cost - close : null)),
  formula('gap', 'cost price', (cost, price) => (cost > price ? cost - price : null)),
  formula(
    'rounds',
    'gap premium',
    (gap, premium) => (premium > 0 ? roundUp(gap / premium) : null),
    '{gap} / {premium}, rounded up',
  ),
  formula('goal_pct', 'target budget', percentOf, '{target} / {budget}'),
  formula('goal_year_pct', 'goal_pct periods_a_year', multiply),
  formula('income', 'budget return_pct', (budget, pct) => (budget * pct) / 100, '{return_pct} of {budget}'),
  formula('income_a_year', 'income periods_a_year', multiply),
  formula('income_a_year', 'premium_total periods_a_year !times', multiply),
  formula('coverable', 'held', (held) => countCoverableCalls({ shares: Math.floor(held) })),
  formula('left_over', 'held coverable', (held, calls) => Math.floor(held) - calls * SHARES_PER_CONTRACT),
  formula('to_invest', 'budget part_pct', (budget, pct) => (budget * pct) / 100, '{part_pct} of {budget}'),
  formula('to_invest', 'budget', same),
  formula('affordable_shares', 'to_invest entry', (money, entry) => Math.floor(money / entry)),
  formula('affordable', 'to_invest entry', roundLots, '{to_invest} / {entry} a share, in whole contracts'),
  // The premium of each contract pays a part of its shares.
  formula('affordable_net', 'to_invest entry premium', (money, entry, premium) =>
    premium < entry ? roundLots(money, entry - premium) : null,
  ),
  formula('cash_left', 'to_invest affordable entry', leftOver),
  formula('affordable_income', 'affordable premium !target', (calls, premium) => calls * premium * SHARES_PER_CONTRACT),
  formula('cash_needed', 'shares_needed entry !target', multiply, '{shares_needed} shares × {entry}'),
  // Income of a year, in dollars, from what came in a period or a term.
  formula('amount_a_year', 'amount periods_a_year', multiply, '{amount} × {periods_a_year}'),
  formula('amount_a_year', 'amount days', (amount, days) => (days > 0 ? (amount * DAYS_PER_YEAR) / days : null)),
  formula('dividend_a_year', 'dividend dividend_periods held', (dividend, periods, held) => dividend * periods * held),
  formula('all_a_year', 'amount_a_year dividend_a_year=0', add),
  formula('held_value', 'budget', same),
  formula('held_value', 'entry held', multiply),
  formula('held_value', 'price held', multiply),
  formula('amount_pct', 'amount held_value', percentOf, '{amount} / {held_value}'),
  formula('year_pct', 'all_a_year held_value', percentOf, '{all_a_year} / {held_value}'),
  formula('year_pct', 'amount_pct days', annualize),
  formula('year_pct', 'annual_pct', same),
  formula('other_income', 'held_value other_pct', (value, pct) => (value * pct) / 100, '{other_pct} of {held_value}'),
  formula('ahead_pct', 'year_pct other_pct', subtract),
  formula('ahead', 'all_a_year other_income', subtract, '{all_a_year} − {other_income}'),
  // Federal and state rates are added: a plain estimate without deductions.
  formula('taxable', 'amount', same),
  formula('taxable', 'outcome', same),
  formula('taxable', 'called_profit', same),
  formula('taxable', 'kept_total', same),
  formula('taxable', 'sale_net', same),
  formula('taxable', 'premium_total', same),
  formula('tax', 'taxable tax_pct', (gain, pct) => (gain > 0 ? (gain * pct) / 100 : null), '{taxable} × {tax_pct}'),
  formula('after_tax', 'taxable tax', subtract),
]

function roundLots(money: number, entry: number): number {
  return Math.floor(money / (entry * SHARES_PER_CONTRACT))
}

function leftOver(money: number, calls: number, entry: number): number {
  return money - calls * entry * SHARES_PER_CONTRACT
}
