import { daysBetween } from '@callwright/scoring'
import { findDays } from '../../reading/dates/days.ts'
import { pointOf, type Slots, sortNames } from '../../reading/slots.ts'
import { countOf, explain, isKnown, listRows, say, toRow } from '../../replies.ts'
import type { Reply, Session } from '../../session.ts'
import { filterCalls } from '../calls/call-filters.ts'
import {
  describeColumns,
  describeReading,
  LIQUID,
  listConditions,
  listStockColumns,
  lowest,
  TIGHT,
} from './screen-conditions.ts'

const HAS_WEEKLIES = /\bweekl(?:y|ies|ys)\b(?= (?:options?|expir\w+)\b|\s*[?.!]*$)/u

/** Conditions on a call rather than on its stock. */
export const isOfCalls = (slots: Slots, text: string) =>
  [slots.delta, slots.days, slots.otmPct, slots.chancePct, slots.premium, slots.openInterest, slots.spreadPct].some(
    (one) => one !== null,
  ) ||
  (slots.expiration !== null && !HAS_WEEKLIES.test(text)) ||
  (slots.sort === 'delta' && slots.order === 'asc') ||
  slots.sort === 'spread' ||
  TIGHT.test(text) ||
  slots.moneyness !== null ||
  slots.event === 'Before the ex-dividend date' ||
  ((slots.event !== null || slots.quietDays !== null || slots.premiumPct !== null) && /\bcalls?\b/u.test(text))

const callSorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  premium: 'yield',
  delta: 'delta',
  openInterest: 'open_interest',
  headroom: 'otm',
  spread: 'spread',
  dividend: 'dividend_yield',
  ivRank: 'iv_rank',
  score: 'cc_score',
  price: 'current_price',
  rsi: 'rsi',
  marketCap: 'market_cap',
  volatility: 'implied_volatility',
}
const TIGHT_SPREAD_PCT = 10
/** Percent on either side of the price at which a call counts as near the money. */
const NEAR_THE_MONEY = 3
/** Days before a named date in which an expiration counts if none is on that date. */
const DATE_REACH = 7
const UNTIL = /\b(?:by|before|until|no later than|not after|inside|within)(?: the)? ¤/u
/** Percent and least number of days around a single term. */
const TERM_REACH = { pct: 20, days: 3 }
/** Percent around a single distance. */
const OTM_REACH = 1

function readDistance(slots: Slots) {
  const { near_otm_pct: near, otm_pct_min, otm_pct_max } = filterCalls(slots)
  if (near !== null) return { otm_pct_min: near - OTM_REACH, otm_pct_max: near + OTM_REACH }
  if (slots.moneyness === 'At the money') return { otm_pct_min: -NEAR_THE_MONEY, otm_pct_max: NEAR_THE_MONEY }
  return { otm_pct_min, otm_pct_max }
}

/** The days of an expiration, or around a single term. */
function readTerm({ question: { slots, text }, today }: Session) {
  const { dte_min, dte_max } = filterCalls(slots)
  const [until, single] = [slots.expiration === null ? null : daysBetween(today, slots.expiration), pointOf(slots.days)]
  if (until !== null)
    return { dte_min: UNTIL.test(findDays(text, today).text) ? Math.max(0, until - DATE_REACH) : until, dte_max: until }
  if (single === null) return { dte_min, dte_max }
  const reach = Math.max(TERM_REACH.days, Math.round((single * TERM_REACH.pct) / 100))
  return { dte_min: Math.max(0, single - reach), dte_max: single + reach }
}

/** The best call of each stock, by conditions on the call. */
export async function answerCallScreen(session: Session, holdings: readonly string[] | null): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  const { delta_min, delta_max, near_delta } = filterCalls(slots)
  const term = readTerm(session)
  const isOfProtection = PROTECTS.test(text) && slots.delta === null && slots.moneyness === null
  // Safe calls are those with a low delta, of calm stocks.
  const isSafe = slots.style === 'Conservative' && slots.sort === null
  const asked = isSafe ? 'volatility' : slots.sort
  const order = isSafe ? 'asc' : slots.order
  const sort =
    asked === null || (asked === 'delta' && slots.order !== 'asc')
      ? null
      : IN_DOLLARS.test(text) && asked === 'premium'
        ? 'premium'
        : (callSorts[asked] ?? null)
  const filters = {
    ...listConditions(slots, text, holdings),
    ...{ delta_min, delta_max, near_delta },
    ...(isOfProtection ? { delta_min: 0, delta_max: 1 } : {}),
    ...readDistance(slots),
    premium_min: lowest(slots.premium),
    premium_pct_min: lowest(slots.premiumPct ?? (slots.days === null ? null : slots.percent)),
    yield_min: lowest(slots.yieldPct ?? (slots.days === null ? slots.percent : null)),
    open_interest_min: lowest(slots.openInterest),
    volume_min: lowest(slots.volume),
    max_spread_pct: slots.spreadPct?.most ?? (TIGHT.test(text) || LIQUID.test(text) ? TIGHT_SPREAD_PCT : null),
    no_earnings: slots.event === 'Before earnings' ? true : null,
    no_ex_dividend: slots.event === 'Before the ex-dividend date' || NO_EX.test(text) ? true : null,
    sort_by: sort,
    sort_order: sort === null ? null : order,
    limit: slots.count,
  }
  const reach = slots.expiration === null ? null : DATE_REACH
  const found = await ask('screen_calls', { ...filters, ...term, dte_reach: reach })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const shown = rows.map((_row, index) => index).slice(0, Math.min(slots.count ?? 5, 10))
  const columns = listStockColumns(slots, text).filter(([, column]) => column !== 'best_spread_pct')
  const describe = (index: number) => {
    const figure = (name: string) => at(`rows.${index}.${name}`)
    const row = rows[index] ?? {}
    const hasDistance = slots.otmPct !== null || slots.moneyness !== null
    const distance = hasDistance && isKnown(row.otm_pct) ? `, ${figure('otm_pct')} from the price to the strike` : ''
    const asked = `${distance}${describeColumns(columns, row, figure)}`
    return `${figure('symbol')} at ${figure('price')}: ${figure('strike')} call expiring ${figure('expiry')}, ${figure('premium')} (${figure('premium_pct')} of the price, ${figure('annYield')} a year), delta ${figure('delta')}${asked}`
  }
  const isMissed = reach !== null && term.dte_min !== toRow(result.filters).dte_min
  const assumed = [
    ...(slots.days === null && slots.expiration === null
      ? [`${at('filters.dte_min')} to ${at('filters.dte_max')} days`]
      : []),
    ...(filters.delta_min === null && filters.near_delta === null && typeof toRow(result.filters).delta_min === 'number'
      ? [`a delta of ${at('filters.delta_min')} to ${at('filters.delta_max')}`]
      : []),
  ]
  const terms = assumed.length === 0 ? '' : ` Without other wishes: ${assumed.join(' and ')}.`
  return say(
    [
      `${shown.map(describe).join('; ')}.`,
      `${isMissed ? 'None that fits expires on that day; these expire in the week before it. ' : ''}${result.total === null ? 'The' : `${countOf(at('total'), result.total, 'call')} of ${at('universe_total')} fit; the`} best call of each stock is listed${describeOrder({ ...slots, sort: asked, order }, sort)}.${terms}${describeReading(slots, null)}`,
      describeEvents(rows, shown, slots),
    ],
    found,
  )
}

/** A second event to avoid, beside that of the slot. */
const NO_EX = /\b(?:no|nor|without|avoid\w*)\b[^.;?]{0,24}\b(?:ex-?\s?div\w*|ex[- ]dates?)\b/u
const IN_DOLLARS = /\bin dollars\b|\bdollar (?:premium|amount)\b|\b(?:most|highest) (?:dollars|money|cash)\b/u
const PROTECTS = /\b(?:protection|cushion|buffer|break-?\s?evens?)\b/u

/** The order of the list, if it is not by yield as always. */
function describeOrder({ sort, order }: Slots, by: string | null): string {
  if (by === null) return sort === null || sort === 'delta' || sort === 'yield' ? '' : ', highest yield first'
  const name = sortNames[sort ?? 'yield'].toLowerCase().replace(/^(?:iv|rsi)\b/u, (one) => one.toUpperCase())
  return sort === 'premium' ? '' : `, by ${name}, ${order === 'asc' ? 'lowest' : 'highest'} first`
}

function describeEvents(rows: ReturnType<typeof listRows>, shown: readonly number[], { event }: Slots): string | null {
  const among = (name: string) =>
    shown.flatMap((index) => (rows[index]?.[name] === true ? [String(rows[index].symbol)] : []))
  const [earnings, dividends] = [among('earnings_before'), among('ex_dividend_before')]
  const lines = [
    earnings.length === 0
      ? event === 'Before earnings'
        ? 'None of these has earnings before it expires.'
        : null
      : `Earnings before expiration: ${earnings.join(', ')}.`,
    dividends.length === 0 ? null : `Ex-dividend before expiration: ${dividends.join(', ')}.`,
  ].filter((line) => line !== null)
  return lines.length === 0 ? null : lines.join(' ')
}
