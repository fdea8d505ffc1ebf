import { middleOf, pointOf } from '../../reading/slots.ts'
import { askBack, countOf, listRows, say } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { describeAsked, listAskedFigures, rowAsTrade } from '../calls/call-figures.ts'
import { explainStock } from '../calls/calls.ts'
import { chooseExpiration, findClosest } from '../calls/terms.ts'
import { compareCalls } from './compare-calls.ts'
import { compareStocks } from './compare-stocks.ts'
import { listLegs } from './legs.ts'

export async function answerCompare(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stocks, strikes, strike, otherDate, expiration } = question.slots
  const [symbol, second] = stocks
  if (symbol === undefined) return askBack('Which stock do you want to compare strikes of?', [])
  if (second !== undefined) return compareStocks(session)
  const legs = listLegs(question, symbol)
  if (legs.length > 1) return compareCalls(session, legs)
  const single = pointOf(strike)
  const levels = strikes.length > 0 ? strikes : single === null ? [] : [single]
  if (levels.length === 0 || (levels.length < 2 && otherDate === null)) {
    return askBack(
      `I found one listed stock in your question, ${symbol}. Which of its strikes do you want to compare?`,
      [{ label: `Find calls on ${symbol}`, intent: 'calls', slots: question.slots }],
    )
  }
  const chosen = (await chooseExpiration(session, symbol, expiration)) ?? (await chooseDefault(session, symbol))
  if ('ok' in chosen) return explainStock(chosen, question)
  const other = otherDate === null ? null : await chooseExpiration(session, symbol, otherDate)
  if (other !== null && 'ok' in other) return explainStock(other, question)
  const found = await ask('compare_strikes', { symbol, expiration: chosen.date, strikes: levels })
  if (!found.ok) return explainStock(found, question)
  const later =
    other === null ? null : await ask('compare_strikes', { symbol, expiration: other.date, strikes: levels })
  const { at, result } = found
  const rows = listRows(result)
  const most = rows.reduce(
    (best, row, index) =>
      Number(row.static_annualized_pct) > Number(rows[best]?.static_annualized_pct) ? index : best,
    0,
  )
  const protects = /\bprotect\w*|\bsafe\w*|\bcushion\b/u.test(question.text)
  const columns = listAskedFigures(question.text).filter(
    ({ name, isOfRow, isSentence }) => isSentence !== true && (isOfRow === true || name === 'the return if called'),
  )
  const describe = (one: Answered, index: number) => {
    const figure = (name: string) => one.at(`rows.${index}.${name}`)
    const { list } = describeAsked(columns, rowAsTrade(one, index), true)
    return `${figure('strike')}: ${figure('premium')} a share, ${figure('static_annualized_pct')} a year if the price stays, delta ${figure('delta')}, if called ${figure('if_called_return_pct')}${list === null ? '' : `, ${list}`}`
  }
  return say(
    [
      `${protects ? 'More protection' : 'The higher yield'}: the ${at(`rows.${most}.strike`)} call of ${at('expiration')}, ${protects ? `breakeven ${at(`rows.${most}.breakeven`)}` : `${at(`rows.${most}.static_annualized_pct`)} a year if the price stays`}. A higher strike leaves more room to rise.`,
      `${at('symbol')} at ${at('current_price')}, ${at('expiration')} (${countOf(at('dte'), result.dte, 'day')}): ${rows.map((_row, index) => describe(found, index)).join('; ')}.`,
      later?.ok === true
        ? `${later.at('expiration')}: ${listRows(later.result)
            .map((_row, index) => describe(later, index))
            .join('; ')}.`
        : `${chosen.note ?? ''} ${describeMissing(found)}`.trim(),
    ],
    found,
  )
}

const describeMissing = ({ at, result }: Answered) =>
  result.warnings.flatMap((warning, index) => (/^No call at/u.test(warning) ? [at(`warnings.${index}`)] : [])).join(' ')

async function chooseDefault({ question, ask }: Session, symbol: string) {
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const middle = middleOf(question.slots.days) ?? 0
  const rows = listRows(listed.result)
  const first = rows.findIndex(({ days }) => Number(days) >= 30 && Number(days) <= 45)
  const best =
    question.slots.days === null && first >= 0
      ? first
      : findClosest(rows, ({ days }) => Math.abs(Number(days) - middle))
  return { date: String(rows[best]?.date), note: `No expiration was named: this is ${listed.at(`rows.${best}.date`)}.` }
}
