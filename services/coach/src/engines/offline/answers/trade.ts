import { pointOf } from '../reading/slots.ts'
import { countOf, isKnown, listRows, type Reply, type Session, say, toRow } from '../session.ts'
import { describeAsked, listAskedFigures } from './call-figures.ts'
import { explainStock, readCoverage } from './calls.ts'
import { chooseExpiration, describeDates } from './terms.ts'

export async function answerTrade(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const chosen = await chooseExpiration(session, symbol)
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const { least, most } = slots.days ?? { least: null, most: null }
  const found = await ask('analyze_trade', {
    symbol,
    strike: pointOf(slots.strike),
    expiration: chosen?.date ?? null,
    dte: chosen !== null || slots.days === null ? null : Math.round(((least ?? most ?? 0) + (most ?? least ?? 0)) / 2),
    premium: pointOf(slots.premium),
    entry_price: slots.cost,
    shares: slots.shares,
  })
  if (!found.ok) return explainStock(found, question)
  const covered = await readCoverage(session, symbol)
  const { at, result } = found
  const base =
    slots.cost === null
      ? `the stock price of ${at('current_price')}`
      : `your cost of ${at('entry_price')}; the stock is at ${at('current_price')}`
  const delta = isKnown(toRow(result.call).delta) ? `, delta ${at('call.delta')}` : ''
  const { list, sentences } = describeAsked(listAskedFigures(text), found)
  return say(
    [
      `${at('symbol')} ${at('strike')} call expiring ${at('expiration')} (${countOf(at('dte'), result.dte, 'day')}): ${list === null ? '' : `${list}. Premium `}${at('premium')} a share, ${at('premium_total')} for ${countOf(at('contracts'), result.contracts, 'contract')}${delta}. If called ${at('if_called_return_pct')} (${at('if_called_annualized_pct')} a year) of ${base}.${isKnown(result.breakeven) ? ` Breakeven ${at('breakeven')}.` : ''}`,
      `${sentences === '' ? '' : `${sentences} `}${describeDates(found, result.expiration)}${covered === null ? '' : ` ${covered.line}`}${chosen?.note == null ? (chosen === null ? ` ${at('expiration_reason')}` : '') : ` ${chosen.note}`}`,
    ],
    found,
  )
}

export async function answerPuts(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const chosen = await chooseExpiration(session, symbol)
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const single = pointOf(question.slots.strike)
  const found = await ask('put_quotes', { symbol, strike: single, expiration: chosen?.date ?? null })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const [row = {}] = listRows(result)
  return say(
    [
      `${at('symbol')} ${at('rows.0.strike')} put expiring ${at('rows.0.expiry')} (${countOf(at('rows.0.dte'), row.dte, 'day')}): bid ${at('rows.0.bid')}, ask ${at('rows.0.ask')} a share${isKnown(row.delta) ? `, delta ${at('rows.0.delta')}` : ''}; the stock is at ${at('current_price')}.`,
      `If sold against cash: ${at('rows.0.cash_needed')} a contract to set aside${isKnown(row.breakeven) ? `, breakeven ${at('rows.0.breakeven')}` : ''}. I only quote puts: ratings, rolls and positions are about covered calls.`,
      chosen?.note ?? null,
    ],
    found,
  )
}
