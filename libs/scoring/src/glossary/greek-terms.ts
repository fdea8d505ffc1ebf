import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { TARGET_DELTA } from '../chain/contract-row.ts'
import { POSITION_LIMITS } from '../position/limits.ts'
import { ATM_DAYS } from '../volatility/atm-volatility.ts'
import { IV_LEAST_SESSIONS, IV_WINDOW_SESSIONS } from '../volatility/iv-rank.ts'
import { defineTerm } from './term.ts'

/** Volatility, the Greeks and the chances that follow from them. */
export const greekTerms = [
  defineTerm({
    id: 'greeks',
    term: 'Greeks',
    sentence: 'How much the price of an option moves when one of the things it depends on does.',
    formula: 'by our American model with the known dividends, at the volatility of the mid',
    why: 'They turn a price into what to expect of it: from the stock, from a day passing, from volatility.',
  }),
  defineTerm({
    id: 'delta',
    term: 'delta',
    synonyms: ['best delta'],
    sentence: 'What the option gains when the stock gains $1.',
    why: 'A rough reading of how likely the shares are to be called away.',
    thresholds: `The best call has ${BEST_CALL_RULES.delta.min} to ${BEST_CALL_RULES.delta.max}, the chain marks ${TARGET_DELTA.min} to ${TARGET_DELTA.max}; from ${POSITION_LIMITS.assignmentDelta} on a position asks to be rolled.`,
    example: 'Delta 0.25: the call gains about $0.25 when the stock gains $1.',
  }),
  defineTerm({
    id: 'gamma',
    term: 'gamma',
    sentence: 'How much delta changes when the stock gains $1.',
    why: 'Near expiration and near the strike it is large: a safe call can turn in a day.',
  }),
  defineTerm({
    id: 'theta',
    term: 'theta',
    synonyms: ['time decay'],
    sentence: 'What the option loses in one calendar day if nothing else moves.',
    why: 'It is what a writer earns each day the price stays.',
  }),
  defineTerm({
    id: 'vega',
    term: 'vega',
    sentence: 'What the option gains when implied volatility rises by one point.',
    why: 'Calls sold at a high volatility gain when it calms down.',
  }),
  defineTerm({
    id: 'rho',
    term: 'rho',
    sentence: 'What the option gains when interest rates rise by one point.',
    why: 'Small for calls of a month or two; it matters for terms of years.',
  }),
  defineTerm({
    id: 'target_delta',
    term: 'in range',
    synonyms: ['in target', 'target delta'],
    sentence: `A call with a delta of ${TARGET_DELTA.min} to ${TARGET_DELTA.max}.`,
    why: 'Far enough from the price to keep the shares most of the time, near enough to pay.',
    thresholds: `${TARGET_DELTA.min} to ${TARGET_DELTA.max}`,
  }),
  defineTerm({
    id: 'implied_volatility',
    term: 'implied volatility',
    synonyms: ['iv', 'volatility', 'vol'],
    sentence: "The volatility, a year, at which the model gives the option's mid.",
    why: 'It is the price of the option in another unit: how much the market expects the stock to swing.',
    example:
      'An IV of 25 % on a $100 stock: within a month it is expected to stay between about $93 and $107 two times in three.',
  }),
  defineTerm({
    id: 'atm_iv',
    term: 'ATM IV',
    synonyms: ['at-the-money volatility', '30-day iv'],
    sentence: `Implied volatility at the money, interpolated to ${ATM_DAYS.target} calendar days in total variance.`,
    why: 'One figure for the whole stock, so that it can be compared with its own past.',
  }),
  defineTerm({
    id: 'iv_rank',
    term: 'IV rank',
    synonyms: ['ivr'],
    sentence: `Today's ATM IV within the low and high of the last ${IV_WINDOW_SESSIONS} sessions, 0-100.`,
    formula: '(today − low) / (high − low) × 100',
    why: 'Premium is worth selling when volatility is high for this very stock.',
    thresholds: `Known from ${IV_LEAST_SESSIONS} sessions on; before that it ranks within realised volatility, and says so.`,
    example: 'Low 20 %, high 40 %, today 30 %: IV rank 50.',
  }),
  defineTerm({
    id: 'iv_percentile',
    term: 'IV percentile',
    sentence: `The share of the last ${IV_WINDOW_SESSIONS} sessions whose ATM IV lies below today's, 0-100.`,
    formula: 'sessions with a lower ATM IV / sessions × 100',
    why: 'Unlike the rank it is not pulled about by one extreme day.',
    thresholds: `Known from ${IV_LEAST_SESSIONS} sessions on.`,
  }),
  defineTerm({
    id: 'realized_volatility',
    term: 'realised volatility',
    synonyms: ['realized volatility', 'historical volatility', 'hv'],
    sentence: 'The annualised standard deviation of daily log returns.',
    formula: 'standard deviation of the last 30 daily log returns × √252',
    why: 'How much the stock did swing; implied volatility well above it is what a writer is paid for.',
  }),
  defineTerm({
    id: 'expected_move',
    term: 'expected move',
    synonyms: ['em'],
    sentence: 'How far the price is expected to go, up or down, about two times in three.',
    formula: 'price × IV × √(days / 365): one standard deviation',
    why: 'A strike within it is likely to be reached.',
    example: '$100, IV 25 %, 30 days: ±$7.17.',
  }),
  defineTerm({
    id: 'chance_otm',
    term: 'expires out of the money',
    synonyms: ['expires otm', 'probability otm', 'chance otm'],
    sentence: "How likely the option ends worthless, by the market's own volatility.",
    formula: '1 − N(d2) for a call',
    why: 'The chance to keep premium and shares: a figure of the model, no forecast.',
  }),
  defineTerm({
    id: 'chance_assigned',
    term: 'chance assigned',
    synonyms: ['probability itm', 'probability of assignment', 'pop itm'],
    sentence: 'How likely the call ends in the money and the shares are called away.',
    formula: 'N(d2)',
    why: 'Read it beside the if-called return: that is what you would get.',
  }),
  defineTerm({
    id: 'chance_of_profit',
    term: 'chance of profit',
    synonyms: ['probability of profit', 'pop'],
    sentence: 'How likely the stock ends above the breakeven at expiration.',
    why: 'A thin profit counts as one: it says how often, not how much.',
  }),
  defineTerm({
    id: 'chance_of_touch',
    term: 'chance of touch',
    synonyms: ['probability of touch'],
    sentence: 'How likely the stock reaches the strike at any time before expiration.',
    why: 'About twice the chance of ending there: how often you will have to look at the position.',
  }),
]
