import { at as point, pointOf } from '../../reading/slots.ts'
import { askBack, countOf, explain, isKnown, listRows, type Row, say, toRow } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { answerTrade } from '../calls/trade.ts'
import { settle } from '../own/load.ts'
import { answerChoices, weighsRoll } from './choices.ts'
import { explainPosition, findPosition, nameCall } from './positions.ts'

const ROLL_DAYS = 10
const daysUntil = (day: string, today: string) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)

export async function answerRoll(session: Session): Promise<Reply> {
  const { question, today, ask } = session
  const { slots, text } = question
  const { strikes, strike, rise, otherDate: targetDay, days } = slots
  const single = pointOf(strike)
  const held =
    strikes[0] ??
    (single !== null &&
    /\b(?:to|at least|up to|above)\b.{0,24}\$?\d/u.test(text) &&
    !/\bmy\b|\broll (?:§|the)(?: ¤)? \$?\d/u.test(text)
      ? null
      : single)
  const target = strikes[1] ?? (held === null ? (single ?? strike?.least ?? null) : rise === null ? null : held + rise)
  // The days, percents and delta are those of the call to roll to.
  const own = {
    ...slots,
    strikes: [],
    strike: held === null ? null : point(held),
    days: null,
    percent: null,
    delta: null,
  }
  const chosen = await findPosition({ ...session, question: { ...question, slots: own } })
  if ('ok' in chosen) return explainPosition(chosen, session)
  const { row, ...wanted } = chosen
  const span =
    targetDay !== null
      ? {
          dte_min: Math.max(0, daysUntil(targetDay, today) - ROLL_DAYS),
          dte_max: daysUntil(targetDay, today) + ROLL_DAYS,
        }
      : {
          dte_min: days?.least ?? null,
          dte_max: pointOf(days) === null ? (days?.most ?? null) : (days?.most ?? 0) + ROLL_DAYS,
        }
  const lowest = target ?? (rise === null || typeof row?.strike !== 'number' ? null : row.strike + rise)
  const found = await ask('roll_candidates', {
    ...wanted,
    ...span,
    min_strike: lowest,
    allow_debit: slots.debit ? true : null,
  })
  if (!found.ok) return explainPosition(found, session)
  const { at, result } = found
  const rows = listRows(result)
  const best = Math.max(
    0,
    rows.findIndex(({ fits }) => fits === true),
  )
  const figure = (name: string) => at(`rows.${best}.${name}`)
  const first = rows[best]
  const headline =
    first === undefined
      ? `No: no roll of the ${nameCall(found)} matches.`
      : `${first.fits === true ? 'Yes' : 'None passes all three tests; the nearest'}: ${nameCall(found)} ${describeRoll(first, figure)}.`
  const settled = settle(row ?? toRow(result.position))
  const position = weighsRoll(text) ? await ask('analyze_position', wanted) : null
  if (position?.ok === true) {
    const roll = first === undefined ? 'No roll matches.' : `Roll: ${describeRoll(first, figure)}.`
    return { ...(await answerChoices(session, position, roll)), settled }
  }
  const reply = say(
    [
      headline,
      `${at('explanation')}${isKnown(result.close_cost_total) ? ` Closing costs ${at('close_cost_per_share')} a share, ${at('close_cost_total')} in all.` : ''}`,
      rows.length > 1
        ? `${at('rows.length')} rolls are on the card, which links to the table of all rolls; the stock is at ${at('current_price')}.`
        : `The stock is at ${at('current_price')}. The card links to the table of all rolls.`,
    ],
    found,
  )
  if (settled === undefined || typeof row?.strike !== 'number') return reply
  return { ...reply, settled: target === null ? settled : { ...settled, strike: null, strikes: [row.strike, target] } }
}

const describeRoll = (roll: Row, figure: (name: string) => string) =>
  `to the ${figure('strike')} call of ${figure('expiry')} for ${isKnown(roll.net_per_contract) ? `${figure('net_per_contract')} per contract (${figure('net_per_share')} a share${Number(roll.net_per_share) < 0 ? ', a debit' : ', a credit'})` : 'a credit that is unknown'}`

export async function answerCoverage(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stocks, shares } = question.slots
  const symbol = stocks[0] ?? null
  const found = await ask('coverable_calls', { symbol, shares })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const holdings = listRows(result)
  if (holdings.length > 0) return say(listFree(holdings, at))
  if (!isKnown(result.shares))
    return askBack(
      symbol === null
        ? 'How many shares do you hold? One call covers 100 shares.'
        : `I know of no ${symbol} shares in your portfolio. How many do you hold? One call covers 100 shares.`,
      [],
    )
  const held = countOf(at('shares'), result.shares, 'share')
  const left = Number(result.uncovered_shares) === 0 ? '' : `; ${at('uncovered_shares')} of them remain uncovered`
  const open =
    Number(result.open_contracts) > 0 ? countOf(at('open_contracts'), result.open_contracts, 'open call') : null
  const lines = [
    Number(result.contracts) === 0
      ? `${at('contracts')} calls: one call covers 100 shares, but you have only ${held}.`
      : open !== null && Number(result.contracts_left) === 0
        ? `None: ${open} already cover${Number(result.open_contracts) === 1 ? 's' : ''} ${Number(result.uncovered_shares) === 0 ? 'all of' : 'what can be covered of'} your ${held}${left}.`
        : open === null
          ? `${held} cover ${countOf(at('contracts'), result.contracts, 'call')} (${at('covered_shares')} shares)${left}.`
          : `${at('contracts_left')} more: ${held} cover ${countOf(at('contracts'), result.contracts, 'call')}${left}, and you already have ${open} on ${at('symbol')}.`,
  ]
  if (symbol === null || pointOf(question.slots.strike) === null) return say(lines, found)
  const trade = await answerTrade(session, symbol)
  return { ...trade, lines: [...lines.flatMap((line) => line ?? []), ...trade.lines].slice(0, 3) }
}

export async function answerChain({ question, ask }: Session): Promise<Reply> {
  const [symbol] = question.slots.stocks
  const found = await ask('chain_review', { symbol: symbol ?? null, state: null })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const [row = {}] = listRows(result)
  return say([
    `${at('rows.0.symbol')}: net premium ${at('rows.0.net_premium')} from ${countOf(at('rows.0.calls_written'), row.calls_written, 'call')} and ${countOf(at('rows.0.rolls'), row.rolls, 'roll')}${isKnown(row.pnl) ? `; P&L of shares and calls together ${at('rows.0.pnl')}` : ''}.`,
    `${isKnown(row.adjusted_cost) ? `Cost a share after the premium kept: ${at('rows.0.adjusted_cost')}. ` : ''}${isKnown(row.breakeven) ? `Breakeven ${at('rows.0.breakeven')}. ` : ''}${isKnown(row.versus_holding) ? `Against holding the shares alone: ${at('rows.0.versus_holding')}.` : ''}`,
    Number(result.total) > 1 ? `${at('total')} chains fit; this is the newest.` : null,
  ])
}

const MAX_FREE = 5

function listFree(holdings: readonly Row[], at: Answered['at']): string[] {
  const free = holdings.flatMap(({ uncovered_shares, contracts_left }, index) =>
    Number(uncovered_shares) > 0
      ? [
          `${at(`rows.${index}.symbol`)}: ${countOf(at(`rows.${index}.uncovered_shares`), uncovered_shares, 'share')} uncovered, ${countOf(at(`rows.${index}.contracts_left`), contracts_left, 'more call')}`,
        ]
      : [],
  )
  const more = free.length > MAX_FREE ? ' The Portfolio Tracking page lists the others.' : ''
  return [free.length === 0 ? 'No: open calls cover all your shares.' : `${free.slice(0, MAX_FREE).join('; ')}.${more}`]
}
