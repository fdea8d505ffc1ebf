import { POSITION_LIMITS, SHARES_PER_CONTRACT, TARGET_DELTA } from '@callwright/scoring'
import { at as point, pointOf, type Slots } from '../../reading/slots.ts'
import { KEEPS_SHARES } from '../../reading/words/words.ts'
import { countOf, explain, isKnown, listRows, type Row, say, toRow } from '../../replies.ts'
import type { Answered, Option, Refused, Reply, Session } from '../../session.ts'
import { type CallFigure, describeAsked, describeTotal, listAskedFigures } from './call-figures.ts'
import { filterCalls, sorts } from './call-filters.ts'
import { describeList, spreadOut, wantsSeveral } from './call-list.ts'
import { asksReason, explainPremium } from './call-reasons.ts'
import {
  chooseAtEvent,
  chooseExpiration,
  chooseNearestTerm,
  describeDates,
  type EventSpan,
  findEventSpan,
} from './terms.ts'

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
  const asked = listAskedFigures(text)
  const isList = wantsSeveral(slots, text)
  const goal = readGoal(slots, text)
  const chosen = isList ? spreadOut(slots, asked) : takeNearest(slots)
  const filters = filterCalls(chosen)
  const least = Math.max(filters.dte_min ?? 0, span?.least ?? 0)
  const most = Math.min(filters.dte_max ?? Number.POSITIVE_INFINITY, span?.most ?? Number.POSITIVE_INFINITY)
  const floor = slots.cost !== null && KEEPS_COST.test(text) ? slots.cost : null
  const found = await ask('find_options', {
    ...filters,
    ...{ symbol, expiration: date },
    dte_min: date !== null || (least === 0 && filters.dte_min === null) ? null : least,
    dte_max: date === null && Number.isFinite(most) ? most : null,
    ...(floor === null ? {} : keepAbove(floor, filters)),
    ...(goal === null ? {} : { premium_pct_min: null, near_premium_pct: null }),
    sort_by: slots.sort === null ? null : (sorts[slots.sort] ?? null),
    order: slots.sort === null || sorts[slots.sort] === undefined ? null : slots.order,
    limit: chosen.count,
  })
  if (!found.ok) return explainStock(found, question)
  const notes = [named?.note ?? null, describeSpan(span, found)]
  if (isList && listRows(found.result).length > 1) {
    const last = listRows(found.result)
      .map(({ expiry }) => String(expiry))
      .toSorted()
      .at(-1)
    const dates = `${describeDates(found, last)}${covered === null ? '' : ` ${covered.line}`}`
    return say([describeList(found, chosen, asked), dates, joinNotes([...notes, describeCaution(found)])], found)
  }
  return describeCall(session, symbol, found, { covered: covered?.line ?? null, notes, asked, goal })
}

/** A named expiration can lie on the other side of the event. */
function describeSpan(span: EventSpan | null, { result }: Answered): string | null {
  if (span === null || span.day === null) return span?.note ?? null
  const dte = Number(listRows(result)[0]?.dte)
  const fits = dte >= (span.least ?? 0) && dte <= (span.most ?? Number.POSITIVE_INFINITY)
  return fits
    ? span.note
    : `No: ${span.day.charAt(0).toLowerCase()}${span.day.slice(1)}, ${span.least === null ? 'before' : 'after'} this call expires.`
}

const joinNotes = (notes: readonly (string | null)[]) =>
  notes.flatMap((one) => (one === null || one.trim() === '' ? [] : [one.trim()])).join(' ')

const ASKS_YES = /\b(?:would|does|do|can|could|will) (?:the|a|an|it|that|this|§|i|still|one)\b/u
/** The premium in percent of the price that a message asks about, "would the 4% call get me 1%". */
function readGoal(slots: Slots, text: string): number | null {
  const { premium, premiumPct, percent, otmPct, otmUsd, delta, strikePlaces, moneyness } = slots
  const isChosen =
    strikePlaces.length > 0 || [otmPct, otmUsd, delta].some((one) => one !== null) || moneyness === 'At the money'
  if (!isChosen || !ASKS_YES.test(text)) return null
  const least = premiumPct?.least ?? (/\bget\b|\bpay/u.test(text) ? pointOf(percent) : null)
  return premium === null ? least : null
}

const NOT_CERTAIN = 'A low delta makes assignment less likely, but cannot rule it out.'

/** The call at the money is the one at the nearest strike, whatever its delta. */
const takeNearest = (slots: Slots): Slots =>
  slots.moneyness === 'At the money' && [slots.delta, slots.otmPct, slots.strike].every((one) => one === null)
    ? { ...slots, moneyness: null, strikePlaces: [0] }
    : slots

interface Notes {
  readonly covered: string | null
  readonly notes: readonly (string | null)[]
  readonly asked: readonly CallFigure[]
  /** Premium in percent of the price that the user wants; the answer says whether the call pays it. */
  readonly goal: number | null
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
  { covered, notes, asked, goal }: Notes,
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
  const { list, sentences } = trade.ok ? describeAsked(asked, trade) : { list: null, sentences: '' }
  const reason = trade.ok && asksReason(text) ? await explainPremium({ ask }, symbol, trade) : null
  const verdict =
    goal !== null && trade.ok
      ? `${Number(trade.result.premium_of_price_pct) >= goal ? 'Yes' : 'No'}: the premium is ${trade.at('premium_of_price_pct')} of the price. `
      : ''
  const head = `${verdict}${at('symbol')} ${figure('strike')} call expiring ${figure('expiry')} (${countOf(figure('dte'), row.dte, 'day')}): ${list === null ? '' : `${list}. Premium `}${figure('premium')} a share`
  const count =
    Number(result.total) > 1 && pointOf(slots.delta) === null
      ? ` ${at('total')} calls fit${describeDefault(found, slots)}.`
      : ''
  const lines = [
    reason,
    `${head}${total}${yearly}${isKnown(row.delta) ? `, delta ${figure('delta')}` : ''}.${called}${question.asksWhy && reason === null ? ` ${at('expiration_reason')}` : ''}`,
    `${sentences} ${describeDates(found, row.expiry)}${covered === null ? '' : ` ${covered}`}`.trim(),
    joinNotes([
      isCoverable ? null : `One call covers ${SHARES_PER_CONTRACT} shares, so fewer shares cover none.`,
      KEEPS_SHARES.test(text) ? NOT_CERTAIN : null,
      ...notes,
      reason === null ? `${count}${describeCaution(found)}` : null,
    ]),
  ]
  return say(lines.filter((line) => line !== null && line !== '').slice(0, 3), found)
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
      return { label: suggestion, intent, slots: { ...slots, expiration: suggestion, days: null } }
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
