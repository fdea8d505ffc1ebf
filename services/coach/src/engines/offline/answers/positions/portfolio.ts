import { countOf, explain, isKnown, listRows, type Row, say } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { answerOwn } from '../own/answer-own.ts'
import { findFigures } from '../own/figures.ts'
import { answerIncome, readYear } from '../own/income.ts'
import { isSelective, readOwnText } from '../own/select.ts'

const MAX_NAMED = 4
const HOLDING = /\b(?:against|versus|vs|than|compare\w*|off|beat\w*|ahead of)\b.*\bh(?:o|e)ld\w*/u
/** Amounts of the whole ledger, closed calls included. */
const RECEIVED =
  /\b(?:premiums?|dividends?|income)\b.*\b(?:ever|got(?:ten)?|received|collected|taken|pocketed|so far|all time|total)\b|\b(?:ever|total|got(?:ten)?|received|collected)\b.*\b(?:premiums?|dividends?|income)\b/u
const EACH = /\b(?:each|every|per|open|left|position\w*)\b/u
const OVERALL =
  /\b(?:how (?:am i|is (?:my|the) (?:portfolio|account|book)|are my (?:positions|holdings)) doing|review|summary|overview)\b/u

/** The whole portfolio, unless the message names a figure, a property or a superlative. */
export async function answerPortfolio(session: Session): Promise<Reply> {
  const { question, today, ask } = session
  const { text, slots } = question
  const isHolding = HOLDING.test(text)
  if (RECEIVED.test(text) && !EACH.test(text)) return answerIncome(session)
  const selection = readOwnText(text, slots, today)
  const figures = findFigures(selection.rest)
  const isOfTotal =
    selection.superlative === null &&
    selection.conditions.every(({ key }) => key === 'cc_pnl') &&
    !EACH.test(text) &&
    slots.stocks.length === 0 &&
    figures.every(({ key }) => key === 'cc_pnl')
  const isSummary = isHolding || OVERALL.test(text) || (isOfTotal && (figures.length > 0 || /\bam i\b/u.test(text)))
  if (!isSummary && (isSelective(selection) || slots.stocks.length > 0 || figures.length > 0)) return answerOwn(session)
  const isIncome = /\bincome\b|\bpremiums?\b|\bbring in\b|\bbrought\b/u.test(text)
  const found = await ask('portfolio_review', { focus: isIncome ? 'income' : 'all' })
  if (!found.ok) return explain(found)
  const { at, result } = found
  if (result.positions === 0) return say(['No positions yet. You can add them on the Portfolio Tracking page.'], found)
  const left = describeLeftOut(found)
  if (isHolding) {
    return say(
      [
        isKnown(result.option_pnl) && isKnown(result.stock_pnl)
          ? `The calls changed your P&L by ${at('option_pnl')}: ${at('stock_pnl')} for the shares alone, ${at('cc_pnl')} with the calls.`
          : 'This is unknown because prices of the positions are missing.',
        left,
        describePresumed(found),
      ],
      found,
    )
  }
  const base =
    Number(result.left_out) === 0
      ? `the cost of ${at('cost')}`
      : `the ${at('counted_cost')} cost of the ${countOf(at('counted'), result.counted, 'position')} with a known P&L; ${at('left_out')} excluded`
  const total = isKnown(result.cc_pnl)
    ? `Covered-call P&L ${at('cc_pnl')} (${at('cc_pnl_pct')} of ${base}; shares ${at('stock_pnl')}, calls ${at('option_pnl')})`
    : 'Covered-call P&L is unknown'
  const premium = `${at('premium')} in premium received`
  const counts = `${countOf(at('positions'), result.positions, 'position')}, ${countOf(at('contracts'), result.contracts, 'contract')}, ${at('actions')} in need of action`
  const best = nameRanked(found, 'winners', 'Best')
  const worst = nameRanked(found, 'losers', 'worst')
  const list = listRows(result)
    .slice(0, 6)
    .map(
      (row, index) =>
        `${at(`rows.${index}.ticker`)} ${at(`rows.${index}.strike`)} ${row.state === 'expired' ? at(`rows.${index}.outcome`) : `(${at(`rows.${index}.recommendation`)})`}`,
    )
  return say(
    [
      isIncome ? `${premium}. ${total}.` : `${total}, with ${premium}.`,
      `${counts}. ${/\b(?:list|show|what do i|what are|which)\b/u.test(text) ? `${list.join('; ')}.` : [best, worst].filter(Boolean).join('; ')}`,
      left ?? describePresumed(found),
    ],
    found,
  )
}

const nameRanked = ({ at, result }: Answered, name: string, word: string) =>
  listRows(result, name).length === 0
    ? ''
    : `${word}: ${at(`${name}.0.ticker`)} ${at(`${name}.0.strike`)} call, ${at(`${name}.0.cc_pnl`)} (${at(`${name}.0.cc_pnl_pct`)} of its cost)`

function describeLeftOut(found: Answered): string | null {
  const { at, result } = found
  const named = listRows(result, 'left_out_positions')
    .slice(0, MAX_NAMED)
    .map((_row, index) => {
      const figure = (name: string) => at(`left_out_positions.${index}.${name}`)
      return `${figure('ticker')} ${figure('strike')} call expiring ${figure('expiry')} (${figure('reason')})`
    })
  return named.length === 0
    ? null
    : `Not included in the P&L (${at('left_out')}): ${named.join('; ')}. ${describePresumed(found) ?? ''}`.trim()
}

const describePresumed = ({ at, result }: Answered) =>
  Number(result.presumed) > 0
    ? `Expired calls with a result presumed from the closing price on expiration day: ${at('presumed')}.`
    : null

export async function answerAttention(session: Session): Promise<Reply> {
  const { question, today, ask } = session
  const { conditions, superlative } = readOwnText(question.text, question.slots, today)
  if (superlative !== null || conditions.some(({ key, also }) => key !== null && key !== 'dte' && also === undefined))
    return answerOwn(session)
  const found = await ask('portfolio_review', { focus: 'actions' })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result, 'attention')
  if (rows.length === 0) return say(['No: nothing needs attention right now.'], found)
  const describe = (row: Row, index: number) => {
    const reasons = Array.isArray(row.reasons)
      ? row.reasons.slice(0, 2).map((_reason, one) => at(`attention.${index}.reasons.${one}`))
      : []
    return `${at(`attention.${index}.ticker`)} ${at(`attention.${index}.strike`)} call expiring ${at(`attention.${index}.expiry`)}: ${reasons.join(' ')}`
  }
  const lines = rows.slice(0, 3).map(describe)
  return say(
    [
      `${rows.length === 1 ? 'One position needs' : `${at('attention.length')} positions need`} a look, for these reasons. ${lines[0]}`,
      lines[1] ?? null,
      lines[2] ?? null,
    ],
    found,
  )
}

export async function answerGains({ question, today, ask }: Session): Promise<Reply> {
  const found = await ask('tax_summary', { year: readYear(question.text, today) })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const flagged = [
    result.check === 0 ? null : `${at('check')} more has a term to check.`,
    result.wash_sales === 0 ? null : `Possible wash sales: ${at('wash_sales')}.`,
    result.unconfirmed === 0 ? null : `Outcomes to confirm, not included: ${at('unconfirmed')}.`,
  ]
  return say([
    `Short-term ${at('short_term')}, long-term ${at('long_term')}: gains less losses realized in ${at('year')} (entries: ${at('entries')}). Dividends ${at('dividends')}.`,
    flagged.filter((one) => one !== null).join(' '),
    'Only trades in your ledger count, and open calls and wash-sale adjustments do not: general US tax information, not advice. The tax view has each entry.',
  ])
}
