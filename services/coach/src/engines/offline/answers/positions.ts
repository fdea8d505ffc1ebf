import type { Intent } from '../intents.ts'
import { at as point, pointOf } from '../reading/slots.ts'
import {
  type Answered,
  askBack,
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
import { answerTrade } from './calls.ts'

type Wanted = { readonly position_id: string | null; readonly symbol: string | null }

/** The position that the message means: by strike and date if it names them, else by stock. */
async function findPosition({ question, today, ask }: Session): Promise<Wanted | Refused> {
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
const explainPosition = (refused: Refused, { question }: Session, intent: Intent = question.intent): Reply =>
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

const nameCall = ({ at }: Answered) =>
  `${at('position.ticker')} ${at('position.strike')} call expiring ${at('position.expiry')}`
const describeFirst = (found: Answered, text: string) =>
  `${describeFacet(found, text) ?? ''} ${nameCall(found)}: the rules say ${found.at('label')}. ${found.at('explanation')}`.trim()

/** What the question asks about, in front of everything else. */
function describeFacet({ at, result }: Answered, text: string): string | null {
  const position = toRow(result.position)
  const isInside = Number(position.headroom_pct) < 0
  const isOpen = position.state === 'open'
  if (/\bbreak-?even\b|\bbefore i lose\b/u.test(text))
    return isKnown(result.breakeven)
      ? `Breakeven: ${at('breakeven')}.`
      : 'There is no breakeven: it loses money at every price.'
  if (/\bqualified\b/u.test(text)) return null
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
    /\b(?:gain|profit|p&l|pnl|up on|down on|made|making|doing|status|unrealized)\b/u.test(text) &&
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

const ROLL_DAYS = 10
const daysUntil = (day: string, today: string) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)

export async function answerRoll(session: Session): Promise<Reply> {
  const { question, today, ask } = session
  const { slots, text } = question
  const { strikes, strike, rise, otherDate, days, event } = slots
  const single = pointOf(strike)
  const held =
    strikes[0] ??
    (single !== null &&
    /\b(?:to|at least|up to|above)\b.{0,24}\$?\d/u.test(text) &&
    !/\bmy\b|\broll (?:§|the)(?: ¤)? \$?\d/u.test(text)
      ? null
      : single)
  const target = strikes[1] ?? (held === null ? (single ?? strike?.least ?? null) : rise === null ? null : held + rise)
  const wanted =
    held === null && slots.expiration === null
      ? { position_id: null, symbol: slots.stocks[0] ?? null }
      : await findPosition({
          ...session,
          question: { ...question, slots: { ...slots, strikes: [], strike: held === null ? null : point(held) } },
        })
  if ('ok' in wanted) return explain(wanted)
  const targetDay = otherDate
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
  const least = event?.startsWith('After') === true ? await findEventDays(session, event) : null
  const lowest =
    target ?? (rise === null || wanted.symbol === null ? null : await findRaised(session, wanted.symbol, rise))
  const found = await ask('roll_candidates', {
    ...wanted,
    ...span,
    dte_min: least ?? span.dte_min,
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
      : `${first.fits === true ? 'Yes' : 'None passes all three tests; the nearest'}: ${nameCall(found)} to the ${figure('strike')} call of ${figure('expiry')} for ${isKnown(first.net_per_contract) ? `${figure('net_per_contract')} per contract (${figure('net_per_share')} a share${Number(first.net_per_share) < 0 ? ', a debit' : ', a credit'})` : 'a credit that is unknown'}.`
  return say(
    [
      headline,
      `${at('explanation')}${isKnown(result.close_cost_total) ? ` Closing costs ${at('close_cost_per_share')} a share, ${at('close_cost_total')} in all.` : ''}`,
      rows.length > 1
        ? `${at('rows.length')} rolls are on the card; the stock is at ${at('current_price')}.`
        : `The stock is at ${at('current_price')}.`,
    ],
    found,
  )
}

async function findEventDays({ question, ask }: Session, event: string): Promise<number | null> {
  const found = await ask('upcoming_events', {
    symbols: question.slots.stocks.slice(0, 1),
    days: 120,
    kind: /earnings/u.test(event) ? 'earnings' : 'ex_dividend',
  })
  const [next] = found.ok ? listRows(found.result) : []
  return next === undefined ? null : Number(next.days) + 1
}

async function findRaised({ ask }: Session, symbol: string, rise: number): Promise<number | null> {
  const review = await ask('portfolio_review', { focus: null })
  const [only, ...others] = review.ok
    ? listRows(review.result).filter(({ ticker, state }) => ticker === symbol && state === 'open')
    : []
  return only !== undefined && others.length === 0 && typeof only.strike === 'number' ? only.strike + rise : null
}

export async function answerCoverage(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { stocks, shares } = question.slots
  const symbol = stocks[0] ?? null
  const found = await ask('coverable_calls', { symbol, shares })
  if (!found.ok) return explain(found)
  const { at, result } = found
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
    /\d\.\d+ (?:[\w.§]+ )?shares?\b/u.test(question.text) ? 'Only whole shares are counted.' : null,
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
