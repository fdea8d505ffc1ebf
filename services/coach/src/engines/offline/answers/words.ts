import { findTerm, type GlossaryTerm } from '@callwright/scoring/glossary'
import { answerFact, answerNearest, explainMissing, NO_ADVICE } from '../answer-fact.ts'
import { askBack, explain, isKnown, say } from '../replies.ts'
import type { Answered, Reply, Session } from '../session.ts'

/** Other words for terms of the glossary. Longer ones first. */
const OTHER_WORDS = `
early exercise=early_assignment; exercised early=early_assignment; assigned early=early_assignment; called early=early_assignment; assigned before expiration=early_assignment
odds of assignment=chance_assigned; chance of assignment=chance_assigned; assignment risk=exercise; assigned=exercise; called away=exercise; deep itm=moneyness
include the dividend=annualized_yield; include dividends=annualized_yield; keep the premium=premium; keep the dividend=ex_date; gets the dividend=ex_date; pays a dividend=early_assignment; rolling=roll; rolled=roll; extrinsic=time_value
max gain=max_profit; downside protection=cushion; p&l=cc_pnl; annual yield=annualized_yield; annualized return=annualized_yield; yield=annualized_yield; iv=implied_volatility
time decay=theta; decay=theta; drops below=covered_call; above my strike=exercise; weeklies=days_to_expiration; monthlies=days_to_expiration; itm=moneyness; otm=moneyness
happens at expiration=expiration; buy write=covered_call; buy-write=covered_call; covered calls=covered_call; the wheel=cash_secured_put; score=callwright_rating
ex div=ex_date; dividend=dividend_yield; lose my shares=exercise; risk=covered_call; pros and cons=covered_call; sell calls=covered_call; downside=covered_call; selling calls=covered_call
a year=annualized_yield; put=put; puts=put; buying a put=put; wash sale=wash_sale; ira=account_tax; 401k=account_tax; 1099=tax_report; holding period=holding_period; qualified dividend=holding_period; long term=holding_period
short term=premium_tax; taxed=premium_tax; tax=premium_tax; taxes=premium_tax; section 1256=premium_tax; capital gains=holding_period; premiums=premium
`
const otherWords = new Map(
  OTHER_WORDS.trim()
    .split(/;\s|\n/u)
    .map((entry) => entry.split('=') as [string, string]),
)
/** Terms that are rarely what a question is about. */
export const weak = new Set([
  'company_name',
  'current_price',
  'symbol',
  'sector',
  'position',
  'contracts',
  'options_available',
  'market_cap',
  'premium',
  'strike',
  'covered_call',
  'close',
  'hold',
  'actions',
  'chain',
  'volume',
  'premium_tax',
])
const MAX_TERM_WORDS = 5

/** Glossary terms in a text, in their order. A term that is rarely the subject counts only if it is the only one. */
export function findTerms(text: string): readonly GlossaryTerm[] {
  const words = text.match(/[\p{L}\p{N}%&'/-]+/gu) ?? []
  const found: GlossaryTerm[] = []
  for (let from = 0; from < words.length; from += 1) {
    for (let length = Math.min(MAX_TERM_WORDS, words.length - from); length > 0; length -= 1) {
      const phrase = words.slice(from, from + length).join(' ')
      if (length === 1 && /^(?:options?|calls?|stocks?|is|the|what|live|price|data|close)$/u.test(phrase)) continue
      const term = findTerm(otherWords.get(phrase) ?? phrase)
      if (term === null || phrase.length < 2) continue
      found.push(term)
      from += length - 1
      break
    }
  }
  const strong = found.filter(({ id }) => !weak.has(id))
  return [...new Set(strong.length > 0 ? strong : found.slice(0, 1))]
}

export const IS_PAIR = /\bdiff\w*\b|\bversus\b|\bvs\b|\bcompared? to\b/u

export async function answerConcept({ question, named, ask }: Session): Promise<Reply> {
  const terms = findTerms(question.text)
  const wanted = IS_PAIR.test(question.text) ? terms.slice(0, 2) : terms.slice(0, 1)
  const plain = named
    .replace(
      /\b(?:explain|define|what|what's|is|are|an?|the|does|do|mean|of|please|can|you|tell|me|to|how|works?|in|about|stands? for)\b/gu,
      ' ',
    )
    .replace(/[^\p{L}\p{N} &%/-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const answers: Answered[] = []
  for (const term of wanted.length > 0 ? wanted.map(({ id }) => id) : [(plain === '' ? named : plain).slice(0, 80)]) {
    const found = await ask('explain_concept', { term })
    if (!found.ok) return explainMissing(question.text) ?? explain(found)
    answers.push(found)
  }
  const lines = answers.map(
    ({ at, result }) =>
      `${String(result.term).charAt(0).toUpperCase()}${String(result.term).slice(1)}: ${at('sentence')}${answers.length > 1 ? '' : ` ${at('why')}`}`,
  )
  const [first] = answers
  const more =
    first === undefined || answers.length > 1
      ? null
      : isKnown(first.result.thresholds)
        ? `Thresholds: ${first.at('thresholds')}`
        : isKnown(first.result.formula)
          ? `Formula: ${first.at('formula')}`
          : null
  const example =
    first !== undefined && answers.length === 1 && isKnown(first.result.example)
      ? `Example: ${first.at('example')}`
      : null
  return say([...lines, more, example].slice(0, 3), first ?? null)
}

export async function answerTax(session: Session): Promise<Reply> {
  const { question, ask } = session
  const isTax = ({ id }: GlossaryTerm) => TAX_TERMS.has(id)
  const [term] = findTerms(question.text).filter(isTax)
  const found = await ask('explain_concept', { term: term?.id ?? 'premium_tax' })
  if (!found.ok) return explain(found)
  const { at } = found
  return say([`${at('sentence')} ${at('why')}`, NO_ADVICE], found)
}
const TAX_TERMS = new Set([
  'qualified_covered_call',
  'wash_sale',
  'holding_period',
  'premium_tax',
  'account_tax',
  'tax_report',
  'adjusted_cost',
])

/** Trades that should come from a broker by themselves. */
const CONNECTS = /\b(?:connect|link|sync|hook|pull|grab|fetch|feed|automatic\w*|by (?:itself|themselves))\b/u
const OF_BROKERS =
  /\bbroker\w*|\baccounts?\b|\bmy (?:positions|trades|holdings)\b(?!.*\b(?:csv|file|spreadsheet|excel)\b)/u

const NO_HELP =
  'The app has no help on that. Help covers positions, imports, the screener, columns, weights, the chain, the chart, settings and this coach.'

export async function answerHelp(session: Session): Promise<Reply> {
  const { question, ask } = session
  if (CONNECTS.test(question.text) && OF_BROKERS.test(question.text)) return answerFact(session, 'app_broker_password')
  const found = await ask('app_help', { topic: question.text.slice(0, 120) })
  if (!found.ok) return (await answerNearest(session)) ?? say([NO_HELP])
  const { at, result } = found
  const steps = Array.isArray(result.steps) ? result.steps.map((_step, index) => at(`steps.${index}`)) : []
  return say([`${at('title')}: ${steps[0] ?? ''}`, steps.slice(1).join(' ')], found)
}

export const answerAbilities = async ({ question }: Session): Promise<Reply> =>
  askBack(
    `${/\bthank/u.test(question.text) ? 'You are welcome. ' : ''}I answer questions about covered calls with the figures of this app: calls to sell, stocks, your positions, rolls, returns, dates and terms.`,
    [],
    ['Find options for AAPL', 'Which stocks have the best covered call scores?', 'Review my portfolio'],
  )

/** Requests that the product does not serve: one sentence, and where to go instead. */
export const answerNews = async ({ question }: Session): Promise<Reply> => {
  const [symbol] = question.slots.stocks
  return askBack(
    `I have no news, company reports or analyst opinions${symbol === undefined ? '' : ` on ${symbol}`}; the company’s investor page or your broker has them. I can show the price, volatility and upcoming dates.`,
    symbol === undefined
      ? []
      : [
          { label: `Overview of ${symbol}`, intent: 'stock', slots: question.slots },
          { label: `Dates of ${symbol}`, intent: 'dates', slots: question.slots },
        ],
    ['Which events are coming up for my positions?'],
  )
}
const NAMED_RULES = 4

/** Says which alerts are set and where the user sets one: the coach cannot. */
export async function answerAlert({ question, ask }: Session): Promise<Reply> {
  const place = 'You set alerts on the Alerts page: on a position, a stock or a saved screen, with your limit.'
  const found = await ask('alert_rules', {})
  if (!found.ok) return explain(found)
  const { at, result } = found
  const asksList = /\b(?:which|what|show|list|any|my)\b/u.test(question.text)
  if (result.rules === 0) {
    return say([asksList ? `No alerts are set. ${place}` : `I cannot set an alert for you. ${place}`], found)
  }
  const rows = Array.isArray(result.rows) ? result.rows.slice(0, NAMED_RULES) : []
  const named = rows.map((_row, index) => at(`rows.${index}.rule`)).join('; ')
  const rest = Number(result.rules) > rows.length ? '; the Alerts page has the others' : ''
  const count = `Alert rules: ${at('rules')}, of which ${at('active')} are on; unread messages: ${at('unread')}.`
  return say([asksList ? count : `I cannot set an alert for you. ${place}`, `${named}${rest}.`], found)
}
