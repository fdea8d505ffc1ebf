import { DIVIDEND_TEST_DAYS } from '../assignment/early-assignment.ts'
import { EXERCISE_BY_EXCEPTION_USD, PIN_RISK_FRAC } from '../assignment/expiry.ts'
import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { CALL_VOLUME_DAYS } from '../candidates/volume.ts'
import { WIDE_SPREAD_PCT_OF_MID } from '../chain/call-quote.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { AT_THE_MONEY_FRAC } from '../returns/moneyness.ts'
import { dollars } from '../wording.ts'
import { defineTerm } from './term.ts'

const { liquid, thin } = BEST_CALL_RULES
const atTheMoney = `${AT_THE_MONEY_FRAC * 100} %`

/** Options: what is traded, at what price, and how it ends. */
export const contractTerms = [
  defineTerm({
    id: 'covered_call',
    term: 'covered call',
    synonyms: ['buy-write', 'cc'],
    sentence: `A short call written against ${SHARES_PER_CONTRACT} owned shares per contract.`,
    why: 'The premium is yours at once; in return the gain of the shares ends at the strike, and their loss stays yours.',
    example: 'Own 100 shares at $100 and sell the call of 105 for $1.90: you keep $190 and sell at $105 if called.',
  }),
  defineTerm({
    id: 'strike',
    term: 'strike',
    synonyms: ['strike price', 'exercise price'],
    sentence: 'The price at which the shares are sold if the call is exercised.',
    why: 'The higher the strike, the more of a rise is yours and the less premium you get.',
  }),
  defineTerm({
    id: 'expiration',
    term: 'expiration',
    synonyms: ['expiry', 'expiration date', 'expiry date'],
    sentence: 'The New York day at whose close an option ends.',
    why: 'After it the call is worthless or the shares are sold; a later one pays more in all and less a day.',
  }),
  defineTerm({
    id: 'days_to_expiration',
    term: 'days to expiration',
    synonyms: ['dte', 'days', 'days left'],
    sentence: "New York calendar days from today, by the market's clock, to the expiration day, at least 0.",
    formula: 'expiration day − today',
    why: 'Time value melts fastest in the last weeks: most calls are written a month or so ahead.',
    thresholds: `The best call is looked for at ${BEST_CALL_RULES.standardDays.min} to ${BEST_CALL_RULES.standardDays.max} days, else at ${BEST_CALL_RULES.wideDays.min} to ${BEST_CALL_RULES.wideDays.max}.`,
  }),
  defineTerm({
    id: 'premium',
    term: 'premium',
    synonyms: ['option price'],
    sentence: 'What the writer receives for the call, per share.',
    formula: `one contract = premium × ${SHARES_PER_CONTRACT}`,
    why: 'It is the whole income of the trade, and all that softens a fall of the shares.',
    example: 'A premium of $1.90 is $190 a contract.',
  }),
  defineTerm({
    id: 'bid',
    term: 'bid',
    synonyms: ['bid price'],
    sentence: 'What somebody offers to pay now, per share: a call is sold at the bid.',
    why: 'What you get at once; every return here is counted from it.',
  }),
  defineTerm({
    id: 'ask',
    term: 'ask',
    synonyms: ['offer', 'ask price'],
    sentence: 'What a seller asks now, per share: a call is bought back at the ask.',
    why: 'It is what getting out costs at once.',
  }),
  defineTerm({
    id: 'mid',
    term: 'mid',
    synonyms: ['mid price', 'midpoint', 'current premium'],
    sentence: 'The mean of bid and ask.',
    formula: '(bid + ask) / 2',
    why: 'The fairest single guess of what a call is worth: volatility, Greeks and the worth of your position rest on it.',
    example: 'Bid 1.90, ask 2.10: mid 2.00.',
  }),
  defineTerm({
    id: 'bid_ask_spread',
    term: 'spread',
    synonyms: ['bid-ask spread'],
    sentence: 'What lies between bid and ask.',
    formula: 'ask − bid, or (ask − bid) / mid × 100 in percent',
    why: 'Half of it is lost on each trade, so that a wide one eats the premium.',
    thresholds: `A call is liquid up to ${liquid.maxSpreadPctOfMid} % of the mid or ${dollars(liquid.maxSpreadUsd)}; above ${WIDE_SPREAD_PCT_OF_MID} % one that is not cannot be the best call.`,
    example: 'Bid 1.90, ask 2.10: a spread of $0.20, 10.0 % of the mid.',
  }),
  defineTerm({
    id: 'intrinsic_value',
    term: 'intrinsic value',
    sentence: 'What exercise at once would bring, at least 0.',
    formula: 'price − strike for a call, strike − price for a put',
    why: 'This part of a premium is not earned: the shares are given away below their price for it.',
  }),
  defineTerm({
    id: 'time_value',
    term: 'time value',
    synonyms: ['extrinsic value', 'extrinsic', 'time premium'],
    sentence: 'Premium less intrinsic value; before an ex-date also called extrinsic value.',
    formula: 'premium − max(0, price − strike)',
    why: 'It is what a writer really earns if the price stays, and what a holder gives up by exercising early.',
    example: 'Stock at $108, call of 105 at $4.00: $3.00 of intrinsic value, $1.00 of time value.',
  }),
  defineTerm({
    id: 'moneyness',
    term: 'moneyness',
    synonyms: ['itm', 'atm', 'otm', 'in the money', 'at the money', 'out of the money'],
    sentence: `ITM where exercise would pay, OTM where it would not, ATM where the strike is within ${atTheMoney} of the price.`,
    why: 'A call out of the money leaves room for a rise; one in the money is likely to take the shares.',
    thresholds: `ATM within ${atTheMoney} of the price.`,
  }),
  defineTerm({
    id: 'option_volume',
    term: 'option volume',
    synonyms: ['contract volume', 'call volume'],
    sentence: 'Contracts of one option traded in the session.',
    why: 'A call that trades can be left at a fair price.',
  }),
  defineTerm({
    id: 'open_interest',
    term: 'open interest',
    synonyms: ['oi', 'best call oi', 'best_call_oi'],
    sentence: 'Contracts of one option that are open, as counted after the session before.',
    why: 'The more are held, the easier it is to find somebody to trade with.',
    thresholds: `At least ${liquid.minOpenInterest} for a liquid call, ${thin.minOpenInterest} for a best call.`,
  }),
  defineTerm({
    id: 'avg_call_volume',
    term: 'average call volume',
    synonyms: ['avg call volume'],
    sentence: `Contracts traded per listed call of up to ${CALL_VOLUME_DAYS} days, averaged over the sessions known.`,
    formula: 'call volume / listed calls',
    why: "Shows whether the stock's options are traded at all, whichever strike you choose.",
  }),
  defineTerm({
    id: 'exercise',
    term: 'exercise and assignment',
    synonyms: ['exercise', 'assignment', 'assigned', 'called away'],
    sentence: 'The holder of the call buys the shares at the strike, and one of its writers must sell them.',
    why: 'Assignment is the end a covered call allows for: you sell at the strike and keep the premium.',
    thresholds: `At expiration calls ${dollars(EXERCISE_BY_EXCEPTION_USD)} or more in the money are exercised unless their holder says otherwise.`,
  }),
  defineTerm({
    id: 'early_assignment',
    term: 'early assignment',
    synonyms: ['early exercise', 'dividend risk'],
    sentence: 'Exercise of a short call before expiration, likely when a dividend exceeds its time value.',
    formula: 'dividend > premium − (price − strike), the call in the money',
    why: 'The shares go the day before the ex-date, and the dividend with them.',
    thresholds: `Judged in the ${DIVIDEND_TEST_DAYS} days before an ex-date.`,
    example: 'Dividend $0.45, time value left $0.30: exercise gains its holder $0.15 a share.',
  }),
  defineTerm({
    id: 'pin_risk',
    term: 'pin risk',
    sentence: `The stock closes the expiration day within ${PIN_RISK_FRAC * 100} % of the strike.`,
    why: 'Whether the shares are sold is then decided by news after the close, and you learn of it over the weekend.',
    thresholds: `Within ${PIN_RISK_FRAC * 100} % of the strike, on either side.`,
  }),
  defineTerm({
    id: 'ex_date',
    term: 'ex-date',
    synonyms: ['ex-dividend date', 'ex dividend'],
    sentence: 'The first day on which a buyer no longer gets the dividend; the price drops by it.',
    why: 'Before it a call in the money may be exercised early for the dividend.',
  }),
  defineTerm({
    id: 'quote_warning',
    term: 'quote warning',
    synonyms: ['notes', 'flags', 'wide spread', 'crossed quote', 'no bid'],
    sentence: 'What is odd about a quote: no bid, crossed, wide, not traded today, no open interest, no volatility.',
    why: 'A call with a warning may not trade at the price shown.',
  }),
]
