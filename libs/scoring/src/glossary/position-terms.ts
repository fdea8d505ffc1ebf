import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { ATTENTION_LEVELS, ATTENTION_REASONS } from '../position/attention.ts'
import { POSITION_LIMITS } from '../position/limits.ts'
import { RECOMMENDATION_NOTE } from '../recommendation/recommend.ts'
import { COMPARISONS, RECOMMENDATION_RULES, RULE_FACTS, RULE_FIGURES, type RuleId } from '../recommendation/rules.ts'
import { asSentence } from '../wording.ts'
import { defineTerm, type GlossaryTerm } from './term.ts'

const actions = ATTENTION_REASONS.filter(({ group }) => group === 'action')
const others = ATTENTION_REASONS.filter(({ group }) => group === 'other')
const labels = (reasons: typeof ATTENTION_REASONS) => `${reasons.map(({ label }) => label).join('; ')}.`

/** Advice of each rule, in one sentence. */
const ruleSentences: Readonly<Record<RuleId, string>> = {
  roll_out_and_up: 'Buy the call back and sell one with a later expiration and a higher strike.',
  let_assign: 'Let the shares be sold at the strike.',
  close_half_profit: 'Buy the call back: half of its premium was earned early.',
  close: 'Buy the call back: the strike is too close or the premium pays too little.',
}

/** Defines the glossary term for a recommendation rule, with the rule's conditions as thresholds. */
function defineRule({ id, label, join, conditions, why }: (typeof RECOMMENDATION_RULES)[number]): GlossaryTerm {
  const phrases = conditions.map((condition) => {
    if (!('comparison' in condition)) return RULE_FACTS[condition.input].yes
    const { label: figure, format } = RULE_FIGURES[condition.input]
    return `${figure} is ${COMPARISONS[condition.comparison].words} ${format(condition.limit)}`
  })
  return defineTerm({
    id,
    term: label,
    synonyms: [id.replaceAll('_', ' ')].filter((word) => word !== label.toLowerCase()),
    sentence: ruleSentences[id],
    why,
    thresholds: asSentence(phrases.join(join === 'all' ? ' and ' : ' or ')),
  })
}

export const positionTerms = [
  defineTerm({
    id: 'position',
    term: 'position',
    synonyms: ['covered call position'],
    sentence: 'Shares and a call sold against them, as you entered them.',
    why: 'All figures of the portfolio are calculated from what you entered and from the market.',
  }),
  defineTerm({
    id: 'chain',
    term: 'chain',
    synonyms: ['campaign'],
    sentence: 'All calls written one after another on the same shares, with their rolls and dividends.',
    why: 'A roll closes one call at a loss and opens another: only the chain shows what both brought.',
  }),
  defineTerm({
    id: 'adjusted_cost',
    term: 'premium-adjusted cost',
    synonyms: ['adjusted cost'],
    sentence: 'The cost of the shares held, less the premium kept and the premium of open calls, per share.',
    why: 'A call sold below it locks in a loss of the whole chain if the shares are called.',
  }),
  defineTerm({
    id: 'holding_comparison',
    term: 'versus holding',
    sentence: 'The result of a chain, less the result of the same shares with no calls written on them.',
    why: 'Premium is income only as long as it is more than the upside that the calls gave away.',
  }),
  defineTerm({
    id: 'contracts',
    term: 'contracts',
    sentence: `How many calls were sold, each on ${SHARES_PER_CONTRACT} shares.`,
    why: 'Calls that your shares do not cover are naked: their loss is unlimited.',
  }),
  defineTerm({
    id: 'entry_price',
    term: 'entry price',
    sentence: 'The price of one share when the position was opened.',
    why: "The position's profit and yield are measured from it.",
  }),
  defineTerm({
    id: 'entry_premium',
    term: 'entry premium',
    synonyms: ['entry prem.'],
    sentence: 'The premium received when the call was sold, per share.',
    why: 'The most the position can earn from its call.',
  }),
  defineTerm({
    id: 'stock_pnl',
    term: 'stock P&L',
    synonyms: ['stock pnl'],
    sentence:
      'The gain or loss on the shares since entry; if the call is presumed assigned, up to the close of its last day.',
    formula: '(price − entry price) × shares',
    why: 'Apart from the premium, it decides the result of the position.',
  }),
  defineTerm({
    id: 'option_pnl',
    term: 'option P&L',
    synonyms: ['option pnl'],
    sentence: 'The gain or loss on the call since entry; once expired, up to the close of its last day.',
    formula: '(entry premium − premium now) × shares',
    why: 'In a rising market, a loss here offsets the gain on the shares.',
  }),
  defineTerm({
    id: 'cc_pnl',
    term: 'covered-call P&L',
    synonyms: ['cc p&l', 'covered call p&l', 'p&l', 'pnl', 'profit and loss'],
    sentence: 'Stock and option together: the result of closing the whole position now.',
    formula: 'stock P&L + option P&L',
    why: 'The one figure that shows whether the covered call paid off.',
    thresholds: `At ${POSITION_LIMITS.actionPnlPct}% of the cost of the shares, it counts as an action.`,
  }),
  defineTerm({
    id: 'profit_captured',
    term: 'profit captured',
    sentence: 'The percentage of the premium you keep if you buy the call back at the mid.',
    formula: '(entry premium − premium now) / entry premium × 100',
    why: 'As it grows, there is less left to earn for the same risk.',
    thresholds: `${POSITION_LIMITS.profitCapturedPct}% within ${POSITION_LIMITS.timeElapsedPct}% of the time: the rules say to close.`,
    example: 'Sold at $2.00, now $0.80: 60% captured.',
  }),
  defineTerm({
    id: 'time_elapsed',
    term: 'time elapsed',
    sentence: 'The percentage of the term, from entry to expiration, that has passed.',
    formula: 'days since entry / days from entry to expiration × 100',
    why: 'Half the profit in a quarter of the time is a reason to take it.',
  }),
  defineTerm({
    id: 'cost_to_close',
    term: 'cost to close',
    synonyms: ['buy back', 'buyback'],
    sentence: 'What it costs to buy back the position’s calls at the ask, in dollars.',
    formula: 'ask × shares',
    why: 'It is the price of keeping the shares.',
  }),
  defineTerm({
    id: 'recommendation',
    term: 'recommendation',
    sentence:
      'What the first rule that applies, in a fixed order, says to do with a position; N/A if a figure needed to decide is missing.',
    why: RECOMMENDATION_NOTE,
    thresholds: `${RECOMMENDATION_RULES.map(({ label }) => label).join(', ')}, else Hold: the first that applies.`,
  }),
  ...RECOMMENDATION_RULES.map(defineRule),
  defineTerm({
    id: 'hold',
    term: 'Hold',
    sentence: 'No rule applies: wait.',
    why: 'Time works for the seller of a call.',
  }),
  defineTerm({
    id: 'attention',
    term: 'attention',
    synonyms: ['need attention', 'other reasons'],
    sentence: 'Reasons to look at a position; actions are counted separately.',
    why: 'Points out the few positions where something is happening.',
    thresholds: labels(others),
  }),
  defineTerm({
    id: 'actions',
    term: 'actions',
    synonyms: ['action'],
    sentence: 'Positions with at least one of three reasons to act, each counted once.',
    why: 'The number to bring to 0 each morning.',
    thresholds: labels(actions),
  }),
  defineTerm({
    id: 'attention_level',
    term: 'urgency',
    synonyms: ['attention level', 'level'],
    sentence: 'How soon a position deserves a look, from 0 to 3.',
    why: 'Sorts the list, most urgent first.',
    thresholds: `${ATTENTION_LEVELS.map(({ level, label }) => `${level}: ${label}`).join('; ')}.`,
  }),
  defineTerm({
    id: 'dividend_at_stake',
    term: 'dividend at stake',
    synonyms: ['dividends at stake'],
    sentence: 'The dollars the position would lose to early exercise for a dividend.',
    formula: '(dividend − time value left) × shares',
    why: 'Rolling or buying back before the ex-date saves them, if that costs less.',
    example: 'Dividend $0.45, time value $0.30, 200 shares: $30.',
  }),
  defineTerm({
    id: 'roll',
    term: 'roll',
    synonyms: ['rolling'],
    sentence: 'Buying an open call back and selling another against the same shares.',
    why: 'Keeps the shares and buys time or a higher strike.',
  }),
  defineTerm({
    id: 'net_credit',
    term: 'net credit',
    synonyms: ['roll credit'],
    sentence: 'Bid of the new call minus ask of the old one minus fees; a debit if negative.',
    formula: 'new bid − old ask − fees',
    why: 'With a debit, you pay to stay in the trade.',
    example: 'New call bid 2.40, old call ask 1.90: a credit of $0.50 a share before fees.',
  }),
]
