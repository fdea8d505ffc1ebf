import { daysBetween, RATING_MAX, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { pointOf, type Range, type Slots, sortNames } from '../reading/slots.ts'
import { countOf, explain, isKnown, listRows, type Reply, type Session, say } from '../session.ts'
import { filterCalls } from './calls.ts'

const lowest = (range: Range | null) => range?.least ?? null
/** A single figure bounds a stock from above if it is a price, and from below if it is a rating or yield. */
const highest = (range: Range | null) => (range === null || pointOf(range) !== null ? null : range.most)
const sorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  yield: 'best_ann_yield',
  premium: 'best_ann_yield',
  ivRank: 'iv_rank',
  rsi: 'rsi',
  price: 'current_price',
  marketCap: 'market_cap',
  dividend: 'dividend_yield',
  volume: 'volume',
}

const TIGHT = /\b(?:tight|narrow|small)\w* (?:[\w-]+ ){0,2}spreads?\b|\bliquid\w*/u
const HAS_WEEKLIES = /\bweekl(?:y|ies|ys)\b(?= (?:options?|expir\w+)\b|\s*[?.!]*$)/u

/** Conditions on a call rather than on its stock. */
const isOfCalls = (slots: Slots, text: string) =>
  [slots.delta, slots.days, slots.otmPct, slots.chancePct, slots.premium, slots.openInterest, slots.spreadPct].some(
    (one) => one !== null,
  ) ||
  (slots.expiration !== null && !HAS_WEEKLIES.test(text)) ||
  (slots.sort === 'delta' && slots.order === 'asc') ||
  slots.moneyness !== null ||
  TIGHT.test(text) ||
  ((slots.event !== null || slots.quietDays !== null || slots.premiumPct !== null) && /\bcalls?\b/u.test(text))

const callSorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  premium: 'yield',
  delta: 'delta',
  openInterest: 'open_interest',
  headroom: 'otm',
}
const TIGHT_SPREAD_PCT = 10

/** The best call of each stock, by conditions on the call. */
async function answerCallScreen({ question, today, ask }: Session): Promise<Reply> {
  const { slots, text } = question
  const { dte_min, dte_max, delta_min, delta_max, near_otm_pct, otm_pct_min, otm_pct_max } = filterCalls(slots)
  const until = slots.expiration === null ? null : daysBetween(today, slots.expiration)
  const reach = near_otm_pct === null ? null : OTM_REACH
  const quietDays = slots.quietDays ?? null
  const found = await ask('screen_calls', {
    sector: slots.sector,
    without_sectors: slots.withoutSectors.length === 0 ? null : slots.withoutSectors,
    market_cap: slots.marketCap,
    min_price: pointOf(slots.price) === null ? lowest(slots.price) : null,
    max_price: slots.price?.most ?? (slots.budget === null ? null : slots.budget / SHARES_PER_CONTRACT),
    min_score: lowest(slots.score),
    min_dividend_yield: lowest(slots.dividendYield),
    iv_rank_min: lowest(slots.ivRank),
    rsi_max: slots.rsi?.most ?? null,
    dte_min: until === null ? dte_min : Math.max(0, until - DATE_REACH),
    dte_max: until === null ? dte_max : until,
    ...{ delta_min, delta_max },
    otm_pct_min: near_otm_pct === null ? otm_pct_min : near_otm_pct - (reach ?? 0),
    otm_pct_max: near_otm_pct === null ? otm_pct_max : near_otm_pct + (reach ?? 0),
    premium_min: lowest(slots.premium),
    premium_pct_min: lowest(slots.premiumPct ?? (slots.days === null ? null : slots.percent)),
    yield_min: lowest(slots.yieldPct ?? (slots.days === null ? slots.percent : null)),
    open_interest_min: lowest(slots.openInterest),
    volume_min: lowest(slots.volume),
    max_spread_pct: slots.spreadPct?.most ?? (TIGHT.test(text) ? TIGHT_SPREAD_PCT : null),
    no_earnings: slots.event === 'Before earnings' || quietDays !== null ? true : null,
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
    return `${figure('symbol')} at ${figure('price')}: ${figure('strike')} call expiring ${figure('expiry')}, ${figure('premium')} (${figure('premium_pct')} of the price, ${figure('annYield')} a year), delta ${figure('delta')}`
  }
  const isDefault = [slots.days, slots.expiration].every((one) => one === null)
  const terms = isDefault ? ` Without other wishes: ${at('filters.dte_min')} to ${at('filters.dte_max')} days.` : ''
  return say(
    [
      `${shown.map(describe).join('; ')}.`,
      `${countOf(at('total'), result.total, 'call')} of ${at('universe_total')} fit; the best call of each stock is listed.${terms}`,
      describeEvents(rows, shown, slots),
    ],
    found,
  )
}

/** Days before a named date in which an expiration still counts. */
const DATE_REACH = 7
/** Percent around a single distance. */
const OTM_REACH = 1

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

export async function answerScreen(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { slots } = question
  if (isOfCalls(slots, question.text)) return answerCallScreen(session)
  if ((slots.score?.least ?? 0) > RATING_MAX)
    return say([`No stock: the rating ranges from 0 to ${RATING_MAX}. Ask for a lower one.`])
  // "Paying 13%" means a yearly yield of a stock, but the premium of a call.
  const yieldPct = slots.yieldPct ?? slots.premiumPct ?? slots.percent
  const sort = slots.sort === null ? null : (sorts[slots.sort] ?? null)
  const isUnsorted = slots.sort !== null && slots.sort !== 'score' && sort === null
  const affordable = slots.budget === null ? null : slots.budget / SHARES_PER_CONTRACT
  const found = await ask('top_covered_call_stocks', {
    sector: slots.sector,
    without_sectors: slots.withoutSectors.length === 0 ? null : slots.withoutSectors,
    min_score: lowest(slots.score),
    max_score: highest(slots.score),
    min_yield: lowest(yieldPct),
    max_yield: highest(yieldPct),
    min_price: pointOf(slots.price) === null ? lowest(slots.price) : null,
    max_price: slots.price?.most ?? affordable,
    iv_rank_min: lowest(slots.ivRank),
    iv_rank_max: highest(slots.ivRank),
    rsi_min: pointOf(slots.rsi) === null ? lowest(slots.rsi) : null,
    rsi_max: slots.rsi?.most ?? null,
    min_dividend_yield: lowest(slots.dividendYield),
    market_cap: slots.marketCap,
    earnings_after_days: slots.quietDays ?? (slots.event === 'Before earnings' ? DEFAULT_QUIET_DAYS : null),
    sort_by: sort,
    sort_order: sort === null && (slots.order !== 'asc' || isUnsorted) ? null : slots.order,
    limit: slots.count,
  })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const without = (symbol: unknown) => slots.withoutStocks.includes(String(symbol))
  const shown = rows
    .flatMap(({ symbol }, index) => (without(symbol) ? [] : [index]))
    .slice(0, Math.min(slots.count ?? 5, 10))
  const describe = (index: number) => {
    const row = rows[index] ?? {}
    const figure = (name: string) => at(`rows.${index}.${name}`)
    const sorted =
      slots.sort === 'ivRank'
        ? `, IV rank ${figure('iv_rank')}`
        : slots.sort === 'rsi' || slots.rsi !== null
          ? `, RSI ${figure('rsi')}`
          : ''
    return `${figure('symbol')} (rating ${figure('cc_score')}, ${figure('current_price')}${sorted}${isKnown(row.best_ann_yield) ? `, best call${isKnown(row.best_expiration) ? ` ${figure('best_strike')} of ${figure('best_expiration')}, delta ${figure('best_delta')},` : ''} ${figure('best_ann_yield')} a year` : ''})`
  }
  const quiet =
    slots.quietDays === null && slots.event === 'Before earnings'
      ? ` Without earnings for ${DEFAULT_QUIET_DAYS} days.`
      : ''
  return say(
    [
      `${isUnsorted ? `I cannot sort stocks by ${sortNames[slots.sort ?? 'score'].toLowerCase()}; by rating: ` : ''}${/\bhow many\b/u.test(question.text) ? `${at('total')} of ${at('universe_total')} stocks fit: ` : ''}${shown.map(describe).join('; ')}.`,
      `${at('total')} of ${at('universe_total')} stocks fit${sort === null ? `, by ${slots.order === 'asc' && !isUnsorted ? 'lowest' : 'highest'} rating first` : ''}. A yield is of the stock price.${quiet}${slots.withoutStocks.length > 0 ? ` Listed without ${slots.withoutStocks.join(', ')}.` : ''}`,
      slots.style === null ? null : 'I have no filter for risk: a lower IV rank means smaller moves.',
    ],
    found,
  )
}

/** Days of the longest usual call: the product's default is 30 to 45. */
const DEFAULT_QUIET_DAYS = 45
