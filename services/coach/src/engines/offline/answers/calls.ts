import { POSITION_LIMITS, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { at as point, pointOf, type Range, type Slots } from '../reading/slots.ts'
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

/** Allowed distance from a single requested delta or number of days. */
const DELTA_REACH = 0.05
const DAYS_REACH = 7
const styleDeltas = { Conservative: [0.1, 0.2], Aggressive: [0.3, 0.45] } as const
const AT_THE_MONEY = [0.4, 0.6] as const
const AHEAD_DAYS = 120
const toCents = (value: number) => Math.round(value * 100) / 100

/** The listed expiration for the requested date or days, with a note if it is another one; null if none is requested. */
export async function chooseExpiration(
  { question, today, ask }: Session,
  symbol: string,
  wanted = question.slots.expiration,
) {
  if (wanted === null || wanted === today) return null
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const rows = listRows(listed.result)
  if (rows.some(({ date }) => date === wanted)) return { date: wanted, note: null }
  const distance = (row: Row | undefined) => Math.abs(Date.parse(String(row?.date)) - Date.parse(wanted))
  const best = rows.reduce((found, row, index) => (distance(row) < distance(rows[found]) ? index : found), 0)
  return {
    date: String(rows[best]?.date),
    note: `The nearest listed expiration is ${listed.at(`rows.${best}.date`)}.`,
  }
}

/** Days to expiration before or after a company event, as the message asks. */
async function findEventSpan({ question, ask }: Session, symbol: string) {
  const { event } = question.slots
  if (event === null) return null
  const kind = /earnings/u.test(event) ? 'earnings' : 'ex_dividend'
  const found = await ask('upcoming_events', { symbols: [symbol], days: AHEAD_DAYS, kind })
  const name = kind === 'earnings' ? 'earnings date' : 'ex-dividend date'
  const [next] = found.ok ? listRows(found.result) : []
  if (!found.ok || next === undefined)
    return { least: null, most: null, note: `No upcoming ${name} is known for ${symbol}, so I did not filter by it.` }
  const days = Number(next.days)
  const isAfter = event.startsWith('After')
  return {
    least: isAfter ? days + 1 : null,
    most: isAfter ? null : Math.max(0, days - 1),
    note: `The next ${name} is ${found.at('rows.0.date')}; these calls expire ${isAfter ? 'after' : 'before'} it.`,
  }
}

/** The listed expiration next to a company event, if the message asks for the one just before or after it. */
async function chooseAtEvent(
  { question, ask }: Session,
  symbol: string,
  span: Awaited<ReturnType<typeof findEventSpan>>,
) {
  const isNext =
    /\b(?:first|last|next|latest|soonest|nearest|closest|furthest|farthest|longest|right|just|immediately)\b/u
  if (span === null || (span.least ?? span.most) === null || !isNext.test(question.text)) return null
  const listed = await ask('list_expirations', { symbol })
  const rows = listed.ok ? listRows(listed.result) : []
  const row =
    span.least === null
      ? rows.findLast(({ days }) => Number(days) <= Number(span.most))
      : rows.find(({ days }) => Number(days) >= Number(span.least))
  return row === undefined ? null : String(row.date)
}

function readDays(days: Range | null): { least: number | null; most: number | null } {
  const single = pointOf(days)
  return single === null
    ? { least: days?.least ?? null, most: days?.most ?? null }
    : { least: Math.max(0, single - DAYS_REACH), most: single + DAYS_REACH }
}

function readDelta({
  delta,
  chancePct,
  style,
  moneyness,
  premium,
  strike,
  otmPct,
}: Slots): readonly [number | null, number | null] {
  const single = pointOf(delta)
  if (single !== null) return [toCents(Math.max(0, single - DELTA_REACH)), toCents(Math.min(1, single + DELTA_REACH))]
  if (delta !== null) return [delta.least, delta.most]
  if (chancePct !== null)
    return [
      pointOf(chancePct) !== null || chancePct.least === null ? null : chancePct.least / 100,
      chancePct.most === null ? null : chancePct.most / 100,
    ]
  if (style !== null) return styleDeltas[style]
  if (moneyness === 'At the money') return AT_THE_MONEY
  // Deep ITM calls have the highest premiums, so a minimum premium alone keeps to calls that are unlikely to be assigned.
  const isPremiumOnly = premium !== null && pointOf(premium) === null && strike === null && otmPct === null
  return isPremiumOnly && moneyness !== 'In the money' ? [null, POSITION_LIMITS.assignmentDelta] : [null, null]
}

const sorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  yield: 'annYield',
  premium: 'premium',
  openInterest: 'open_interest',
  delta: 'delta',
  strike: 'strike',
  expiration: 'expiry',
}

/** The filters of a message for `find_options`, without its expiration. */
export function filterCalls(slots: Slots) {
  const { least, most } = readDays(slots.days)
  const [delta_min, delta_max] = readDelta(slots)
  return { dte_min: least, dte_max: most, delta_min, delta_max, ...readOtm(slots) }
}

function readOtm({ otmPct, moneyness }: Slots) {
  const single = pointOf(otmPct)
  if (otmPct === null)
    return {
      otm_pct_min: moneyness === 'Out of the money' ? 0 : null,
      otm_pct_max: moneyness === 'In the money' ? 0 : null,
    }
  return { otm_pct_min: otmPct.least, otm_pct_max: single === null ? otmPct.most : 2 * single }
}

export async function answerCalls(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const { slots } = question
  const chosen = await chooseExpiration(session, symbol)
  if (chosen !== null && 'ok' in chosen) return explainStock(chosen, question)
  const span = await findEventSpan(session, symbol)
  const covered = await readCoverage(session, symbol)
  if (covered?.isFull === true && OF_OWN_SHARES.test(question.text))
    return say([covered.line, 'Another call can be written when one of them is closed or expires.'])
  const edge = chosen === null ? await chooseAtEvent(session, symbol, span) : null
  const days = readDays(chosen === null && edge === null ? slots.days : null)
  const [delta_min, delta_max] = readDelta(slots)
  const least = Math.max(days.least ?? 0, span?.least ?? 0)
  const most = Math.min(
    days.most ?? Number.POSITIVE_INFINITY,
    (chosen === null ? span?.most : null) ?? Number.POSITIVE_INFINITY,
  )
  const found = await ask('find_options', {
    symbol,
    expiration: chosen?.date ?? edge,
    dte_min: (chosen ?? edge) !== null || (least === 0 && days.least === null) ? null : least,
    dte_max: (chosen ?? edge) === null && Number.isFinite(most) ? most : null,
    delta_min,
    delta_max,
    strike_min: slots.strike?.least ?? null,
    strike_max: slots.strike?.most ?? null,
    premium_min: slots.premium?.least ?? null,
    premium_max: pointOf(slots.premium) === null ? (slots.premium?.most ?? null) : null,
    premium_pct_min: slots.premiumPct?.least ?? null,
    yield_min: slots.yieldPct?.least ?? null,
    ...readOtm(slots),
    open_interest_min: slots.openInterest?.least ?? null,
    volume_min: slots.volume?.least ?? null,
    max_spread_pct: slots.spreadPct?.most ?? null,
    sort_by: slots.sort === null ? null : (sorts[slots.sort] ?? null),
    limit: slots.count,
  })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const place = findNearest(listRows(result), pointOf(slots.delta))
  const row = listRows(result)[place] ?? {}
  const figure = (name: string) => at(`rows.${place}.${name}`)
  const total =
    slots.shares !== null && slots.shares >= SHARES_PER_CONTRACT
      ? await ask('analyze_trade', { symbol, strike: row.strike, expiration: row.expiry, shares: slots.shares })
      : null
  const sum =
    total?.ok === true
      ? ` For ${countOf(total.at('contracts'), total.result.contracts, 'contract')}: ${total.at('premium_total')} in total.`
      : ''
  const yearly = isKnown(row.annYield)
    ? `, ${figure('annYield')} a year of the stock price of ${at('current_price')}`
    : `; the stock is at ${at('current_price')}`
  const count = Number(result.total) > 1 ? ` ${at('total')} calls fit${describeDefault(found, slots)}.` : ''
  return say(
    [
      `${at('symbol')} ${figure('strike')} call expiring ${figure('expiry')} (${countOf(figure('dte'), row.dte, 'day')}): ${figure('premium')} a share${yearly}${isKnown(row.delta) ? `, delta ${figure('delta')}` : ''}.${sum}${describeMove(found, question.text)}${question.asksWhy ? ` ${at('expiration_reason')}` : ''}`,
      `${describeDates(found, row.expiry)}${covered === null ? '' : ` ${covered.line}`}`,
      `${chosen?.note ?? ''}${span === null ? '' : ` ${span.note}`}${count}${describeCaution(found)}`.trim(),
    ],
    found,
  )
}

const OF_OWN_SHARES = /\bmy\b|\bi (?:own|have|hold)\b|\bagainst\b.*\bshares\b/u
const describeMove = ({ at, result }: Answered, text: string) =>
  /\bexpected move\b/u.test(text) && isKnown(result.expected_move)
    ? ` The expected move until then is ${at('expected_move')} (one standard deviation).`
    : ''
const describeCaution = ({ at, result }: Answered) =>
  result.warnings
    .flatMap((warning, index) =>
      /^(?:This stock has no best call|The best call (?:is|yields)|No call has)/u.test(warning)
        ? [` ${at(`warnings.${index}`)}`]
        : [],
    )
    .join('')

function describeDefault({ at, result }: Answered, slots: Slots): string {
  const filters = toRow(result.filters)
  const isDefault = [
    slots.delta,
    slots.strike,
    slots.premium,
    slots.style,
    slots.otmPct,
    slots.moneyness,
    slots.chancePct,
  ].every((one) => one === null)
  return isDefault && isKnown(filters.delta_min)
    ? `; without other wishes I looked for a delta of ${at('filters.delta_min')} to ${at('filters.delta_max')}`
    : ''
}

export const findNearest = (rows: readonly Row[], delta: number | null) =>
  delta === null
    ? 0
    : rows.reduce(
        (found, row, index) =>
          Math.abs(Number(row.delta) - delta) < Math.abs(Number(rows[found]?.delta) - delta) ? index : found,
        0,
      )

/** Company dates within the term of a call. They decide more often than the premium whether a call is worth selling. */
export function describeDates({ at, result }: Answered, expiration: unknown): string {
  const last = String(expiration)
  const within = (name: string) => typeof result[name] === 'string' && String(result[name]) <= last
  const after = (name: string) =>
    typeof result[name] === 'string' ? `next ${at(name)}, after it expires` : 'date unknown'
  return [
    within('earnings_date')
      ? `Earnings on ${at('earnings_date')} are before it expires.`
      : `Earnings: ${after('earnings_date')}.`,
    within('ex_dividend_date')
      ? `Ex-dividend on ${at('ex_dividend_date')}, before it expires.`
      : `Ex-dividend: ${after('ex_dividend_date')}.`,
  ].join(' ')
}

/** The coverage of the user's shares by open calls; null without an open call on this stock. */
export async function readCoverage(
  { question, ask }: Session,
  symbol: string,
): Promise<{ line: string; isFull: boolean } | null> {
  const found = await ask('coverable_calls', { symbol, shares: question.slots.shares })
  if (!found.ok || !(Number(found.result.open_contracts) > 0)) return null
  const { at, result } = found
  const open = countOf(at('open_contracts'), result.open_contracts, 'open call')
  const isFull = Number(result.contracts_left) === 0
  return isFull
    ? {
        isFull,
        line: `Your ${countOf(at('shares'), result.shares, 'share')} of ${symbol} are already covered by ${open}, so this needs other shares.`,
      }
    : { isFull, line: `You have ${open} on ${symbol} and can write ${at('contracts_left')} more.` }
}

/** A failure about a stock: the suggestions are other stocks, strikes or dates for the same message. */
export function explainStock(refused: Refused, { intent, slots }: Session['question']): Reply {
  return explain(refused, (suggestion): Option | null => {
    if (/^\d{4}-\d\d-\d\d$/u.test(suggestion))
      return { label: displayText(suggestion), intent, slots: { ...slots, expiration: suggestion, days: null } }
    if (/^[\d.]+$/u.test(suggestion))
      return {
        label: `$${suggestion} strike`,
        intent,
        slots: { ...slots, strike: point(Number(suggestion)), strikes: [] },
      }
    return /^[A-Z.]{1,6}$/u.test(suggestion)
      ? { label: suggestion, intent, slots: { ...slots, stocks: [suggestion] } }
      : null
  })
}
