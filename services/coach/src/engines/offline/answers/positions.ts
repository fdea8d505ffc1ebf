import type { Intent } from '../intents.ts'
import { at as point, pointOf } from '../reading/slots.ts'
import {
  type Answered,
  countOf,
  displayText,
  explain,
  isKnown,
  listRows,
  type Option,
  type Refused,
  type Reply,
  type Row,
  type Session,
  say,
  toRow,
} from '../session.ts'
import { answerTrade } from './trade.ts'

type Wanted = { readonly position_id: string | null; readonly symbol: string | null }

/** The position that the message means: by strike and date if it names them, else by stock. */
export async function findPosition({ question, today, ask }: Session): Promise<Wanted | Refused> {
  const { stocks, strike, strikes, expiration, isMonth } = question.slots
  const symbol = stocks[0] ?? null
  const level = pointOf(strike) ?? strikes[0] ?? null
  if (level === null && expiration === null) return { position_id: null, symbol }
  const review = await ask('portfolio_review', { focus: null })
  if (!review.ok) return review
  const byCall = listRows(review.result).filter(
    (row) => (symbol === null || row.ticker === symbol) && (level === null || row.strike === level),
  )
  const isDay = ({ expiry }: Row) =>
    expiration === null ||
    expiration === today ||
    expiry === expiration ||
    (isMonth && String(expiry).startsWith(expiration.slice(0, 7)))
  // A date that is no expiration, as in "at risk tomorrow", rules out no position.
  const byDate = byCall.filter(isDay)
  const [only, ...others] = byDate.length > 0 ? byDate : byCall
  return only !== undefined && others.length === 0
    ? { position_id: String(only.id), symbol: null }
    : { position_id: null, symbol }
}

/** Several positions fit: the suggestions become buttons that choose one for the same message. */
export const explainPosition = (refused: Refused, { question }: Session, intent: Intent = question.intent): Reply =>
  explain(refused, (suggestion): Option | null => {
    const [, stock, strike, expiration] = /^([A-Z.]+) ([\d.]+) call expiring (\d{4}-\d\d-\d\d)$/u.exec(suggestion) ?? []
    if (stock !== undefined && strike !== undefined && expiration !== undefined)
      return {
        label: displayText(suggestion),
        intent,
        slots: {
          ...question.slots,
          stocks: [stock],
          strike: point(Number(strike)),
          strikes: [],
          expiration,
          isMonth: false,
        },
      }
    return /^[A-Z.]{1,6}$/u.test(suggestion)
      ? { label: `My ${suggestion} position`, intent, slots: { ...question.slots, stocks: [suggestion] } }
      : null
  })

const MAX_POSITIONS = 3

export async function answerPosition(session: Session): Promise<Reply> {
  const wanted = await findPosition(session)
  if ('ok' in wanted) return explain(wanted)
  const found = await session.ask('analyze_position', wanted)
  if (found.ok) return describePosition(found, session)
  const symbol = session.question.slots.stocks[0]
  if (found.error.error === 'NOT_FOUND' && symbol !== undefined) {
    if (pointOf(session.question.slots.strike) === null) return explainPosition(found, session)
    const trade = await answerTrade(session, symbol)
    return {
      ...trade,
      lines: [`You have no position in ${symbol}. This is that call at today’s prices.`, ...trade.lines].slice(0, 3),
    }
  }
  const all = symbol === undefined ? [] : await listPositionsOn(session, symbol)
  if (all.length === 0 || all.length > MAX_POSITIONS) return explainPosition(found, session)
  const replies: Answered[] = []
  for (const position_id of all) {
    const one = await session.ask('analyze_position', { position_id, symbol: null })
    if (one.ok) replies.push(one)
  }
  const options = replies.flatMap(({ result }) => {
    const { ticker, strike, expiry } = toRow(result.position)
    return typeof strike === 'number' && typeof expiry === 'string'
      ? [
          {
            label: `${String(ticker)} $${strike.toFixed(2)}, ${displayText(expiry)}`,
            intent: 'position' as const,
            slots: { ...session.question.slots, strike: point(strike), strikes: [], expiration: expiry },
          },
        ]
      : []
  })
  return {
    ...say(
      replies.map((one) => describeFirst(one, session.question.text)),
      replies[0] ?? null,
    ),
    options,
  }
}

async function listPositionsOn({ ask }: Session, symbol: string): Promise<readonly string[]> {
  const review = await ask('portfolio_review', { focus: null })
  return review.ok
    ? listRows(review.result).flatMap(({ id, ticker }) => (ticker === symbol && typeof id === 'string' ? [id] : []))
    : []
}

export const nameCall = ({ at }: Answered) =>
  `${at('position.ticker')} ${at('position.strike')} call expiring ${at('position.expiry')}`
const describeFirst = (found: Answered, text: string) =>
  `${describeFacet(found, text) ?? ''} ${nameCall(found)}: the rules say ${found.at('label')}. ${found.at('explanation')}`.trim()

/** The figure that the question asks about, in front of everything else. */
function describeFacet({ at, result }: Answered, text: string): string | null {
  const position = toRow(result.position)
  const isInside = Number(position.headroom_pct) < 0
  const isOpen = position.state === 'open'
  if (/\bbreak-?even\b|\bbefore i lose\b/u.test(text))
    return isKnown(result.breakeven)
      ? `Breakeven: ${at('breakeven')}.`
      : 'There is no breakeven: it loses money at every price.'
  if (/\bmax\w*\b|\bmost i (?:can|could)\b/u.test(text) && isKnown(result.if_assigned_total))
    return `At most ${at('if_assigned_total')} in total, ${at('if_assigned_pct')} of the cost of the shares, if they are called away.`
  if (
    isOpen &&
    /\b(?:close|buy\w* (?:it |them )?back|closing)\b.*\bcost|\bcost\w*\b.*\b(?:close|back)\b|\bhow much\b.*\b(?:close|buy back|buyback)\b|\bclosing cost\b/u.test(
      text,
    )
  )
    return isKnown(position.cost_to_close)
      ? `Buying it back costs ${at('position.cost_to_close')} in all.`
      : 'The cost to close is unknown: the call has no ask.'
  if (
    /\bcaptured?\b|\bprofit left\b|\btake profits?\b|\b50 ?%|\bhow close\b/u.test(text) &&
    isKnown(position.profit_captured_pct)
  )
    return `Profit captured: ${at('position.profit_captured_pct')} of the premium.`
  if (/\b(?:earl(?:y|ier)|dividend)\b/u.test(text) && isOpen) {
    const day = isKnown(result.ex_dividend_date)
      ? `the next ex-dividend date is ${at('ex_dividend_date')}`
      : 'no ex-dividend date is known'
    const isBefore = isKnown(result.ex_dividend_date) && String(result.ex_dividend_date) <= String(position.expiry)
    return isInside && isBefore
      ? `Yes, early exercise is possible: the call is in the money and ${day}, before it expires.`
      : `Early exercise is unlikely: the call is ${isInside ? 'in the money' : 'not in the money'}, and ${day}.`
  }
  if (
    /\b(?:if|when|let)\b.*\b(?:assigned|called|go)\b|\bshares are assigned\b|\bif called\b/u.test(text) &&
    isKnown(result.if_assigned_total)
  )
    return `If the shares are called away: ${at('if_assigned_total')} in total, ${at('if_assigned_pct')} of the cost of the shares.`
  if (
    /\b(?:assign\w*|called away|in the money|itm|lose my shares|chance|likely)\b/u.test(text) &&
    isOpen &&
    isKnown(position.delta)
  )
    return `${isInside ? 'It is in the money' : 'It is not in the money'}, with a delta of ${at('position.delta')}, which roughly is the chance of assignment at expiration.`
  if (/\bdelta\b/u.test(text) && isKnown(position.delta)) return `Delta: ${at('position.delta')}.`
  if (/\bexpire\w*|\bhow long\b|\bdays left\b/u.test(text) && isOpen)
    return `It expires on ${at('position.expiry')}, in ${countOf(at('position.dte'), position.dte, 'day')}.`
  if (
    /\b(?:gain|profit|p&l|pnl|up on|down on|made|make|making|lose|losing|lost|loss|damage|doing|status|unrealized)\b/u.test(
      text,
    ) &&
    isKnown(position.cc_pnl)
  )
    return `Covered-call P&L ${at('position.cc_pnl')}, ${at('position.cc_pnl_pct')} of the cost of the shares.`
  return null
}

function describePosition(found: Answered, { question }: Session): Reply {
  const { at, result } = found
  const position = toRow(result.position)
  const isOpen = position.state === 'open' && isKnown(result.if_assigned_total)
  const named = pointOf(question.slots.strike)
  const other =
    named === null || position.strike === named
      ? ''
      : `You have no ${at('position.ticker')} call at that strike; this is the one you have. `
  const fired = listRows(result, 'trace').findIndex(({ outcome }) => outcome === 'fired')
  const rules =
    question.asksWhy || /\bwhy\b|\brule|\btrace\b|\breason/u.test(question.text) ? ` ${traceRules(found, fired)}` : ''
  const pnl = isKnown(position.cc_pnl)
    ? `P&L ${at('position.cc_pnl')} (${at('position.cc_pnl_pct')} of the cost of the shares)`
    : 'P&L is unknown'
  const close = isKnown(position.cost_to_close) ? `; buying back costs ${at('position.cost_to_close')}` : ''
  const assigned = isOpen ? `; if called away ${at('if_assigned_total')} (${at('if_assigned_pct')} of the cost)` : ''
  const captured =
    isKnown(position.profit_captured_pct) && isOpen
      ? `; ${at('position.profit_captured_pct')} of the premium captured`
      : ''
  const within = (name: string) => typeof result[name] === 'string' && String(result[name]) <= String(position.expiry)
  const dates = [
    within('earnings_date') ? `earnings ${at('earnings_date')}` : null,
    within('ex_dividend_date') ? `ex-dividend ${at('ex_dividend_date')}` : null,
  ].filter((one) => one !== null)
  const events =
    position.state !== 'open'
      ? ''
      : dates.length === 0
        ? 'No earnings or ex-dividend date is known before it expires.'
        : `Before it expires: ${dates.join(', ')}.`
  return say(
    [
      `${other}${describeFirst(found, question.text)}${rules}`,
      `${at('suggested_action')} ${pnl}${captured}${close}${assigned}.`,
      `${events} ${at('note')}`.trim(),
    ],
    found,
  )
}

function traceRules({ at, result }: Answered, fired: number): string {
  const conditions = (index: number) =>
    listRows(toRow(listRows(result, 'trace')[index]), 'conditions').map((_one, place) =>
      at(`trace.${index}.conditions.${place}.sentence`),
    )
  if (fired >= 0) return `Rule ${at(`trace.${fired}.rule`)} applies: ${conditions(fired).join('; ')}.`
  return listRows(result, 'trace')
    .map((_rule, index) => `Rule ${at(`trace.${index}.rule`)} does not apply: ${conditions(index).join('; ')}.`)
    .join(' ')
}

export async function answerScenario(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stockPrice, expiration, days, percent, stocks } = question.slots
  const change = pointOf(percent)
  const sign = /\b(?:drop|fall|down|lose|tank|crash|lower|decline)\w*/u.test(question.text) ? -1 : 1
  const symbol = stocks[0] ?? null
  const level = pointOf(question.slots.strike)
  const wanted =
    level === null
      ? { position_id: null, symbol }
      : await findPosition({ ...session, question: { ...question, slots: { ...question.slots, expiration: null } } })
  if ('ok' in wanted) return explain(wanted)
  const found = await ask('position_scenario', {
    ...wanted,
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
  return say(
    [
      `${Number(result.profit) < 0 ? 'A loss' : 'A profit'} of ${at('profit')}, ${at('profit_pct')} of the cost of the shares, with ${at('position.ticker')} at ${at('price')} on ${at('date')}.`,
      `${outcome} This is your ${nameCall(found)}, ${countOf(at('position.contracts'), toRow(result.position).contracts, 'contract')}; today its P&L is ${at('position.cc_pnl')}.`,
      'It is arithmetic on a supposed price, not a forecast.',
    ],
    found,
  )
}
