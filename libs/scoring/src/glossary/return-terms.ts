import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { POSITION_LIMITS } from '../position/limits.ts'
import { QUALIFIED_CALL_LIMITS } from '../tax/qualified-call-limits.ts'
import { dollars } from '../wording.ts'
import { defineTerm } from './term.ts'

const { standardDays, wideDays, delta, liquid, thin } = BEST_CALL_RULES

/**
 * Terms for return and risk. All examples use the same trade: stock at $100, 30 days, the 105 call at a bid of 1.90.
 */
export const returnTerms = [
  defineTerm({
    id: 'annualized_yield',
    term: 'annualized yield',
    synonyms: ['annualised yield', 'yield', 'ann. yield', 'best ann. yield', 'best_ann_yield', 'best yield'],
    sentence: "The premium at the bid as a yearly return on the stock's price, in percent, not compounded.",
    formula: 'bid / price × 365 / days × 100',
    why: 'Makes calls with different terms and stocks comparable, before costs and taxes.',
    example: '1.90 on $100 for 30 days: 23.1% a year.',
  }),
  defineTerm({
    id: 'time_value_yield',
    term: 'time-value yield',
    synonyms: ['time value yield', 'annualized time value yield'],
    sentence: 'The yearly return if the price stays put: the bid without its intrinsic value.',
    formula: '(bid − max(0, price − strike)) / price × 365 / days × 100',
    why: 'For ITM calls, the plain yield includes intrinsic value, which is not income. This one does not.',
    example: 'Out of the money it equals the annualized yield: 23.1% a year.',
  }),
  defineTerm({
    id: 'static_return',
    term: 'static return',
    synonyms: ['static', 'flat return'],
    sentence: 'What the position earns if the price stays put, on the stated basis.',
    formula: '(premium − max(0, price − strike) + dividends) / basis × 100',
    why: 'What you earn by waiting, with no help from the stock.',
    example: '1.90 on $100: 1.90% for the term.',
  }),
  defineTerm({
    id: 'static_yield',
    term: 'static yield',
    sentence: 'The time value you received as a yearly return on the cost of the shares, if the price stays put.',
    formula: '(entry premium − max(0, entry price − strike)) / entry price × 365 / days from entry to expiration × 100',
    why: 'Shows whether the position pays enough for its risk.',
    thresholds: `Under ${POSITION_LIMITS.minStaticYieldPct}% a year, the rules say to close.`,
  }),
  defineTerm({
    id: 'if_called_return',
    term: 'if-called return',
    synonyms: ['if called', 'called return', 'assigned return'],
    sentence: 'What the position earns if the shares are called away at the strike, on the stated basis.',
    formula: '(strike − price + premium + dividends) / basis × 100',
    why: "The most the trade can earn. Pick a strike you'd be happy to sell at.",
    example: '(105 − 100 + 1.90) / 100: 6.90% for the term.',
  }),
  defineTerm({
    id: 'return_basis',
    term: 'basis',
    synonyms: ['return basis'],
    sentence:
      "The amount a return is divided by: the stock's price, the net debit, the cost of the shares or the strike.",
    why: 'Two sites can show different returns for one trade because they divide by different amounts.',
  }),
  defineTerm({
    id: 'net_debit',
    term: 'net debit',
    sentence: 'Price minus premium: the cost of opening a covered call.',
    formula: 'price − premium',
    why: 'It is the money actually at risk.',
    example: '100 − 1.90: $98.10 a share.',
  }),
  defineTerm({
    id: 'credit',
    term: 'credit',
    synonyms: ['credit, at bid', 'premium received'],
    sentence: 'The cash you receive for selling the calls at the bid.',
    formula: `bid × ${SHARES_PER_CONTRACT} × contracts`,
    why: 'You keep it whatever happens.',
    example: '1.90 for one contract: $190.',
  }),
  defineTerm({
    id: 'max_profit',
    term: 'max profit',
    synonyms: ['maximum profit'],
    sentence: "What the trade earns if the stock ends at or above the strike, from today's price.",
    formula: `(strike − price + premium + dividends) × ${SHARES_PER_CONTRACT} × contracts`,
    why: 'A covered call caps your profit; the shares alone do not.',
    example: '(105 − 100 + 1.90) × 100: $690.',
  }),
  defineTerm({
    id: 'breakeven',
    term: 'breakeven',
    synonyms: ['break-even', 'break even'],
    sentence: 'The price at which stock and premium together neither gain nor lose.',
    formula: 'price − premium − dividends',
    why: 'Below it, the trade loses dollar for dollar with the stock.',
    example: '100 − 1.90: $98.10.',
  }),
  defineTerm({
    id: 'cushion',
    term: 'cushion',
    synonyms: ['protection', 'downside protection'],
    sentence: 'How far the stock can fall before the position loses money.',
    formula: 'premium / price × 100',
    why: 'It is small compared with how far a stock can fall: the premium softens a loss but does not insure against it.',
    example: '1.90 on $100: 1.90%.',
  }),
  defineTerm({
    id: 'time_value_protection',
    term: 'time-value protection',
    sentence: 'How far the stock can fall before the static return shrinks; 0 unless the call is in the money.',
    formula: 'max(0, price − strike) / price × 100',
    why: 'An ITM call buys this protection with the upside it gives up.',
  }),
  defineTerm({
    id: 'crossover_price',
    term: 'crossover price',
    sentence: 'Strike plus premium: above it, the stock alone would have earned more.',
    formula: 'strike + premium',
    why: 'Above it, you would have been better off without the call.',
    example: '105 + 1.90: $106.90.',
  }),
  defineTerm({
    id: 'headroom',
    term: 'headroom',
    sentence: 'How far the strike is above the price, as a percentage of the price.',
    formula: '(strike − price) / price × 100',
    why: 'The room the stock has before the shares are at risk; negative in the money.',
    thresholds: `Under ${POSITION_LIMITS.letAssignHeadroomPct}% in the last ${POSITION_LIMITS.lastDays} days, the rules let the shares go.`,
    example: '(105 − 100) / 100: 5.00%.',
  }),
  defineTerm({
    id: 'headroom_em',
    term: 'headroom in expected moves',
    synonyms: ['headroom/em', 'headroom em'],
    sentence: 'Headroom divided by the expected move over the days left.',
    formula: '(strike − price) / (price × IV × √(days / 365))',
    why: 'Five percent is far for a calm stock and close for a wild one. This measures the distance in the stock’s own moves.',
    thresholds: `Under ${POSITION_LIMITS.minHeadroomEm}, the rules say to close.`,
    example: '5 / 7.17 at an IV of 25%: 0.70.',
  }),
  defineTerm({
    id: 'best_call',
    term: 'best call',
    synonyms: ['best contract', 'best strike'],
    sentence:
      'The call with the highest annualized yield among the liquid calls that pass the rules for delta and days; if none is liquid, among the others that pass.',
    why: 'One call represents the stock in the screener, chosen the same way everywhere.',
    thresholds: `${standardDays.min} to ${standardDays.max} days (else ${wideDays.min} to ${wideDays.max}), out of the money, delta ${delta.min} to ${delta.max}. Liquid: spread at most ${liquid.maxSpreadPctOfMid}% of the mid or ${dollars(liquid.maxSpreadUsd)}, open interest at least ${liquid.minOpenInterest}. If no call is liquid, a thin one: spread at most ${thin.maxSpreadPctOfMid}%, open interest at least ${thin.minOpenInterest}.`,
  }),
  defineTerm({
    id: 'best_dte',
    term: 'best DTE',
    synonyms: ['days of the best call'],
    sentence: 'Calendar days until the best call expires.',
    why: 'Shows how long the yield next to it lasts.',
    thresholds: `${standardDays.min} to ${standardDays.max} days, or ${wideDays.min} to ${wideDays.max} if none fits.`,
  }),
  defineTerm({
    id: 'candidate',
    term: 'candidate',
    synonyms: ['candidate score'],
    sentence: 'A call that matches the criteria of a search, with its figures, score and reasons.',
    why: 'A list of candidates shows what you give up by choosing another strike or month.',
  }),
  defineTerm({
    id: 'qualified_covered_call',
    term: 'qualified covered call',
    synonyms: ['qcc', 'qualified'],
    sentence: 'A covered call with favorable US tax treatment: its term and strike are within set limits.',
    why: 'A call that is not qualified can suspend the holding period of the shares. Ask a tax adviser.',
    thresholds: `More than ${QUALIFIED_CALL_LIMITS.minTermDays} days to expiration, and a strike not too far in the money.`,
  }),
]
