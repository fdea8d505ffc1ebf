import { POSITION_LIMITS, SHARES_PER_CONTRACT, TARGET_DELTA } from '@callwright/scoring'
import { at as point, pointOf, type Slots } from '../reading/slots.ts'
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
import { describeAsked, describeTotal, listAskedFigures } from './call-figures.ts'
import { chooseAtEvent, chooseExpiration, chooseNearestTerm, describeDates, findEventSpan, readDays } from './terms.ts'

/** Allowed distance from a single requested delta. */
const DELTA_REACH = 0.05
const styleDeltas = { Conservative: [0.1, 0.2], Aggressive: [0.3, 0.45] } as const
const AT_THE_MONEY = [0.4, 0.6] as const
const toCents = (value: number) => Math.round(value * 100) / 100

function readDelta({
  delta,
  chancePct,
  style,
  moneyness,
  premium,
  strike,
  otmPct,
  sort,
  strikePlaces,
}: Slots): readonly [number | null, number | null] {
  const isByIncome = (sort === 'premium' || sort === 'yield') && moneyness !== 'In the money'
  if (strikePlaces.length > 0) return [null, null]
  const single = pointOf(delta)
  if (single !== null) return [toCents(Math.max(0, single - DELTA_REACH)), toCents(Math.min(1, single + DELTA_REACH))]
  // By premium or yield, deep ITM calls would come first.
  if (delta !== null) return [delta.least, delta.most ?? (isByIncome ? POSITION_LIMITS.assignmentDelta : null)]
  if (chancePct !== null) {
    const chance = percentToDelta(pointOf(chancePct))
    return chance === null
      ? [percentToDelta(chancePct.least), percentToDelta(chancePct.most)]
      : [toCents(Math.max(0, chance - DELTA_REACH)), toCents(Math.min(1, chance + DELTA_REACH))]
  }
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
  return {
    ...{ dte_min: least, dte_max: most, delta_min, delta_max },
    strike_place: slots.strikePlaces[0] ?? null,
    near_delta: pointOf(slots.delta) ?? percentToDelta(pointOf(slots.chancePct)),
    ...readDistance(slots),
    strike_min: slots.strike?.least ?? null,
    strike_max: slots.strike?.most ?? null,
    premium_min: slots.premium?.least ?? null,
    premium_max: pointOf(slots.premium) === null ? (slots.premium?.most ?? null) : null,
    ...readPremium(slots),
    yield_min: slots.yieldPct?.least ?? null,
    open_interest_min: slots.openInterest?.least ?? null,
    volume_min: slots.volume?.least ?? null,
    max_spread_pct: slots.spreadPct?.most ?? null,
  }
}

/** A single distance is one to be near to; "in the money" and "out of the money" alone are bounds. */
function readDistance({ otmPct, otmUsd, moneyness }: Slots) {
  const [pct, usd] = [pointOf(otmPct), pointOf(otmUsd)]
  const isBelow = moneyness === 'In the money'
  const signed = (value: number | null) => (value !== null && isBelow ? -Math.abs(value) : value)
  const isOnlySide = otmPct === null && otmUsd === null
  return {
    near_otm_pct: signed(pct),
    near_otm_usd: signed(usd),
    otm_pct_min: isOnlySide
      ? moneyness === 'Out of the money'
        ? 0
        : null
      : pct === null
        ? (otmPct?.least ?? null)
        : null,
    otm_pct_max: isOnlySide ? (isBelow ? 0 : null) : pct === null ? (otmPct?.most ?? null) : null,
  }
}

/** The chance of assignment is about the delta. */
const percentToDelta = (percent: number | null) => (percent === null ? null : percent / 100)

/** A minimum premium asks for the least risky call that pays it: the one whose premium is nearest to the minimum. */
function readPremium({ premium, premiumPct, percent, delta, otmPct, sort }: Slots) {
  const share = premiumPct ?? percent
  const isFree = delta === null && otmPct === null && (sort === null || pointOf(premium ?? share) !== null)
  return {
    near_premium: isFree ? (premium?.least ?? null) : null,
    near_premium_pct: isFree ? (pointOf(share) ?? premiumPct?.least ?? null) : null,
    premium_pct_min: pointOf(share) === null ? (premiumPct?.least ?? null) : null,
  }
}

/** A single number of days with a single distance or premium means the nearest expiration. */
const wantsOneTerm = ({ days, otmPct, otmUsd, premiumPct, chancePct, strikePlaces }: Slots) =>
  pointOf(days) !== null &&
  (strikePlaces.length > 0 || [otmPct, otmUsd, premiumPct, chancePct].some((one) => one !== null))

/** A strike below the user's cost loses money if the shares are called. */
const KEEPS_COST =
  /\b(?:below|under|at or above|above|over|less than|lower than)\b[^.;?!]{0,24}\b(?:cost|basis|paid|break-?\s?even|bought)\b|\b(?:at a|a|take a|lock in a?|without a|no) loss\b|\b(?:lose|losing) money\b/u

export async function answerCalls(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const covered = await readCoverage(session, symbol)
  if (covered?.isFull === true && OF_OWN_SHARES.test(text) && listAskedFigures(text).length === 0)
    return say([covered.line, 'Another call can be written when one of them is closed or expires.'])
  const span = await findEventSpan(session, symbol)
  const named =
    (await chooseExpiration(session, symbol)) ?? (await chooseNearestTerm(session, symbol, wantsOneTerm(slots)))
  if (named !== null && 'ok' in named) return explainStock(named, question)
  const date = named?.date ?? (await chooseAtEvent(session, symbol, span))
  const filters = filterCalls(slots)
  const least = Math.max(filters.dte_min ?? 0, span?.least ?? 0)
  const most = Math.min(filters.dte_max ?? Number.POSITIVE_INFINITY, span?.most ?? Number.POSITIVE_INFINITY)
  const floor = slots.cost !== null && KEEPS_COST.test(text) ? slots.cost : null
  const found = await ask('find_options', {
    ...filters,
    ...{ symbol, expiration: date },
    dte_min: date !== null || (least === 0 && filters.dte_min === null) ? null : least,
    dte_max: date === null && Number.isFinite(most) ? most : null,
    ...(floor === null ? {} : keepAbove(floor, filters)),
    sort_by: slots.sort === null ? null : (sorts[slots.sort] ?? null),
    order: slots.sort === null || sorts[slots.sort] === undefined ? null : slots.order,
    limit: slots.count,
  })
  if (!found.ok && date === null && typeof span?.most === 'number' && span.day !== null)
    return say([`No ${symbol} call that fits expires before then. ${span.day}.`])
  if (!found.ok) return explainStock(found, question)
  return describeCall(session, symbol, found, {
    covered: covered?.line ?? null,
    notes: [named?.note ?? null, span?.note ?? null],
  })
}

interface Notes {
  readonly covered: string | null
  readonly notes: readonly (string | null)[]
}

/** Index of the first call at the expiration nearest to the days asked for. */
function pickAtTerm(rows: readonly Row[], { days, sort }: Slots): number {
  const asked = pointOf(days)
  if (asked === null || sort !== null) return 0
  const distances = rows.map(({ dte }) => Math.abs(Number(dte) - asked))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/** The first call that was found, with the figures that the message asks for. */
async function describeCall(
  { question, ask }: Session,
  symbol: string,
  found: Answered,
  { covered, notes }: Notes,
): Promise<Reply> {
  const { slots, text } = question
  const { at, result } = found
  const rows = listRows(result)
  const index = pickAtTerm(rows, slots)
  const row = rows[index] ?? {}
  const figure = (name: string) => at(`rows.${index}.${name}`)
  const isCoverable = (slots.shares ?? SHARES_PER_CONTRACT) >= SHARES_PER_CONTRACT
  const trade = await ask('analyze_trade', {
    ...{ symbol, strike: row.strike, expiration: row.expiry },
    entry_price: slots.cost,
    shares: isCoverable ? slots.shares : null,
  })
  // Most of an ITM premium is intrinsic value, so its yield would mislead.
  const isInTheMoney = row.moneyness === 'ITM'
  const yearly = isInTheMoney
    ? ` with ${figure('time_value')} of time value, if called ${figure('if_called_return_pct')} of the stock price of ${at('current_price')}`
    : isKnown(row.annYield)
      ? `, ${figure('annYield')} a year of the stock price of ${at('current_price')}`
      : `; the stock is at ${at('current_price')}`
  const total = trade.ok ? `, ${describeTotal(trade)}` : ''
  const called = trade.ok && slots.cost !== null ? ` If called: ${trade.at('if_called_return_pct')} of your cost.` : ''
  const { list, sentences } = trade.ok ? describeAsked(listAskedFigures(text), trade) : { list: null, sentences: '' }
  const head = `${at('symbol')} ${figure('strike')} call expiring ${figure('expiry')} (${countOf(figure('dte'), row.dte, 'day')}): ${list === null ? '' : `${list}. Premium `}${figure('premium')} a share`
  const count =
    Number(result.total) > 1 && pointOf(slots.delta) === null
      ? ` ${at('total')} calls fit${describeDefault(found, slots)}.`
      : ''
  return say(
    [
      `${head}${total}${yearly}${isKnown(row.delta) ? `, delta ${figure('delta')}` : ''}.${called}${question.asksWhy ? ` ${at('expiration_reason')}` : ''}`,
      `${sentences} ${describeDates(found, row.expiry)}${covered === null ? '' : ` ${covered}`}`.trim(),
      [
        isCoverable ? null : `One call covers ${SHARES_PER_CONTRACT} shares, so fewer shares cover none.`,
        ...notes,
        `${count}${describeCaution(found)}`.trim(),
      ]
        .filter((line) => line !== null && line !== undefined && line !== '')
        .join(' '),
    ],
    found,
  )
}

/** Calls at or above the user's cost, near the upper end of the target delta unless the message asks for another delta. */
const keepAbove = (floor: number, { strike_min, delta_max, near_delta }: ReturnType<typeof filterCalls>) => ({
  strike_min: Math.max(floor, strike_min ?? 0),
  delta_max: delta_max ?? POSITION_LIMITS.assignmentDelta,
  near_delta: near_delta ?? TARGET_DELTA.max,
})

const OF_OWN_SHARES = /\bmy\b|\bi (?:own|have|hold)\b|\bagainst\b.*\bshares\b/u
const describeCaution = ({ at, result }: Answered) =>
  result.warnings
    .flatMap((warning, index) =>
      /^(?:This stock has no best call|The best call (?:is|yields)|No call (?:has|is that close))/u.test(warning)
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
    slots.strikePlaces[0] ?? null,
  ].every((one) => one === null)
  return isDefault && isKnown(filters.delta_min)
    ? `; without other wishes I looked for a delta of ${at('filters.delta_min')} to ${at('filters.delta_max')}`
    : ''
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
