import { newYorkDate } from '@callwright/scoring'
import type { Slots } from '../../reading/slots.ts'
import { countOf, explain, isKnown, listRows, type Row, say, toRow } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { answerEnded, asksForEnded } from './trades.ts'

const LAST_MONTH = /\b(?:last|previous|past) month\b/u
interface Span {
  readonly from: string | null
  readonly to: string | null
  readonly words: string
}

/** The months that the question names, as the ledger's range. */
function findSpan(text: string, slots: Slots, today: string): Span {
  const year = today.slice(0, 4)
  const month = Number(today.slice(5, 7))
  const start = (of: number) =>
    `${of < 1 ? Number(year) - 1 : year}-${String(((of + 11) % 12) + 1).padStart(2, '0')}-01`
  const end = (first: string) => newYorkDate(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0, 17))
  if (/\bthis month\b|\bmtd\b/u.test(text)) return { from: start(month), to: today, words: 'this month' }
  if (LAST_MONTH.test(text)) return { from: start(month - 1), to: end(start(month - 1)), words: 'last month' }
  if (/\bthis year\b|\bytd\b|\byear to date\b|\bso far\b/u.test(text))
    return { from: `${year}-01-01`, to: today, words: 'this year' }
  if (/\blast year\b/u.test(text))
    return { from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31`, words: 'last year' }
  const [named = ''] = /\b20\d\d\b/u.exec(text) ?? []
  if (named !== '' && !slots.isMonth)
    return { from: `${named}-01-01`, to: named === year ? today : `${named}-12-31`, words: `in ${named}` }
  if (slots.isMonth && slots.expiration !== null) {
    const days = [slots.expiration, slots.otherDate].filter((day) => day !== null)
    const firsts = days.map((day) => Number(day.slice(5, 7))).map((named) => start(named > month ? named - 12 : named))
    const [first = today, last = first] = firsts.toSorted()
    return {
      from: first,
      to: end(last),
      words: first === last ? 'that month' : 'from the first to the last of those months',
    }
  }
  return { from: null, to: null, words: 'in all' }
}

/** The year that a question names, this year unless it names one. */
export function readYear(text: string, today: string): number {
  const thisYear = Number(today.slice(0, 4))
  if (/\blast year\b/u.test(text)) return thisYear - 1
  return Number(/\b20\d\d\b/u.exec(text)?.[0] ?? thisYear)
}

const ROLLS = /\broll(?:s|ed|ing)?\b/u
const sayRolls = (path: (name: string) => string, { rolls, roll_net }: Row, words: string) =>
  rolls === 0
    ? `No roll is recorded ${words}, so there is no net credit or debit of rolls.`
    : `${countOf(path('rolls'), rolls, 'roll')} ${words}: ${Number(roll_net) < 0 ? 'they cost' : 'they brought'} ${path('roll_net')} net in all.`

const WORST = /\bworst\b|\blowest\b|\bleast\b|\bweakest\b|\bslowest\b|\bpoorest\b/u
const BEST = /\bbest\b|\bhighest\b|\bmost\b|\bstrongest\b|\btop\b|\bgreatest\b/u

/** Premium, realized results, dividends and rolls of the ledger, by month or by stock. */
export async function answerIncome(session: Session): Promise<Reply> {
  const { question, today, ask } = session
  const { text, slots } = question
  if (asksForEnded(text)) return answerEnded(session, readYear(text, today))
  const bySymbol =
    slots.stocks.length > 0 || /\b(?:which|by|per|each|every) (?:stocks?|symbols?|names?|tickers?)\b/u.test(text)
  const { from, to, words } = findSpan(text, slots, today)
  const found = await ask('income_summary', { by: bySymbol ? 'symbol' : 'month', from, to })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const place = slots.stocks.length === 0 ? -1 : rows.findIndex(({ key }) => key === slots.stocks[0])
  const source = place < 0 ? 'totals' : `rows.${place}`
  if (slots.stocks.length > 0 && place < 0) return say([`Nothing is recorded for ${slots.stocks[0]} ${words}.`])
  const path = (name: string) => at(`${source}.${name}`)
  const row = place < 0 ? toRow(result.totals) : (rows[place] ?? {})
  const rolls = ROLLS.test(text) ? [sayRolls(path, row, words)] : []
  const net = `Net premium ${words}${place < 0 ? '' : ` on ${path('key')}`}: ${path('net_premium')} (received ${path('premium_received')}, paid to close ${path('paid_to_close')}, fees ${path('fees')}).`
  const average =
    place < 0 && /\baverage\b|\bper month\b|\ba month\b|\bmonthly\b/u.test(text) && isKnown(result.average)
      ? [`Average ${at('average')} a ${bySymbol ? 'stock' : 'month'} with entries (${at('rows.length')}).`]
      : []
  const ends = place < 0 ? nameEnds(found, text) : null
  const isOfEnds = ends !== null && (WORST.test(text) || BEST.test(text))
  return say([
    [...(isOfEnds ? [ends] : []), ...rolls, ...average, net].join(' '),
    `Realized: calls ${path('realized_options')}, shares ${path('realized_stock')}; dividends ${path('dividends')}.`,
    isOfEnds ? null : ends,
  ])
}

/** The month or stock with the most net premium, and the one with the least if it is asked for. */
function nameEnds({ at, result }: Answered, text: string): string | null {
  const rows = listRows(result)
  if (rows.length < 2) {
    const [only] = rows
    const isAsked = only !== undefined && (WORST.test(text) || BEST.test(text))
    return isAsked ? `Only ${at('rows.0.key')} has entries: ${at('rows.0.net_premium')}.` : null
  }
  const order = rows.toSorted((a, b) => Number(b.net_premium) - Number(a.net_premium))
  const name = (row: (typeof rows)[number] | undefined) => {
    const place = row === undefined ? 0 : rows.indexOf(row)
    return `${at(`rows.${place}.net_premium`)} in ${at(`rows.${place}.key`)}`
  }
  const most = `The most net premium: ${name(order[0])}.`
  const least = `The least: ${name(order.at(-1))}, of those with entries.`
  if (WORST.test(text)) return BEST.test(text) ? `${most} ${least}` : `${least} ${most}`
  return most
}
