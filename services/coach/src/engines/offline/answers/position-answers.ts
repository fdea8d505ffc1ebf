import { daysBetween } from '@callwright/scoring'
import { findEventSpan } from '../event-span.ts'
import {
  type Answered,
  countOf,
  dueIn,
  explainFailure,
  isKnown,
  listRows,
  type Refused,
  type Reply,
  type Row,
  type Session,
  say,
  showCall,
} from '../session.ts'
import { findPortfolioView } from './portfolio-views.ts'
import { answerTrade } from './trade-answers.ts'

const MAX_SHOWN = 6
const MAX_SHOWN_WITH_TOTALS = 3

type Focus = 'all' | 'risk' | 'income' | 'actions'

export async function answerPortfolio({ said, ask }: Session): Promise<Reply> {
  const { text } = said
  const focus: Focus = /\brisk|\bassign|\bin the money|\bitm\b|\bcalled away\b|\bclosest\b|\bnearest\b|\bdelta\b/u.test(
    text,
  )
    ? 'risk'
    : /\bincome\b|\bpremiums?\b|\byield/u.test(text)
      ? 'income'
      : /\battention\b|\baction|\bshould i (?:do|look|act)|\burgent|\bto-?do|\bneed|\bred flags?\b|\bproblem|\bworr|\bdanger|\btrouble|\bon fire|\broll/u.test(
            text,
          )
        ? 'actions'
        : 'all'
  const asksExpirations = /\bexpir/u.test(text)
  const view = asksExpirations ? null : findPortfolioView(text)
  // A question about expirations covers every position, not only those that need an action.
  const found = await ask('portfolio_review', { focus: asksExpirations ? 'all' : (view?.focus ?? focus) })
  if (!found.ok) return explainFailure(found)
  const { result } = found
  if (result.positions === 0) {
    return say(['No positions yet. You can add them on the Portfolio Tracking page.'], showCall(found))
  }
  if (asksExpirations) return say(listExpiring(found, said), showCall(found))
  if (view !== null) {
    const left = view.sumsPnl === true ? [leftOut(found), presumed(found)] : []
    return say([...view.describe(found, said), ...left], showCall(found))
  }
  const rows = focus === 'all' && LISTS.test(text) && !RANKS.test(text) ? listHoldings(found) : []
  const period = PERIOD.test(text) ? SINCE_ENTRY : null
  return say(
    [describeTotals(found), period, ...rows, ...details[focus](found), leftOut(found), presumed(found)],
    showCall(found),
  )
}

const PERIOD =
  /\b(?:this|last|past|per|each|every|a) (?:week|month|quarter|year)\b|\b(?:ytd|yesterday|monthly|weekly|year to date|so far this)\b/u
const SINCE_ENTRY =
  'These figures cover the time since each position was opened. Figures for a week, month or year are not available.'

/** Words that ask for a list of positions, not just the totals. */
const LISTS = /\b(?:list|show|see|what|what's|which|every\w*|all|how many|holdings|own|have|holding|breakdown)\b/u

/** Words that ask for the best or worst position, which the answer names without listing the others. */
const RANKS = /\b(?:best|worst|biggest|winners?|losers?|losing)\b/u

/** If the question names a date, lists only the calls that expire by then. */
function listExpiring({ at, result }: Answered, { slots: { date } }: Session['said']): string[] {
  const rows = listRows(result)
  const expired = rows.flatMap(({ state }, index) => (state === 'expired' ? [index] : []))
  const name = (index: number) => `${at(`rows.${index}.ticker`)} ${at(`rows.${index}.strike`)} call`
  const soonest = rows
    .map((_row, index) => index)
    .filter((index) => !expired.includes(index))
    .toSorted((a, b) => Date.parse(String(rows[a]?.expiry)) - Date.parse(String(rows[b]?.expiry)))
  const due = soonest.filter((index) => date === null || String(rows[index]?.expiry) <= date)
  const lines = (due.length > 0 ? due : soonest).map(
    (index) =>
      `- ${name(index)} expires on ${at(`rows.${index}.expiry`)}, ${dueIn(at(`rows.${index}.dte`), rows[index]?.dte)}; the rules say ${at(`rows.${index}.recommendation`)}.`,
  )
  const head = due.length > 0 ? 'Soonest first:' : 'No call expires by then. All open calls, soonest first:'
  return [
    soonest.length === 0 ? 'You have no open calls.' : head,
    ...lines,
    ...expired.map((index) => `- ${name(index)}: ${at(`rows.${index}.outcome`)}`),
  ]
}

const listHoldings = (answer: Answered): string[] =>
  listPositions(
    answer,
    (at, row) =>
      `contracts: ${at('contracts')}, ${countOf(at('dte'), row.dte, 'day')} left, P&L ${at('cc_pnl')}${isKnown(row.cost_to_close) ? `, ${at('cost_to_close')} to buy back` : ''}; the rules say ${at('recommendation')}`,
  )

function describeTotals({ at, result }: Answered): string {
  const parts = `shares ${at('stock_pnl')}, calls ${at('option_pnl')}`
  const counts = `Positions: ${at('positions')}, contracts: ${at('contracts')}, positions that need action: ${at('actions')}.`
  const received = `${at('premium')} in premium received`
  if (!isKnown(result.cc_pnl)) return `Covered-call P&L is unknown, with ${received}. ${counts}`
  const positions = result.counted === 1 ? 'position' : 'positions'
  const base =
    Number(result.left_out) === 0
      ? `the cost of ${at('cost')}`
      : `the ${at('counted_cost')} cost of the ${at('counted')} ${positions} with a known P&L; ${at('left_out')} excluded`
  return `Covered-call P&L ${at('cc_pnl')} (${at('cc_pnl_pct')} of ${base}; ${parts}), with ${received}. ${counts}`
}

function leftOut({ at, result }: Answered): string | null {
  const rows = listRows(result, 'left_out_positions')
  const named = rows.slice(0, MAX_SHOWN).map((_row, index) => {
    const figure = (name: string) => at(`left_out_positions.${index}.${name}`)
    return `${figure('ticker')} ${figure('strike')} call expiring ${figure('expiry')} (${figure('reason')})`
  })
  if (named.length === 0) return null
  const rest = rows.length > MAX_SHOWN ? `; the others are listed in Portfolio Tracking` : ''
  return `Not included in the P&L (${at('left_out')}): ${named.join('; ')}${rest}.`
}

const presumed = ({ at, result }: Answered) =>
  Number(result.presumed) > 0
    ? `Expired calls with a result presumed from the closing price on expiration day: ${at('presumed')}.`
    : null

const details: Readonly<Record<Focus, (answer: Answered) => (string | null)[]>> = {
  all: (answer) => [
    ...listRanked(answer, 'winners', 'Winner'),
    ...listRanked(answer, 'losers', 'Loser'),
    ...listAttention(answer, MAX_SHOWN_WITH_TOTALS),
  ],
  actions: (answer) => listAttention(answer),
  risk: (answer) => [
    'Highest delta first:',
    ...listPositions(
      answer,
      (at, row) =>
        `delta ${at('delta')}, headroom ${at('headroom_pct')}, ${countOf(at('dte'), row.dte, 'day')} left; the rules say ${at('recommendation')}`,
    ),
  ],
  income: (answer) => [
    'Highest yield first:',
    ...listPositions(answer, (at) => `${at('static_yield_pct')} a year, premium ${at('entry_premium')} a share`),
  ],
}

const listRanked = ({ at, result }: Answered, name: string, word: string): string[] =>
  listRows(result, name).map(
    (_row, index) =>
      `- ${word}: ${at(`${name}.${index}.ticker`)} ${at(`${name}.${index}.strike`)} call, ${at(`${name}.${index}.cc_pnl`)} (${at(`${name}.${index}.cc_pnl_pct`)}).`,
  )

function listAttention({ at, result }: Answered, most = MAX_SHOWN): string[] {
  const rows = listRows(result, 'attention').slice(0, most)
  if (rows.length === 0) return ['Nothing needs attention right now.']
  return [
    'Positions that need attention:',
    ...rows.map((row, index) => {
      const reasons = Array.isArray(row.reasons)
        ? row.reasons.map((_reason, one) => at(`attention.${index}.reasons.${one}`))
        : []
      return `- ${at(`attention.${index}.ticker`)} ${at(`attention.${index}.strike`)} call expiring ${at(`attention.${index}.expiry`)}: ${reasons.join(' ')}`
    }),
  ]
}

const listPositions = (
  { at, result }: Answered,
  describe: (at: (name: string) => string, row: Row) => string,
): string[] =>
  listRows(result)
    .slice(0, MAX_SHOWN)
    .map((row, index) => {
      const figure = (name: string) => at(`rows.${index}.${name}`)
      const details =
        row.state === 'expired' ? `P&L ${figure('cc_pnl')}. ${figure('outcome')}` : `${describe(figure, row)}.`
      return `- ${figure('ticker')} ${figure('strike')} call expiring ${figure('expiry')}: ${details}`
    })

interface FoundPosition {
  readonly ok: true
  readonly args: { readonly position_id: string | null; readonly symbol: string | null }
}

const of = (position_id: string | null, symbol: string | null): FoundPosition => ({
  ok: true,
  args: { position_id, symbol },
})

/** Finds the position that the user means. If a strike or date leaves only one, requests it by id. */
async function findPosition({ said, ask }: Session, symbol: string | null): Promise<FoundPosition | Refused> {
  const { date, dateKind } = said.slots
  const strike = said.slots.strike?.isPoint === true ? said.slots.strike : null
  if (strike === null && date === null) return of(null, symbol)
  const review = await ask('portfolio_review', { focus: null })
  if (!review.ok) return review
  const byCall = listRows(review.result).filter(
    (row) => (symbol === null || row.ticker === symbol) && (strike === null || row.strike === strike.least),
  )
  const byDate = byCall.filter(
    (row) => date === null || date === said.today || row.expiry === date || isInMonth(row.expiry, date, dateKind),
  )
  // A date that isn't an expiration, as in "at risk tomorrow", doesn't rule out any position.
  const [only, ...others] = byDate.length > 0 ? byDate : byCall
  return only !== undefined && others.length === 0 ? of(String(only.id), null) : of(null, symbol)
}

/** For a named month, any day of that month matches. */
const isInMonth = (expiration: unknown, date: string, kind: Session['said']['slots']['dateKind']) =>
  kind === 'month' && String(expiration).slice(0, 7) === date.slice(0, 7)

export async function answerPosition(session: Session, symbol: string | null): Promise<Reply> {
  const wanted = await findPosition(session, symbol)
  if (!wanted.ok) return explainFailure(wanted)
  const found = await session.ask('analyze_position', wanted.args)
  if (found.ok) return describePosition(found, session)
  if (found.error.error === 'NOT_FOUND' && symbol !== null && session.said.slots.strike?.isPoint === true) {
    const trade = await answerTrade(session, symbol)
    return {
      text: `You have no position in ${symbol}. Here is that call at current market prices.\n${trade.text}`,
      card: trade.card,
    }
  }
  const all = symbol === null || found.error.suggestions.length < 2 ? [] : await listPositionsOn(session, symbol)
  return all.length === 0
    ? explainFailure(found, (other) => `Analyze my ${other} position`)
    : answerPositions(all, session, symbol ?? '')
}

const MAX_POSITIONS_PER_ANSWER = 3

/** Empty if the stock has too many positions for one answer. */
async function listPositionsOn({ ask }: Session, symbol: string): Promise<readonly string[]> {
  const review = await ask('portfolio_review', { focus: null })
  const ids = review.ok
    ? listRows(review.result).flatMap(({ id, ticker }) => (ticker === symbol && typeof id === 'string' ? [id] : []))
    : []
  return ids.length <= MAX_POSITIONS_PER_ANSWER ? ids : []
}

async function answerPositions(ids: readonly string[], session: Session, symbol: string): Promise<Reply> {
  const replies: Reply[] = []
  for (const position_id of ids) {
    const found = await session.ask('analyze_position', { position_id, symbol: null })
    replies.push(found.ok ? describePosition(found, session) : explainFailure(found))
  }
  const strike = session.said.slots.strike?.isPoint === true ? session.said.slots.strike.words : null
  const head =
    strike === null
      ? `You have several positions in ${symbol}:`
      : `No single ${symbol} position matches the strike ${strike}. These are all of them:`
  return { text: [head, ...replies.map(({ text }) => text)].join('\n\n'), card: replies[0]?.card ?? null }
}

function describePosition(found: Answered, session: Session): Reply {
  const { at, result } = found
  const position = readRow(result.position)
  const why = listRows(result, 'trace').findIndex(({ outcome }) => outcome === 'fired')
  const isOpen = position.state === 'open'
  // After a split or spin-off, the entered terms cannot be compared with today's market.
  const isComparable = isKnown(result.if_assigned_total)
  const toClose = !isKnown(position.cost_to_close)
    ? ''
    : `; buying it back now costs ${at('position.cost_to_close')} in total`
  const captured = !isKnown(position.profit_captured_pct)
    ? ''
    : `; profit captured ${at('position.profit_captured_pct')} of the premium`
  const profit = !isKnown(position.cc_pnl)
    ? 'Covered-call P&L is unknown'
    : `Covered-call P&L ${at('position.cc_pnl')} (${at('position.cc_pnl_pct')})`
  const breakeven = !isKnown(result.breakeven)
    ? 'It loses money at every price, so there is no breakeven.'
    : `The breakeven is ${at('breakeven')}.`
  return say(
    [
      describeOther(found, session),
      `${at('position.ticker')} ${at('position.strike')} call expiring ${at('position.expiry')}: the rules say ${at('label')}. ${at('explanation')}`,
      at('suggested_action'),
      ...(isAskingExercise(session) && isComparable ? describeExercise(found, position) : []),
      isOpen && isComparable ? describeQuotes(found, position) : null,
      `- Contracts: ${at('position.contracts')}; premium received ${at('position.entry_premium')} a share; shares bought at ${at('position.entry_price')}${toClose}.`,
      `- ${profit}${captured}.`,
      isOpen && isComparable
        ? `- If the shares are called away: ${at('if_assigned_total')} in total, ${at('if_assigned_pct')} of the cost. ${breakeven}`
        : null,
      ...(isAskingWhy(session) ? traceRules(found, why) : []),
      at('note'),
    ],
    showCall(found),
  )
}

const readRow = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : {})

/** If the question names a different strike, states which call the answer is about. */
function describeOther({ at, result }: Answered, { said }: Session): string | null {
  const named = said.slots.strike?.isPoint === true ? said.slots.strike : null
  return named === null || readRow(result.position).strike === named.least
    ? null
    : `You have no ${at('position.ticker')} call at the ${named.words} strike. This is the call you have.`
}

function describeQuotes({ at }: Answered, position: Row): string {
  const isQuoted = position.premium_source === 'mid' || !isKnown(position.premium_source)
  const parts = [
    isKnown(position.current_price) ? `stock at ${at('position.current_price')}` : 'stock price unknown',
    isKnown(position.current_premium)
      ? `call at ${at('position.current_premium')}${isQuoted ? '' : ` (${at('position.premium_source')})`}`
      : 'call price unknown',
    `${countOf(at('position.dte'), position.dte, 'day')} left`,
    isKnown(position.delta) ? `delta ${at('position.delta')}` : null,
  ].filter((part) => part !== null)
  const line = parts.join(', ')
  return `- ${line.charAt(0).toUpperCase()}${line.slice(1)}.`
}

const isAskingExercise = ({ said }: Session) =>
  /\bexercis\w*\b|\bassign\w*\b|\bcalled (?:away|early)\b/u.test(said.text)

/** Early exercise pays off if the dividend exceeds the time value that the holder gives up. */
function describeExercise({ at, result }: Answered, position: Row): string[] {
  const { current_price: price, current_premium: premium, strike } = position
  const isInside = typeof price === 'number' && typeof strike === 'number' && price > strike
  const where =
    typeof price !== 'number'
      ? 'It is unknown whether the call is in the money.'
      : isInside
        ? 'It is in the money, so it can be exercised at any time.'
        : 'It is not in the money, so exercising it early would not pay.'
  const dividend = isKnown(result.ex_dividend_date)
    ? `The next ex-dividend date is ${at('ex_dividend_date')}${isKnown(result.dividend) ? `, with a dividend of ${at('dividend')} a share` : ''}.`
    : 'No upcoming ex-dividend date is known.'
  const test =
    isInside && isKnown(premium) && isKnown(result.ex_dividend_date)
      ? ['Early exercise is likely if that dividend is more than the time value left in the call.']
      : []
  return [`- ${where} ${dividend}`, ...test.map((line) => `- ${line}`)]
}

const isAskingWhy = ({ said }: Session) => /\bwhy\b|\brules?\b|\btrace\b|\bhow come\b|\breason/u.test(said.text)

function traceRules({ at, result }: Answered, fired: number): string[] {
  return listRows(result, 'trace').map((rule, index) => {
    const conditions = listRows(rule, 'conditions').map((_one, number) =>
      at(`trace.${index}.conditions.${number}.sentence`),
    )
    const outcome = index === fired ? 'applies' : rule.outcome === 'unknown' ? 'is undetermined' : 'does not apply'
    return `- Rule ${at(`trace.${index}.rule`)} ${outcome}: ${conditions.join('; ')}.`
  })
}

const DAYS_REACH = 10

/** Days to expiration to consider for a roll, around the date or days in the message. */
function readRollSpan({ slots, today }: Session['said']) {
  const { days, rollDate } = slots
  if (rollDate !== null && rollDate !== today) return reach(daysBetween(today, rollDate))
  if (days === null) return { dte_min: null, dte_max: null }
  return days.isPoint && days.least !== null ? reach(days.least) : { dte_min: days.least, dte_max: days.most }
}

/** Like `readRollSpan`, but "past earnings" without a date means the days after the earnings. */
async function findRollSpan(session: Session, symbol: string | null) {
  const named = readRollSpan(session.said)
  if (symbol === null || named.dte_min !== null || named.dte_max !== null) return named
  const span = await findEventSpan(session, symbol)
  return span === null ? named : { dte_min: span.least, dte_max: span.most }
}

/** Lowest strike to roll to: the target strike, or else the user's lower bound. */
const readTarget = ({ slots: { targetStrike, strike } }: Session['said']) =>
  targetStrike ?? (strike?.isPoint === false ? strike.least : null)

const isWanted = ({ id, ticker }: Row, { position_id, symbol }: FoundPosition['args']) =>
  position_id === null ? symbol === null || ticker === symbol : id === position_id

/**
 * New strike for requests such as "up 10 dollars", relative to the current strike. Null without such words, or if
 * several positions match.
 */
async function findRisenStrike({ said, ask }: Session, wanted: FoundPosition['args']): Promise<number | null> {
  const { rise } = said.slots
  if (rise === null) return null
  const review = await ask('portfolio_review', { focus: null })
  const held = review.ok ? listRows(review.result).filter((row) => isWanted(row, wanted)) : []
  const [only, ...others] = held
  return others.length === 0 && typeof only?.strike === 'number' ? only.strike + rise : null
}

const reach = (days: number) => ({ dte_min: Math.max(0, days - DAYS_REACH), dte_max: Math.max(0, days + DAYS_REACH) })

export async function answerRoll(session: Session, symbol: string | null): Promise<Reply> {
  const { said, ask } = session
  const wanted = await findPosition(session, symbol)
  if (!wanted.ok) return explainFailure(wanted)
  const risen = await findRisenStrike(session, wanted.args)
  const found = await ask('roll_candidates', {
    ...wanted.args,
    ...(await findRollSpan(session, symbol)),
    min_strike: readTarget(said) ?? risen,
    allow_debit: /\bdebit\b/u.test(said.text) && !/\bno debit|\bwithout (?:a )?debit/u.test(said.text) ? true : null,
  })
  if (!found.ok) return explainFailure(found, (other) => `Roll my ${other}`)
  const { at, result } = found
  return say(
    [
      isKnown(result.close_cost_total)
        ? `${at('position.ticker')} ${at('position.strike')} call expiring ${at('position.expiry')}: buying it back costs ${at('close_cost_per_share')} a share, ${at('close_cost_total')} in total, with the stock at ${at('current_price')}.`
        : `${at('position.ticker')} ${at('position.strike')} call expiring ${at('position.expiry')}: the cost to buy it back is unknown. The stock is at ${at('current_price')}.`,
      ...listRows(result)
        .slice(0, 3)
        .map((row, index) => {
          const figure = (name: string) => at(`rows.${index}.${name}`)
          const net = isKnown(row.net_per_share)
            ? `net ${figure('net_per_share')} a share or ${figure('net_per_contract')} per contract`
            : 'net unknown'
          const delta = isKnown(row.delta) ? `, delta ${figure('delta')}` : ''
          return `- To ${figure('strike')}, ${figure('expiry')}: new premium ${figure('premium')}, ${net}${delta}, strike gain ${figure('strike_gain')}.`
        }),
      at('explanation'),
    ],
    showCall(found),
  )
}
