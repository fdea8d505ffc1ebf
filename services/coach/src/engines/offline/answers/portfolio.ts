import { newYorkDate } from '@callwright/scoring'
import type { Slots } from '../reading/slots.ts'
import {
  type Answered,
  countOf,
  explain,
  isKnown,
  listRows,
  type Reply,
  type Row,
  type Session,
  say,
} from '../session.ts'
import { answerOwn } from './own/answer-own.ts'
import { answerWeights } from './own/book.ts'
import { findFigures } from './own/figures.ts'
import { isSelective, readOwnText } from './own/select.ts'

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
  if (/\bdiversif\w*|\bconcentrat\w*|\bsectors?\b|\boverweight\b/u.test(text)) return answerWeights(session)
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
  if (superlative !== null || conditions.some(({ key }) => key !== null && key !== 'dte')) return answerOwn(session)
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
      `${rows.length === 1 ? 'One position needs' : `${at('attention.length')} positions need`} a look. ${lines[0]}`,
      lines[1] ?? null,
      lines[2] ?? null,
    ],
    found,
  )
}

const MONTH_OF = /\b(?:last|previous|past) month\b/u

/** The months that the question names, as the ledger's range. */
function findSpan(
  text: string,
  slots: Slots,
  today: string,
): { from: string | null; to: string | null; words: string } {
  const year = today.slice(0, 4)
  const month = Number(today.slice(5, 7))
  const start = (of: number) =>
    `${of < 1 ? Number(year) - 1 : year}-${String(((of + 11) % 12) + 1).padStart(2, '0')}-01`
  const end = (first: string) => newYorkDate(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0, 17))
  if (/\bthis month\b|\bmtd\b/u.test(text)) return { from: start(month), to: today, words: 'this month' }
  if (MONTH_OF.test(text)) return { from: start(month - 1), to: end(start(month - 1)), words: 'last month' }
  if (/\bthis year\b|\bytd\b|\byear to date\b|\bso far\b/u.test(text))
    return { from: `${year}-01-01`, to: today, words: 'this year' }
  if (/\blast year\b/u.test(text))
    return { from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31`, words: 'last year' }
  if (slots.isMonth && slots.expiration !== null) {
    const named = Number(slots.expiration.slice(5, 7))
    const first = start(named > month ? named - 12 : named)
    return { from: first, to: end(first), words: 'that month' }
  }
  return { from: null, to: null, words: 'in all' }
}

export async function answerIncome(session: Session): Promise<Reply> {
  const { question, today, ask } = session
  const { text, slots } = question
  if (/\bopen\b/u.test(text)) return answerOwn(session)
  const bySymbol =
    slots.stocks.length > 0 || /\b(?:by|per|which|each) (?:stock|symbol|name|ticker)\b|\bwhich stocks?\b/u.test(text)
  const { from, to, words } = findSpan(text, slots, today)
  const found = await ask('income_summary', { by: bySymbol ? 'symbol' : 'month', from, to })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const place = slots.stocks.length === 0 ? -1 : rows.findIndex(({ key }) => key === slots.stocks[0])
  const path = place < 0 ? 'totals' : `rows.${place}`
  if (slots.stocks.length > 0 && place < 0) return say([`Nothing is recorded for ${slots.stocks[0]} ${words}.`])
  const best = rows.toSorted((a, b) => Number(b.net_premium) - Number(a.net_premium))[0]
  const bestPlace = best === undefined ? -1 : rows.indexOf(best)
  const week = /\bweek\b/u.test(text) ? 'The ledger adds up months, not weeks. ' : ''
  return say([
    `${week}Net premium ${words}${place < 0 ? '' : ` on ${at(`${path}.key`)}`}: ${at(`${path}.net_premium`)} (received ${at(`${path}.premium_received`)}, paid to close ${at(`${path}.paid_to_close`)}, fees ${at(`${path}.fees`)}).`,
    `Realized: calls ${at(`${path}.realized_options`)}, shares ${at(`${path}.realized_stock`)}; dividends ${at(`${path}.dividends`)}.`,
    rows.length > 1 && place < 0
      ? `The most: ${at(`rows.${bestPlace}.net_premium`)} in ${at(`rows.${bestPlace}.key`)}.`
      : null,
  ])
}

export async function answerGains({ question, today, ask }: Session): Promise<Reply> {
  const { expiration } = question.slots
  const thisYear = Number(today.slice(0, 4))
  const named = /\b20\d\d\b/u.exec(question.text)?.[0] ?? expiration?.slice(0, 4) ?? null
  const year = /\blast year\b/u.test(question.text) ? thisYear - 1 : Number(named ?? thisYear)
  const found = await ask('tax_summary', { year })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const [short, long] = [`Short-term ${at('short_term')}`, `long-term ${at('long_term')}`]
  const figures = /\blong\b/u.test(question.text)
    ? `Long-term ${at('long_term')}, short-term ${at('short_term')}`
    : `${short}, ${long}`
  const flagged = [
    result.check === 0 ? null : `${at('check')} more has a term to check.`,
    result.wash_sales === 0 ? null : `Possible wash sales: ${at('wash_sales')}.`,
    result.unconfirmed === 0 ? null : `Outcomes to confirm, not included: ${at('unconfirmed')}.`,
  ]
  return say([
    `${figures}: gains less losses realized in ${at('year')} (entries: ${at('entries')}). Dividends ${at('dividends')}.`,
    flagged.filter((one) => one !== null).join(' '),
    'Only trades in your ledger count, and open calls and wash-sale adjustments do not: general US tax information, not advice. The tax view has each entry.',
  ])
}
