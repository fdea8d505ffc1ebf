import { DAYS_PER_YEAR, SHARES_PER_CONTRACT, timeValue } from '@callwright/scoring'
import { add, annualize, type Formula, formula, multiply, percentOf, same, subtract } from './formula.ts'

/**
 * Definitions of the covered call rather than estimates: MATHS 2, and `docs/formulas.md` for the figures that pages show.
 * `size` is the number of shares that the calls cover: 100 unless the message says more. The first formula of a figure
 * that applies gives it.
 */
export const callFormulas: readonly Formula[] = [
  formula('entry', 'cost', same),
  formula('entry', 'price !is_owned', same),
  formula('entry', 'price close_pct', same),
  formula('close_price', 'price close_pct', (price, pct) => price * (1 + pct / 100), '{price} moved by {close_pct}'),
  formula('close_price', 'entry close_pct', (entry, pct) => entry * (1 + pct / 100), '{entry} moved by {close_pct}'),
  formula('average_contract', 'average_premium', (premium) => premium * SHARES_PER_CONTRACT),
  formula('mid', 'bid ask', (bid, ask) => (bid + ask) / 2, 'half of {bid} + {ask}'),
  formula('slippage', 'mid bid', subtract),
  formula('slippage_total', 'slippage size', multiply, '({mid} − {bid}) × {size} shares'),
  formula('premium_sum', 'premium times=1', multiply),
  formula('premium_sum', 'mid', same),
  formula('premium_total', 'premium_sum size', multiply, '{premium_sum} × {size} shares'),
  // Closing is a second trade with a fee of its own.
  formula('trades', 'sales buy_back', (sales) => sales + 1),
  formula('trades', 'sales both_ways', (sales) => sales * 2),
  formula('trades', 'sales', same),
  formula('fees', 'fee_total fee size trades=1', (all, fee, size, trades) => all + perContract(fee, size) * trades),
  formula('fees', 'fee_total', same),
  formula('fees', 'fee size closed', (fee, size, closed) => perContract(fee, size) + fee * closed),
  formula('fees', 'fee size trades=1', (fee, size, trades) => perContract(fee, size) * trades),
  formula('close_fee', 'fee size', perContract),
  formula('kept', 'kept_total size closed', (total, size) => total / size),
  formula('kept', 'premium_sum buy_back !new_premium !closed', subtract, '{premium_sum} − {buy_back}'),
  formula(
    'locked_in',
    'premium_sum buy_back closed',
    (premium, back, closed) => (premium - back) * closed * SHARES_PER_CONTRACT,
    '({premium_sum} − {buy_back}) a share for {closed} of the contracts',
  ),
  formula('captured_pct', 'kept premium_sum', percentOf),
  // Only some of the calls are bought back; the others are kept whole.
  formula(
    'kept_total',
    'premium_total buy_back closed fees=0 !new_premium',
    (premium, back, closed, fees) => premium - back * closed * SHARES_PER_CONTRACT - fees,
    '{premium_total} − {buy_back} a share for {closed} of the contracts[ − {fees} in fees]',
  ),
  formula(
    'kept_total',
    'kept size fees=0',
    (kept, size, fees) => kept * size - fees,
    '({premium_sum} − {buy_back}) × {size} shares[ − {fees} in fees]',
  ),
  formula('left_total', 'buy_back size !new_premium !closed', multiply, '{buy_back} × {size} shares'),
  formula(
    'left_a_day',
    'left_total days',
    (left, days) => (days > 0 ? left / days : null),
    '{buy_back} × {size} shares / {days}',
  ),
  formula('roll_net', 'new_premium buy_back', subtract, '{new_premium} − {buy_back}'),
  formula('roll_debit', 'buy_back new_premium', subtract, '{buy_back} − {new_premium}'),
  formula('roll_debit', 'debit', same),
  formula('roll_debit_total', 'roll_debit size fees=0', (debit, size, fees) => debit * size + fees),
  formula(
    'roll_total',
    'roll_net size fees=0',
    (net, size, fees) => net * size - fees,
    '({new_premium} − {buy_back}) × {size} shares[ − {fees} in fees]',
  ),
  formula('strike_gain', 'new_strike strike', subtract),
  formula('roll_gain', 'strike_gain roll_net', add, '{strike_gain} + {roll_net}'),
  formula('roll_gain', 'strike_gain debit', subtract, '({new_strike} − {strike}) − {debit}'),
  // A single premium beside two strikes is the credit of the roll.
  formula(
    'roll_gain',
    'strike_gain premium sales !buy_back',
    (gain, credit, sales) => (sales === 1 ? gain + credit : null),
    '{strike_gain} + {premium}',
  ),
  formula('roll_gain_total', 'roll_gain size', multiply),
  // Between the strikes, the roll gains what the stock is above the old one, less the debit.
  formula('roll_pays_above', 'strike roll_debit strike_gain', (strike, debit, gain) =>
    debit > 0 && gain > debit ? strike + debit : null,
  ),
  formula('sale_net', 'premium_total fees !buy_back !return_pct', subtract, '{premium_total} − {fees} in fees'),
  formula('sale_net_each', 'sale_net size', (net, size) => net / size),
  formula('net_premium', 'premium_sum roll_net', add),
  formula('net_premium', 'premium_sum debit', subtract),
  formula('net_premium', 'kept', same),
  formula('net_premium', 'premium_sum !new_premium', same),
  formula('net_premium', 'roll_net', same),
  formula('net_total', 'net_premium size fees=0', (net, size, fees) => net * size - fees),
  // After a roll, the new call is the one that can be assigned.
  formula('last_strike', 'new_strike', same),
  formula('last_strike', 'strike', same),
  formula('effective_sale', 'last_strike net_premium !leap_cost', add, '{last_strike} + {net_premium}'),
  formula('fee_share', 'fees size', (fees, size) => fees / size),
  formula(
    'breakeven',
    'entry net_premium dividend=0 fee_share=0 !leap_cost',
    (entry, premium, dividend, fees) => entry - premium - dividend + fees,
    '{entry} − {net_premium}[ − {dividend}][ + {fee_share} in fees]',
  ),
  formula('basis_before_dividends', 'breakeven dividend', add),
  formula('fall', 'price breakeven', subtract),
  formula('fall', 'entry breakeven', subtract),
  formula('fall_pct', 'fall price', percentOf),
  formula('fall_pct', 'fall entry', percentOf),
  // The breakeven counts the fees.
  formula('max_loss', 'breakeven size', multiply),
  // A call that is bought back cannot be assigned; one that is rolled can.
  formula('called_per_share', 'last_strike breakeven !buy_back', subtract),
  formula('called_per_share', 'last_strike breakeven roll_net', subtract),
  formula(
    'called_profit',
    'called_per_share size',
    multiply,
    '({last_strike} − {entry} + {net_premium}[ + {dividend}]) × {size} shares[ − {fees} in fees]',
  ),
  formula('shares_gain', 'last_strike entry size', (strike, entry, size) => (strike - entry) * size),
  formula('called_return_pct', 'called_profit entry size', (profit, entry, size) => percentOf(profit, entry * size)),
  formula('called_annual_pct', 'called_return_pct days', annualize),
  formula('return_on', 'entry', same),
  formula('return_on', 'strike !leap_cost', same),
  formula('earned_pct', 'net_premium return_on !leap_cost', percentOf, '{net_premium} / {return_on}'),
  formula('earned_pct', 'premium_total budget', percentOf),
  formula('of_strike_pct', 'net_premium strike', percentOf, '{net_premium} / {strike}'),
  formula('annual_pct', 'earned_pct days', annualize),
  formula('annual_pct', 'earned_pct periods_a_year !target !times', multiply),
  formula('annual_pct', 'return_pct days !premium', annualize),
  formula('annual_pct', 'return_pct periods_a_year !premium', multiply),
  formula('with_dividends', 'net_premium dividend', add),
  formula('with_dividends_pct', 'with_dividends entry', percentOf, '({net_premium} + {dividend}) / {entry}'),
  formula(
    'all_year_pct',
    'net_premium periods_a_year dividend dividend_periods entry',
    (premium, periods, dividend, times, entry) => percentOf(premium * periods + dividend * times, entry),
    '({net_premium} × {periods_a_year} + {dividend} × {dividend_periods}) / {entry}',
  ),
  formula('per_day', 'net_premium days !buy_back', (premium, days) => (days > 0 ? premium / days : null)),
  formula('per_day_total', 'per_day size', multiply),
  formula('theta_total', 'theta size', (theta, size) => Math.abs(theta) * size, '{theta} × {size} shares'),
  formula('call_price', 'buy_back !new_premium', same),
  formula('call_price', 'premium', same),
  formula('intrinsic', 'price strike', (price, strike) => Math.max(0, price - strike), '{price} − {strike}'),
  formula(
    'time_value',
    'price strike call_price',
    (price, strike, premium) => timeValue({ type: 'call', price, strike, premium }),
    '{call_price} − {intrinsic}',
  ),
  formula('time_value_total', 'time_value size', multiply),
  formula('dividend_excess', 'dividend time_value', subtract),
  formula('distance', 'strike price', subtract, '{strike} − {price}'),
  formula('distance_pct', 'distance price', percentOf, '({strike} − {price}) / {price}'),
  formula(
    'close_at',
    'premium return_pct',
    (premium, pct) => premium * (1 - pct / 100),
    '{premium} less {return_pct} of it',
  ),
  formula('close_gain', 'premium close_at size fees=0', (premium, back, size, fees) => (premium - back) * size - fees),
  formula('net_delta', 'held delta size', (held, delta, size) => held - delta * size),
  formula('move_gain', 'net_delta move', multiply),
  formula('uncovered', 'held size', (held, size) => Math.max(0, held - size)),
  formula('cash', 'entry shares', multiply, '{entry} × {shares}'),
  formula(
    'outcome',
    'close_price entry size held=0 last_strike=-1 net_premium dividend=0 fees=0',
    (close, entry, size, held, strike, ...[premium = 0, dividend = 0, fees = 0]) => {
      // Without a strike, only a close below the cost is sure to leave the call worthless.
      if (strike < 0 && close > entry) return null
      const sold = strike < 0 ? close : Math.min(close, strike)
      return (sold - entry + premium + dividend) * size + (close - entry) * Math.max(0, held - size) - fees
    },
  ),
  formula('all_shares', 'size held=0', Math.max),
  formula('outcome_pct', 'outcome entry all_shares', (profit, entry, shares) => percentOf(profit, entry * shares)),
  formula(
    'holding',
    'close_price entry all_shares',
    (close, entry, shares) => (close - entry) * shares,
    '({close_price} − {entry}) × {all_shares} shares',
  ),
  formula('given_up', 'holding outcome', subtract, '{holding} − {outcome}'),
  // A sale at the strike gives this away, less the premium.
  formula(
    'given_up',
    'close_price last_strike net_premium size !entry',
    (close, strike, premium, size) => (close > strike ? (close - strike - premium) * size : null),
    '({close_price} − {last_strike} − {net_premium}) × {size} shares',
  ),
  // The same at the price of now.
  formula(
    'given_up',
    'price last_strike net_premium size !close_price !buy_back',
    (price, strike, premium, size) => (price > strike ? (price - strike - premium) * size : null),
    '({price} − {last_strike} − {net_premium}) × {size} shares',
  ),
  formula('now_shares', 'price cost all_shares', (price, cost, shares) => (price - cost) * shares),
  formula(
    'now_total',
    'now_shares kept_total dividend=0 size',
    (shares, call, dividend, size) => shares + call + dividend * size,
    '({price} − {cost}) × {all_shares} shares + ({premium_sum} − {buy_back}) × {size} shares[ − {fees} in fees]',
  ),
  formula('leap_debit', 'leap_cost premium_sum', subtract, '{leap_cost} − {premium_sum}'),
  formula('leap_debit_total', 'leap_debit size', multiply),
  formula('leap_width', 'strike leap_strike', subtract),
  formula('leap_profit', 'leap_width leap_debit', subtract),
  formula('leap_profit_total', 'leap_profit size', multiply),
  formula('leap_breakeven', 'leap_strike leap_debit', add),
  formula('compounded_pct', 'return_pct days', (pct, days) =>
    days > 0 ? ((1 + pct / 100) ** (DAYS_PER_YEAR / days) - 1) * 100 : null,
  ),
]

function perContract(fee: number, size: number): number {
  return (fee * size) / SHARES_PER_CONTRACT
}
