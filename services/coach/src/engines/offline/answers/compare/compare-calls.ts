import { daysBetween } from '@callwright/scoring'
import { MAX_CALLS } from '../../../../turn/tool-caller.ts'
import { pointOf, type Slots } from '../../reading/slots.ts'
import { countOf, isKnown, listRows, type Row, say } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { type CallFigure, describeAsked, listAskedFigures, measureCall, rowAsTrade } from '../calls/call-figures.ts'
import { filterCalls } from '../calls/call-filters.ts'
import { asksReason } from '../calls/call-reasons.ts'
import { explainStock } from '../calls/calls.ts'
import { chooseExpiration, chooseNearestTerm, describeDates } from '../calls/terms.ts'
import { describeStockFigures, listStockFigures } from '../stocks/stock-figures.ts'
import { hasDistance, type Leg, MAX_LEGS } from './legs.ts'

/** Delta of calls that are compared, unless the message asks for another distance. */
const USUAL_DELTA = 0.25
const WEEK = 7
const USUAL_DAYS = { least: 30, most: 30 }

interface Found {
  /** The answer of `find_options`. */
  readonly one: Answered
  /** The answer of `analyze_trade`; null if the call cannot be sold, or if no such figure is needed. */
  readonly trade: Answered | null
  readonly row: Row
  readonly at: (name: string) => string
  readonly note: string | null
}

/** The usual distance and days, where the message names none. */
function completeSlots(slots: Slots, symbol: string): Slots {
  const quiet = slots.quietDays === null ? null : { least: slots.quietDays, most: slots.quietDays }
  const isAtTheMoney = slots.moneyness === 'At the money' && slots.delta === null && slots.otmPct === null
  return {
    ...slots,
    stocks: [symbol],
    ...(isAtTheMoney ? { strikePlaces: [0], moneyness: null } : {}),
    days: slots.days ?? (slots.expiration === null ? (quiet ?? USUAL_DAYS) : null),
    delta: hasDistance(slots) ? slots.delta : { least: USUAL_DELTA, most: USUAL_DELTA },
  }
}

/** Days from today to the wanted expiration. */
function countDays({ expiration, days }: Slots, today: string): number | null {
  if (expiration !== null) return expiration > today ? daysBetween(today, expiration) : WEEK
  const [least, most] = [days?.least ?? days?.most ?? null, days?.most ?? days?.least ?? null]
  return least === null || most === null ? null : Math.round((least + most) / 2)
}

/** The one call of a leg: the one nearest to its distance in the expiration nearest to its days. */
async function findLeg(session: Session, { symbol, slots, repeats }: Leg, plan: Plan): Promise<Found | Reply> {
  const { question, today, ask } = session
  const leg = completeSlots(slots, symbol)
  const legSession = { ...session, question: { ...question, slots: leg } }
  // Calls of one stock share their list of expirations, which says more about the chosen one.
  const term = plan.isOneStock
    ? ((await chooseExpiration(legSession, symbol)) ?? (await chooseNearestTerm(legSession, symbol, true)))
    : null
  if (term !== null && 'ok' in term) return explainStock(term, question)
  const { dte_min: _least, dte_max: _most, ...bounds } = filterCalls(leg)
  // The nearest delta is compared, however far the listed strikes are from it.
  const filters = bounds.near_delta === null ? bounds : { ...bounds, delta_min: null, delta_max: null }
  const days = term === null ? { nearest_days: countDays(leg, today) } : { expiration: term.date }
  const one = await ask('find_options', { ...filters, ...days, symbol })
  if (!one.ok) return explainStock(one, question)
  const [row = {}] = listRows(one.result)
  const trade = plan.hasTrades
    ? await ask('analyze_trade', {
        ...{ symbol, strike: row.strike, expiration: row.expiry, repeats },
        shares: slots.shares,
      })
    : null
  return {
    ...{ one, row, trade: trade?.ok === true ? trade : null },
    at: (name: string) => one.at(`rows.0.${name}`),
    note: term?.note ?? null,
  }
}

interface Plan {
  readonly isOneStock: boolean
  readonly hasTrades: boolean
}

/** Whether the calls of tools that a turn allows suffice for figures of a trade. `spent` were made before. */
function planCalls(legs: readonly Leg[], asked: readonly CallFigure[], spent: number): Plan {
  const isOneStock = new Set(legs.map(({ symbol }) => symbol)).size < 2
  const needsTrades =
    asked.some(({ isOfRow }) => isOfRow !== true) ||
    legs.some(({ slots, repeats }) => repeats !== null || slots.shares !== null || pointOf(slots.strike) !== null)
  const calls = spent + (isOneStock ? 1 : 0) + legs.length * 2
  return { isOneStock, hasTrades: needsTrades && calls <= MAX_CALLS }
}

/** Closer than this share of each other, two figures are no reason to choose. */
const SMALL = 0.03
const DAYS_A_YEAR = 365

/** One call for each leg, near the same delta and days unless the legs differ in them. */
export async function compareCalls(session: Session, all: readonly Leg[], spent = 0): Promise<Reply> {
  const { question, ask } = session
  const { text } = question
  const legs = all.slice(0, MAX_LEGS)
  const asked = listAskedFigures(text)
  const plan = planCalls(legs, asked, spent)
  const { isOneStock } = plan
  const found: Found[] = []
  for (const leg of legs) {
    const one = await findLeg(session, leg, plan)
    if ('lines' in one) return one
    // Two terms can have the same nearest expiration.
    if (!found.some(({ row }) => isOneStock && row.strike === one.row.strike && row.expiry === one.row.expiry))
      found.push(one)
  }
  const repeats = legs.some((leg) => leg.repeats !== null)
  const columns = asked.filter((one) => one.isSentence !== true && (plan.hasTrades || one.isOfRow === true))
  const without = asked.filter((one) => !columns.includes(one)).map(({ name }) => name)
  const [best, ...others] = rank(found, columns)
  const describe = (leg: Found) => {
    const { one, row, at, trade } = leg
    const { list } = describeAsked(columns, trade ?? rowAsTrade(one))
    const total =
      trade === null
        ? ''
        : `, ${trade.at('premium_total')} for ${countOf(trade.at('contracts'), trade.result.contracts, 'contract')}`
    const again =
      trade !== null && isKnown(trade.result.repeated_total)
        ? `, ${trade.at('repeated_total')} if each of the sales brings the same`
        : ''
    const usual = `delta ${at('delta')}, breakeven ${at('breakeven')}`
    return `${one.at('symbol')} ${at('strike')} call expiring ${at('expiry')} (${countOf(at('dte'), row.dte, 'day')}): ${at('premium')} a share${total}${again}, ${showYield(leg)} of ${one.at('current_price')}, ${list ?? usual}`
  }
  const usual = legs.some(({ slots }) => hasDistance(slots)) ? '' : ' Calls near a delta of 0.25 are compared.'
  const areOfTerms = isOneStock && new Set(found.map(({ row }) => row.expiry)).size > 1
  const why = !asksReason(text)
    ? ''
    : areOfTerms
      ? ' A longer term pays less a day, because time value grows more slowly than the days.'
      : ` Implied volatility: ${found.map(({ one, at }) => `${isOneStock ? at('strike') : one.at('symbol')} ${at('iv')}`).join(', ')}. A higher one pays more, because larger moves are expected.`
  const ofStocks = isOneStock || spent > 0 ? null : await describeStocks(ask, legs, text)
  const notes = [...new Set(found.flatMap(({ note }) => (note === null ? [] : [note])))].join(' ')
  const left = all.slice(MAX_LEGS).map(({ symbol }) => symbol)
  const again = repeats
    ? ' Premiums of later weeks are not known yet; several short calls also cost more spreads and commissions.'
    : ''
  const isFirst = ({ one, row }: Found, index: number) =>
    found.findIndex((other) => other.one.result.symbol === one.result.symbol && other.row.expiry === row.expiry) ===
    index
  const dates = found
    .filter(isFirst)
    .map(({ one, row, at }) => `${isOneStock ? at('expiry') : one.at('symbol')}: ${describeDates(one, row.expiry)}`)
    .join(' ')
  return say(
    [
      best === undefined ? null : `${best.words}${ofStocks === null ? '' : ` ${ofStocks}`}`,
      `${found.map(describe).join('; ')}.${usual}${why}${others.map(({ words }) => ` ${words}`).join('')}`,
      `${dates}${again}${notes === '' ? '' : ` ${notes}`}${without.length === 0 ? '' : ` Not given for so many calls at once: ${without.join(', ')}.`}${left.length === 0 ? '' : ` I compare four at most, so ${left.join(', ')} is left out.`}`,
    ],
    best?.of.one ?? null,
  )
}

interface Ranked {
  readonly of: Found
  readonly words: string
}

/** Most of an ITM premium is intrinsic value, so its yield would mislead. */
const isInTheMoney = ({ row }: Found) => row.moneyness === 'ITM'
const yearly = (one: Found) =>
  isInTheMoney(one)
    ? (Number(one.row.if_called_return_pct) * DAYS_A_YEAR) / Number(one.row.dte)
    : Number(one.row.annYield)
const showYield = (one: Found) =>
  isInTheMoney(one) ? `${one.at('if_called_return_pct')} if called (in the money)` : `${one.at('annYield')} a year`

/** A sentence with the winner for each asked figure that ranks calls; by yield if none is asked. */
function rank(found: readonly Found[], asked: readonly ReturnType<typeof listAskedFigures>[number][]): Ranked[] {
  const name = ({ one, at }: Found) => `${one.at('symbol')} ${at('strike')} of ${at('expiry')}`
  const judge = (measure: (one: Found) => number, words: string, show: (one: Found) => string): Ranked[] => {
    const known = found.filter((one) => Number.isFinite(measure(one)))
    const [first, second] = known.toSorted((a, b) => measure(b) - measure(a))
    if (first === undefined || second === undefined) return []
    const [a, b] = [Math.abs(measure(first)), Math.abs(measure(second))]
    const isSmall = Math.abs(a - b) <= Math.max(a, b) * SMALL
    return [
      {
        of: first,
        words: `${name(first)} has ${words}: ${show(first)}${isSmall ? ', but the difference is small' : ''}.`,
      },
    ]
  }
  const ranked = asked.flatMap((figure) =>
    figure.measure === undefined
      ? []
      : judge(
          ({ one, trade }) => measureCall(figure, trade ?? rowAsTrade(one)),
          figure.measure.words,
          ({ one, trade }) => describeAsked([figure], trade ?? rowAsTrade(one)).list ?? '',
        ),
  )
  const byYield = judge(yearly, 'the higher yield', showYield)
  return ranked.length > 0 ? ranked : byYield
}

/** The asked figures of the stocks themselves, such as earnings dates, beside those of their calls. */
async function describeStocks(ask: Session['ask'], legs: readonly Leg[], text: string): Promise<string | null> {
  const asked = listStockFigures(text).filter(({ name }) => name !== 'implied volatility' && name !== 'best call')
  if (asked.length === 0) return null
  const parts: string[] = []
  for (const { symbol } of legs.slice(0, MAX_LEGS)) {
    const one = await ask('stock_snapshot', { symbol })
    if (one.ok) parts.push(`${one.at('symbol')} ${describeStockFigures(asked, one)}`)
  }
  // The dates of each call are given anyway.
  if (parts.length < legs.length && asked.every(({ name }) => /earnings|date/u.test(name))) return null
  return parts.length < legs.length
    ? `Not given with so many calls: ${asked.map(({ name }) => name).join(', ')}.`
    : `${parts.join('; ')}.`
}
