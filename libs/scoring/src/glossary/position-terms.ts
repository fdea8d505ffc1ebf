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

/** What opens each rule's sentence. */
const ruleSentences: Readonly<Record<RuleId, string>> = {
  roll_out_and_up: 'Buy the call back and sell one with a later expiration and a higher strike.',
  let_assign: 'Let the shares be sold at the strike.',
  close_half_profit: 'Buy the call back: most of its premium is earned early.',
  close: 'Buy the call back: it leaves too little room, or pays too little.',
}

/** A rule of the recommendation, its conditions as the rule itself has them. */
function defineRule({ id, label, join, conditions, why }: (typeof RECOMMENDATION_RULES)[number]): GlossaryTerm {
  const told = conditions.map((condition) => {
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
    thresholds: asSentence(told.join(join === 'all' ? ' and ' : ' or ')),
  })
}

/** What you hold, what it has earned and what the rules say of it. */
export const positionTerms = [
  defineTerm({
    id: 'position',
    term: 'position',
    synonyms: ['covered call position'],
    sentence: 'Shares and a call written against them, as its owner entered it.',
    why: 'All figures of the portfolio are worked out from what was entered and from the market.',
  }),
  defineTerm({
    id: 'contracts',
    term: 'contracts',
    sentence: `How many calls were sold, each on ${SHARES_PER_CONTRACT} shares.`,
    why: 'More calls than hundreds of shares would be naked: their loss has no end.',
  }),
  defineTerm({
    id: 'entry_price',
    term: 'entry price',
    sentence: 'What one share cost when the position was opened.',
    why: 'Profit and yield of a position are measured on it.',
  }),
  defineTerm({
    id: 'entry_premium',
    term: 'entry premium',
    synonyms: ['entry prem.'],
    sentence: 'The premium received when the call was sold, per share.',
    why: 'What the position earns at most from its call.',
  }),
  defineTerm({
    id: 'stock_pnl',
    term: 'stock P&L',
    synonyms: ['stock pnl'],
    sentence:
      'What the shares gained or lost since the entry; if the call is presumed assigned, until the close of its last day.',
    formula: '(price − entry price) × shares',
    why: 'Beside the premium it is what the position really stands on.',
  }),
  defineTerm({
    id: 'option_pnl',
    term: 'option P&L',
    synonyms: ['option pnl'],
    sentence: 'What the call gained or lost since the entry; once expired, until the close of its last day.',
    formula: '(entry premium − premium now) × shares',
    why: 'A loss here in a rising market is the other side of the gain of the shares.',
  }),
  defineTerm({
    id: 'cc_pnl',
    term: 'covered-call P&L',
    synonyms: ['cc p&l', 'covered call p&l', 'p&l', 'pnl', 'profit and loss'],
    sentence: 'Stock and option together: what closing the whole position at once would have made.',
    formula: 'stock P&L + option P&L',
    why: 'The one figure that tells whether the covered call paid.',
    thresholds: `From ${POSITION_LIMITS.actionPnlPct} % of what the shares cost it counts as an action.`,
  }),
  defineTerm({
    id: 'profit_captured',
    term: 'profit captured',
    sentence: 'The share of the premium that buying back at the mid would keep.',
    formula: '(entry premium − premium now) / entry premium × 100',
    why: 'What is left to earn shrinks while the risk stays.',
    thresholds: `${POSITION_LIMITS.profitCapturedPct} % within ${POSITION_LIMITS.timeElapsedPct} % of the time: the rules say to close.`,
    example: 'Sold at $2.00, now $0.80: 60 % captured.',
  }),
  defineTerm({
    id: 'time_elapsed',
    term: 'time elapsed',
    sentence: 'The share of the term, from entry to expiration, that is over.',
    formula: 'days since entry / days from entry to expiration × 100',
    why: 'Half the profit in a quarter of the time is a reason to take it.',
  }),
  defineTerm({
    id: 'cost_to_close',
    term: 'cost to close',
    synonyms: ['buy back', 'buyback'],
    sentence: 'What buying the call back at the ask would take, dollars of the whole position.',
    formula: 'ask × shares',
    why: 'The price of keeping the shares.',
  }),
  defineTerm({
    id: 'recommendation',
    term: 'recommendation',
    sentence: 'What the first rule of a fixed order says of a position; N/A while an unknown figure decides.',
    why: RECOMMENDATION_NOTE,
    thresholds: `${RECOMMENDATION_RULES.map(({ label }) => label).join(', ')}, else Hold: the first that holds.`,
  }),
  ...RECOMMENDATION_RULES.map(defineRule),
  defineTerm({
    id: 'hold',
    term: 'Hold',
    sentence: 'No rule asks for anything: wait.',
    why: 'Time works for the writer of a call.',
  }),
  defineTerm({
    id: 'attention',
    term: 'attention',
    synonyms: ['need attention', 'other reasons'],
    sentence: 'Reasons to look at a position; actions have a count of their own.',
    why: 'Of many positions it names the few that something happens to.',
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
    why: 'Orders the list: the most urgent stands first.',
    thresholds: `${ATTENTION_LEVELS.map(({ level, label }) => `${level}: ${label}`).join('; ')}.`,
  }),
  defineTerm({
    id: 'dividend_at_stake',
    term: 'dividend at stake',
    synonyms: ['dividends at stake'],
    sentence: 'The dollars that early exercise for a dividend would take from the position.',
    formula: '(dividend − time value left) × shares',
    why: 'Rolling or buying back before the ex-date saves it, if that costs less.',
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
    sentence: 'Bid of the new call less ask of the old one less fees; a debit when negative.',
    formula: 'new bid − old ask − fees',
    why: 'A roll for a debit pays to stay in the trade.',
    example: 'New call 2.40 bid, old call 1.90 ask: a credit of $0.50 a share before fees.',
  }),
]
