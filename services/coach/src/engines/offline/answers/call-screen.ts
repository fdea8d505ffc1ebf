import { daysBetween, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { pointOf, type Range, type Slots } from '../reading/slots.ts'
import { countOf, explain, isKnown, listRows, type Reply, type Row, type Session, say } from '../session.ts'
import { filterCalls } from './call-filters.ts'

export const lowest = (range: Range | null) => range?.least ?? null
/** A single figure bounds a stock from above if it is a price, and from below if it is a rating or yield. */
export const highest = (range: Range | null) => (range === null || pointOf(range) !== null ? null : range.most)
export const orNull = <T>(list: readonly T[]) => (list.length === 0 ? null : list)

const TIGHT = /\b(?:tight|narrow|small)\w* (?:[\w-]+ ){0,2}spreads?\b|\bliquid\w*/u
const HAS_WEEKLIES = /\bweekl(?:y|ies|ys)\b(?= (?:options?|expir\w+)\b|\s*[?.!]*$)/u

/** Conditions on a call rather than on its stock. */
export const isOfCalls = (slots: Slots, text: string) =>
  [slots.delta, slots.days, slots.otmPct, slots.chancePct, slots.premium, slots.openInterest, slots.spreadPct].some(
    (one) => one !== null,
  ) ||
  (slots.expiration !== null && !HAS_WEEKLIES.test(text)) ||
  (slots.sort === 'delta' && slots.order === 'asc') ||
  slots.sort === 'spread' ||
  slots.moneyness !== null ||
  TIGHT.test(text) ||
  slots.event === 'Before the ex-dividend date' ||
  ((slots.event !== null || slots.quietDays !== null || slots.premiumPct !== null) && /\bcalls?\b/u.test(text))

const callSorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  premium: 'yield',
  delta: 'delta',
  openInterest: 'open_interest',
  headroom: 'otm',
  spread: 'spread',
}
const TIGHT_SPREAD_PCT = 10
/** Percent on either side of the price at which a call counts as near the money. */
const NEAR_THE_MONEY = 3
/** Days before a named date in which an expiration still counts. */
const DATE_REACH = 7
/** Percent around a single distance. */
const OTM_REACH = 1

function readDistance(slots: Slots) {
  const { near_otm_pct: near, otm_pct_min, otm_pct_max } = filterCalls(slots)
  if (near !== null) return { otm_pct_min: near - OTM_REACH, otm_pct_max: near + OTM_REACH }
  if (slots.moneyness === 'At the money') return { otm_pct_min: -NEAR_THE_MONEY, otm_pct_max: NEAR_THE_MONEY }
  return { otm_pct_min, otm_pct_max }
}

/** The best call of each stock, by conditions on the call. */
export async function answerCallScreen({ question, today, ask }: Session): Promise<Reply> {
  const { slots, text } = question
  const { dte_min, dte_max, delta_min, delta_max, near_delta } = filterCalls(slots)
  const until = slots.expiration === null ? null : daysBetween(today, slots.expiration)
  const found = await ask('screen_calls', {
    sector: slots.sector,
    or_sectors: orNull(slots.orSectors),
    without_sectors: orNull(slots.withoutSectors),
    market_cap: slots.marketCap,
    min_price: pointOf(slots.price) === null ? lowest(slots.price) : null,
    max_price: slots.price?.most ?? (slots.budget === null ? null : slots.budget / SHARES_PER_CONTRACT),
    min_score: lowest(slots.score),
    above_average: slots.level === null ? null : true,
    min_dividend_yield: lowest(slots.dividendYield),
    iv_rank_min: lowest(slots.ivRank),
    rsi_max: slots.rsi?.most ?? null,
    earnings_after_days: slots.quietDays,
    earnings_within_days: slots.earningsWithin,
    ex_dividend_within_days: slots.exWithin,
    dte_min: until === null ? dte_min : Math.max(0, until - DATE_REACH),
    dte_max: until === null ? dte_max : until,
    ...{ delta_min, delta_max, near_delta },
    ...readDistance(slots),
    premium_min: lowest(slots.premium),
    premium_pct_min: lowest(slots.premiumPct ?? (slots.days === null ? null : slots.percent)),
    yield_min: lowest(slots.yieldPct ?? (slots.days === null ? slots.percent : null)),
    open_interest_min: lowest(slots.openInterest),
    volume_min: lowest(slots.volume),
    max_spread_pct: slots.spreadPct?.most ?? (TIGHT.test(text) ? TIGHT_SPREAD_PCT : null),
    no_earnings: slots.event === 'Before earnings' ? true : null,
    no_ex_dividend: slots.event === 'Before the ex-dividend date' ? true : null,
    sort_by:
      slots.sort === null || (slots.sort === 'delta' && slots.order !== 'asc') ? null : (callSorts[slots.sort] ?? null),
    limit: slots.count,
  })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const shown = rows
    .flatMap(({ symbol }, index) => (slots.withoutStocks.includes(String(symbol)) ? [] : [index]))
    .slice(0, Math.min(slots.count ?? 5, 10))
  const describe = (index: number) => {
    const figure = (name: string) => at(`rows.${index}.${name}`)
    const asked = listAskedOfCall(slots, text, rows[index] ?? {}, figure)
    return `${figure('symbol')} at ${figure('price')}: ${figure('strike')} call expiring ${figure('expiry')}, ${figure('premium')} (${figure('premium_pct')} of the price, ${figure('annYield')} a year), delta ${figure('delta')}${asked}`
  }
  const isDefault = [slots.days, slots.expiration].every((one) => one === null)
  const terms = isDefault ? ` Without other wishes: ${at('filters.dte_min')} to ${at('filters.dte_max')} days.` : ''
  const isStockSort =
    slots.sort !== null && slots.sort !== 'delta' && slots.sort !== 'yield' && callSorts[slots.sort] === undefined
  return say(
    [
      `${shown.map(describe).join('; ')}.`,
      `${countOf(at('total'), result.total, 'call')} of ${at('universe_total')} fit; the best call of each stock is listed${isStockSort ? ', highest yield first' : ''}.${terms}`,
      describeEvents(rows, shown, slots),
    ],
    found,
  )
}

/** The figures behind the conditions of the message, after the call. */
function listAskedOfCall(slots: Slots, text: string, row: Row, figure: (name: string) => string): string {
  const asked: readonly (readonly [boolean, string, string])[] = [
    [slots.otmPct !== null || slots.moneyness !== null, 'otm_pct', 'from the price to the strike'],
    [
      slots.openInterest !== null || slots.sort === 'openInterest' || TIGHT.test(text),
      'open_interest',
      'open interest',
    ],
    [slots.spreadPct !== null || slots.sort === 'spread' || TIGHT.test(text), 'spread_pct', 'spread'],
    [slots.score !== null || slots.level !== null, 'score', 'rating'],
    [slots.dividendYield !== null, 'dividend_yield', 'dividend yield'],
    [slots.ivRank !== null, 'iv_rank', 'IV rank'],
    [slots.exWithin !== null, 'ex_dividend_date', 'ex-dividend'],
    [slots.earningsWithin !== null || slots.quietDays !== null, 'earnings_date', 'earnings'],
  ]
  return asked
    .flatMap(([isAsked, name, label]) => {
      if (!isAsked || !isKnown(row[name])) return []
      return [name === 'otm_pct' ? `, ${figure(name)} ${label}` : `, ${label} ${figure(name)}`]
    })
    .join('')
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
