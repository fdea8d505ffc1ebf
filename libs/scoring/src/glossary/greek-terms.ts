import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { TARGET_DELTA } from '../chain/contract-row.ts'
import { IV_MIN_SESSIONS, IV_WINDOW_SESSIONS } from '../indicators/limits.ts'
import { POSITION_LIMITS } from '../position/limits.ts'
import { ATM_DAYS } from '../volatility/atm-volatility.ts'
import { defineTerm } from './term.ts'

export const greekTerms = [
  defineTerm({
    id: 'greeks',
    term: 'Greeks',
    sentence: 'How much the price of an option moves when one of its inputs does.',
    formula: 'from our American model with the known dividends, at the volatility of the mid',
    why: 'They show what to expect when the stock moves, a day passes or volatility changes.',
  }),
  defineTerm({
    id: 'delta',
    term: 'delta',
    synonyms: ['best delta'],
    sentence: 'How much the option gains when the stock gains $1.',
    why: 'A rough estimate of how likely the shares are to be called away.',
    thresholds: `The best call has ${BEST_CALL_RULES.delta.min} to ${BEST_CALL_RULES.delta.max}; the chain marks ${TARGET_DELTA.min} to ${TARGET_DELTA.max}. At ${POSITION_LIMITS.assignmentDelta} or more, consider rolling.`,
    example: 'Delta 0.25: the call gains about $0.25 when the stock gains $1.',
  }),
  defineTerm({
    id: 'gamma',
    term: 'gamma',
    sentence: 'How much delta changes when the stock gains $1.',
    why: 'It is large near expiration and near the strike: a safe call can turn risky in a day.',
  }),
  defineTerm({
    id: 'theta',
    term: 'theta',
    synonyms: ['time decay'],
    sentence: 'How much the option loses in one calendar day if nothing else changes.',
    why: 'It is what you earn each day the price stays put.',
  }),
  defineTerm({
    id: 'vega',
    term: 'vega',
    sentence: 'How much the option gains when implied volatility rises by one point.',
    why: 'Calls sold at high volatility profit when it falls.',
  }),
  defineTerm({
    id: 'rho',
    term: 'rho',
    sentence: 'How much the option gains when interest rates rise by one point.',
    why: 'Small for calls of a month or two; it matters for terms of several years.',
  }),
  defineTerm({
    id: 'target_delta',
    term: 'in range',
    synonyms: ['in target', 'target delta'],
    sentence: `A call with a delta of ${TARGET_DELTA.min} to ${TARGET_DELTA.max}.`,
    why: 'Far enough from the price to keep the shares most of the time, close enough to pay.',
    thresholds: `${TARGET_DELTA.min} to ${TARGET_DELTA.max}`,
  }),
  defineTerm({
    id: 'implied_volatility',
    term: 'implied volatility',
    synonyms: ['iv', 'volatility', 'vol'],
    sentence: "The annual volatility at which the model reproduces the option's mid.",
    why: "It is the option's price in another unit: how much the market expects the stock to swing.",
    example:
      'An IV of 25% on a $100 stock: over a month, it is expected to stay between about $93 and $107 two times in three.',
  }),
  defineTerm({
    id: 'atm_iv',
    term: 'ATM IV',
    synonyms: ['at-the-money volatility', '30-day iv'],
    sentence: `Implied volatility at the money, interpolated to ${ATM_DAYS.target} calendar days in total variance.`,
    why: 'One figure for the whole stock, which you can compare with its own past.',
  }),
  defineTerm({
    id: 'iv_rank',
    term: 'IV rank',
    synonyms: ['ivr'],
    sentence: `Where today's ATM IV is between the low and the high of the last ${IV_WINDOW_SESSIONS} sessions, 0-100.`,
    formula: '(today − low) / (high − low) × 100',
    why: 'Selling premium pays more when volatility is high for this stock.',
    thresholds: `Available from ${IV_MIN_SESSIONS} sessions on. Before that, it is the data source's own rank or, without one, uses realized volatility, and says so.`,
    example: 'Low 20%, high 40%, today 30%: IV rank 50.',
  }),
  defineTerm({
    id: 'iv_percentile',
    term: 'IV percentile',
    sentence: `The percentage of the last ${IV_WINDOW_SESSIONS} sessions with an ATM IV below today's, 0-100.`,
    formula: 'sessions with a lower ATM IV / sessions × 100',
    why: 'Unlike IV rank, it is not distorted by one extreme day.',
    thresholds: `Available from ${IV_MIN_SESSIONS} sessions on.`,
  }),
  defineTerm({
    id: 'realized_volatility',
    term: 'realized volatility',
    synonyms: ['realised volatility', 'historical volatility', 'hv'],
    sentence: 'The annualized standard deviation of daily log returns.',
    formula: 'standard deviation of the last 30 daily log returns × √252',
    why: 'How much the stock has actually moved. Sellers are paid for implied volatility well above it.',
  }),
  defineTerm({
    id: 'expected_move',
    term: 'expected move',
    synonyms: ['em'],
    sentence: 'How far the price is expected to move, up or down, about two times in three.',
    formula: 'price × IV × √(days / 365): one standard deviation',
    why: 'A strike within it is likely to be reached.',
    example: '$100, IV 25%, 30 days: ±$7.17.',
  }),
  defineTerm({
    id: 'chance_otm',
    term: 'expires out of the money',
    synonyms: ['expires otm', 'probability otm', 'chance otm'],
    sentence: 'The probability that the option expires worthless, from its implied volatility.',
    formula: '1 − N(d2) for a call',
    why: 'The chance to keep premium and shares, according to the model. It is not a forecast.',
  }),
  defineTerm({
    id: 'chance_assigned',
    term: 'chance assigned',
    synonyms: ['probability itm', 'probability of assignment', 'pop itm'],
    sentence: 'The probability that the call ends in the money and the shares are called away.',
    formula: 'N(d2)',
    why: 'Compare it with the if-called return, which is what you would earn.',
  }),
  defineTerm({
    id: 'chance_of_profit',
    term: 'chance of profit',
    synonyms: ['probability of profit', 'pop'],
    sentence: 'The probability that the stock ends above the breakeven at expiration.',
    why: 'A small profit counts too: it shows how often you gain, not how much.',
  }),
  defineTerm({
    id: 'chance_of_touch',
    term: 'chance of touch',
    synonyms: ['probability of touch'],
    sentence: 'The probability that the stock reaches the strike at any time before expiration.',
    why: 'About twice the chance of ending there, and a sign of how often the position will need a look.',
  }),
]
