import { pointOf } from '../../reading/slots.ts'
import { countOf, say, toRow } from '../../replies.ts'
import type { Reply, Session } from '../../session.ts'
import { settle } from '../own/load.ts'
import { explainPosition, findPosition, nameCall } from './positions.ts'

/** The same supposed change for the positions of several stocks. */
async function answerScenarios(session: Session): Promise<Reply> {
  const { question } = session
  const some = question.slots.stocks.slice(0, MAX_SCENARIOS)
  const replies = await Promise.all(
    some.map((one) =>
      answerScenario({ ...session, question: { ...question, slots: { ...question.slots, stocks: [one] } } }),
    ),
  )
  const left = question.slots.stocks.slice(MAX_SCENARIOS)
  return { ...say(replies.map(({ lines }) => lines[0] ?? null)), missed: left }
}
const MAX_SCENARIOS = 3

export async function answerScenario(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stockPrice, expiration, days, percent, stocks } = question.slots
  if (stocks.length > 1) return answerScenarios(session)
  const change = pointOf(percent)
  const sign = /\b(?:drop|fall|down|lose|tank|crash|lower|decline|dip|slid|sink)\w*/u.test(question.text) ? -1 : 1
  // Its dates, days and percents are those of the supposed case, not of the position.
  const slots = { ...question.slots, expiration: null, days: null, percent: null }
  const wanted = await findPosition({ ...session, question: { ...question, slots } })
  if ('ok' in wanted) return explainPosition(wanted, session)
  const { row: _row, ...args } = wanted
  const found = await ask('position_scenario', {
    ...args,
    price: stockPrice,
    change_pct: change === null ? null : sign * change,
    date: expiration,
    days: days === null ? null : (days.most ?? days.least),
  })
  if (!found.ok) return explainPosition(found, session)
  const { at, result } = found
  const outcome =
    result.is_called === true
      ? 'The shares would be called away.'
      : result.is_expiration === true
        ? 'The call would expire worthless and the shares stay.'
        : `The call would be worth ${at('call_value')} a share, from its implied volatility.`
  const { stocks: chosen, strike } = settle(toRow(result.position)) ?? {}
  const reply = say(
    [
      `${Number(result.profit) < 0 ? 'A loss' : 'A profit'} of ${at('profit')}, ${at('profit_pct')} of the cost of the shares, with ${at('position.ticker')} at ${at('price')} on ${at('date')}.`,
      `${outcome} This is your ${nameCall(found)}, ${countOf(at('position.contracts'), toRow(result.position).contracts, 'contract')}; today its P&L is ${at('position.cc_pnl')}.`,
      `The shares alone would give ${at('shares_alone')}; the call changes that by ${at('call_effect')}. It is arithmetic on a supposed price, not a forecast.`,
    ],
    found,
  )
  return chosen === undefined || strike === undefined ? reply : { ...reply, settled: { stocks: chosen, strike } }
}
