import { DIVIDEND_TEST_DAYS } from '../assignment/early-assignment.ts'
import { EXERCISE_BY_EXCEPTION_USD, PIN_RISK_FRAC } from '../assignment/expiration.ts'
import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { CALL_VOLUME_DAYS } from '../candidates/select-candidates.ts'
import { WIDE_SPREAD_PCT_OF_MID } from '../chain/call-quote.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { AT_THE_MONEY_FRAC } from '../returns/headroom.ts'
import { dollars } from '../wording.ts'
import { defineTerm } from './term.ts'

const { liquid, thin } = BEST_CALL_RULES
const atTheMoney = `${AT_THE_MONEY_FRAC * 100}%`

export const contractTerms = [
  defineTerm({
    id: 'covered_call',
    term: 'covered call',
    synonyms: ['buy-write', 'cc'],
    sentence: `A call sold against shares you own, ${SHARES_PER_CONTRACT} per contract.`,
    why: 'You keep the premium. In return, gains above the strike go to the buyer, and losses on the shares stay yours.',
    example: 'Own 100 shares at $100 and sell the 105 call for $1.90: you collect $190 and sell at $105 if assigned.',
  }),
  defineTerm({
    id: 'put',
    term: 'put',
    synonyms: ['put option'],
    sentence: 'The right to sell 100 shares at the strike until expiration; a call is the right to buy them.',
    why: 'This app is about calls sold on shares you own. It quotes puts in the options chain, but rates, tracks and rolls calls only.',
  }),
  defineTerm({
    id: 'cash_secured_put',
    term: 'cash-secured put',
    synonyms: ['cash secured put', 'csp', 'wheel', 'the wheel'],
    sentence: 'A put sold with enough cash set aside to buy 100 shares at the strike if it is assigned.',
    why: 'The wheel sells cash-secured puts until shares are assigned, then covered calls until the shares are called away. This app covers the second half.',
  }),
  defineTerm({
    id: 'strike',
    term: 'strike',
    synonyms: ['strike price', 'exercise price'],
    sentence: 'The price at which you sell the shares if the call is exercised.',
    why: 'A higher strike leaves you more of a rise and pays less premium.',
  }),
  defineTerm({
    id: 'expiration',
    term: 'expiration',
    synonyms: ['expiry', 'expiration date', 'expiry date'],
    sentence: 'The day the option expires, at the market close in New York.',
    why: 'After it, the call is worthless or the shares are sold. A later date pays more in total but less per day.',
  }),
  defineTerm({
    id: 'days_to_expiration',
    term: 'days to expiration',
    synonyms: ['dte', 'days', 'days left'],
    sentence: 'Calendar days in New York from today to the expiration day, never below 0.',
    formula: 'expiration day − today',
    why: 'Time value decays fastest in the last weeks, so most calls are sold about a month out.',
    thresholds: `The best call is chosen from ${BEST_CALL_RULES.standardDays.min} to ${BEST_CALL_RULES.standardDays.max} days out, or from ${BEST_CALL_RULES.wideDays.min} to ${BEST_CALL_RULES.wideDays.max} if none qualifies.`,
  }),
  defineTerm({
    id: 'premium',
    term: 'premium',
    synonyms: ['option price'],
    sentence: 'The price you receive for selling the call, per share.',
    formula: `one contract = premium × ${SHARES_PER_CONTRACT}`,
    why: 'It is the whole income of the trade and its only cushion against a falling stock.',
    example: 'A premium of $1.90 is $190 per contract.',
  }),
  defineTerm({
    id: 'bid',
    term: 'bid',
    synonyms: ['bid price'],
    sentence: 'The highest price a buyer offers now, per share: you sell a call at the bid.',
    why: 'You can get this price right now, so every return here is based on it.',
  }),
  defineTerm({
    id: 'ask',
    term: 'ask',
    synonyms: ['offer', 'ask price'],
    sentence: 'The lowest price a seller accepts now, per share: you buy a call back at the ask.',
    why: 'It is what closing the call costs right now.',
  }),
  defineTerm({
    id: 'mid',
    term: 'mid',
    synonyms: ['mid price', 'midpoint', 'current premium'],
    sentence: 'The midpoint between bid and ask.',
    formula: '(bid + ask) / 2',
    why: 'The best single estimate of what a call is worth: volatility, Greeks and the value of your position are based on it.',
    example: 'Bid 1.90, ask 2.10: mid 2.00.',
  }),
  defineTerm({
    id: 'bid_ask_spread',
    term: 'spread',
    synonyms: ['bid-ask spread'],
    sentence: 'The difference between ask and bid.',
    formula: 'ask − bid, or (ask − bid) / mid × 100 in percent',
    why: 'Each trade costs about half of it, so a wide spread eats the premium.',
    thresholds: `A call is liquid up to ${liquid.maxSpreadPctOfMid}% of the mid or ${dollars(liquid.maxSpreadUsd)}. Above ${WIDE_SPREAD_PCT_OF_MID}%, a call that is not liquid cannot be the best call.`,
    example: 'Bid 1.90, ask 2.10: a spread of $0.20, 10.0% of the mid.',
  }),
  defineTerm({
    id: 'intrinsic_value',
    term: 'intrinsic value',
    sentence: 'The value of exercising the option now, never below 0.',
    formula: 'price − strike for a call, strike − price for a put',
    why: 'This part of the premium is not income: you give up the same amount by selling the shares below their price.',
  }),
  defineTerm({
    id: 'time_value',
    term: 'time value',
    synonyms: ['extrinsic value', 'extrinsic', 'time premium'],
    sentence: 'Premium minus intrinsic value, also called extrinsic value.',
    formula: 'premium − max(0, price − strike)',
    why: 'It is what you earn if the price stays put, and what a holder gives up by exercising early.',
    example: 'Stock at $108, 105 call at $4.00: $3.00 of intrinsic value, $1.00 of time value.',
  }),
  defineTerm({
    id: 'moneyness',
    term: 'moneyness',
    synonyms: ['itm', 'atm', 'otm', 'in the money', 'at the money', 'out of the money'],
    sentence: `ITM if exercise would pay, OTM if it would not, ATM if the strike is within ${atTheMoney} of the price.`,
    why: 'An OTM call leaves room for a rise; an ITM call is likely to take the shares.',
    thresholds: `ATM within ${atTheMoney} of the price.`,
  }),
  defineTerm({
    id: 'option_volume',
    term: 'option volume',
    synonyms: ['contract volume', 'call volume'],
    sentence: 'Contracts of one option traded in the session.',
    why: 'An actively traded call is easier to close at a fair price.',
  }),
  defineTerm({
    id: 'open_interest',
    term: 'open interest',
    synonyms: ['oi', 'best call oi', 'best_call_oi'],
    sentence: 'Open contracts of one option, as of the end of the previous session.',
    why: 'The higher it is, the easier the option is to trade.',
    thresholds: `At least ${liquid.minOpenInterest} for a liquid call, ${thin.minOpenInterest} for a best call.`,
  }),
  defineTerm({
    id: 'avg_call_volume',
    term: 'average call volume',
    synonyms: ['avg call volume'],
    sentence: `Contracts traded per listed call with up to ${CALL_VOLUME_DAYS} days to expiration, averaged over the known sessions.`,
    formula: 'call volume / listed calls',
    why: "Shows whether the stock's options trade at all, whatever strike you choose.",
  }),
  defineTerm({
    id: 'exercise',
    term: 'exercise and assignment',
    synonyms: ['exercise', 'assignment', 'assigned', 'called away'],
    sentence: 'The holder of the call buys the shares at the strike, and an assigned writer must sell them.',
    why: 'Assignment is a planned outcome of a covered call: you sell at the strike and keep the premium.',
    thresholds: `At expiration, calls that are ${dollars(EXERCISE_BY_EXCEPTION_USD)} or more in the money are exercised unless their holder decides otherwise.`,
  }),
  defineTerm({
    id: 'early_assignment',
    term: 'early assignment',
    synonyms: ['early exercise', 'dividend risk'],
    sentence: "Assignment before expiration, likely when a dividend exceeds the call's time value.",
    formula: 'dividend > premium − (price − strike), for a call in the money',
    why: 'You lose the shares the day before the ex-date, and the dividend with them.',
    thresholds: `Checked in the ${DIVIDEND_TEST_DAYS} days before an ex-date.`,
    example: 'Dividend $0.45, time value left $0.30: exercise gains the holder $0.15 a share.',
  }),
  defineTerm({
    id: 'pin_risk',
    term: 'pin risk',
    sentence: `The stock closes within ${PIN_RISK_FRAC * 100}% of the strike on expiration day.`,
    why: 'News after the close can then decide whether the shares are sold, and you find out over the weekend.',
    thresholds: `Within ${PIN_RISK_FRAC * 100}% of the strike, on either side.`,
  }),
  defineTerm({
    id: 'ex_date',
    term: 'ex-date',
    synonyms: ['ex-dividend date', 'ex dividend'],
    sentence: 'The first day on which a buyer no longer gets the dividend; the price drops by that amount.',
    why: 'A call in the money may be exercised just before it, for the dividend.',
  }),
  defineTerm({
    id: 'quote_warning',
    term: 'quote warning',
    synonyms: ['notes', 'flags', 'wide spread', 'crossed quote', 'no bid'],
    sentence: 'A problem with a quote: no bid, crossed, wide, not traded today, no open interest, no volatility.',
    why: 'A call with a warning may not trade at the price shown.',
  }),
]
