import { RATING_MAX, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { pointOf, type Slots, sortNames } from '../reading/slots.ts'
import { explain, isKnown, listRows, type Reply, type Row, type Session, say } from '../session.ts'
import { answerCallScreen, highest, isOfCalls, lowest, orNull } from './call-screen.ts'

const sorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  yield: 'best_ann_yield',
  premium: 'best_ann_yield',
  ivRank: 'iv_rank',
  rsi: 'rsi',
  price: 'current_price',
  marketCap: 'market_cap',
  dividend: 'dividend_yield',
  volume: 'volume',
  volatility: 'implied_volatility',
}
/** Days of the longest usual call: the product's default is 30 to 45. */
const DEFAULT_QUIET_DAYS = 45
const BY_SECTOR =
  /\b(?:which|what|best|top|worst|rank|compare|list|by|per|each|every|across) (?:the |of the |all )?(?:sectors?|industr(?:y|ies))\b/u
/** Words of one's own risk ask for an order by volatility. */
const riskSorts = { Conservative: 'asc', Aggressive: 'desc' } as const

export async function answerScreen(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  if (BY_SECTOR.test(text) && slots.sector === null) return answerSectors(session)
  if (isOfCalls(slots, text)) return answerCallScreen(session)
  if ((slots.score?.least ?? 0) > RATING_MAX)
    return say([`No stock: the rating ranges from 0 to ${RATING_MAX}. Ask for a lower one.`])
  // "Paying 13%" means a yearly yield of a stock, but the premium of a call.
  const yieldPct = slots.yieldPct ?? slots.premiumPct ?? slots.percent
  const isOfRisk = slots.style !== null && slots.sort === null
  const asked = isOfRisk ? 'volatility' : slots.sort
  const order = isOfRisk && slots.style !== null ? riskSorts[slots.style] : slots.order
  const sort = asked === null ? null : (sorts[asked] ?? null)
  const isUnsorted = asked !== null && asked !== 'score' && sort === null
  const affordable = slots.budget === null ? null : slots.budget / SHARES_PER_CONTRACT
  const found = await ask('top_covered_call_stocks', {
    sector: slots.sector,
    or_sectors: orNull(slots.orSectors),
    without_sectors: orNull(slots.withoutSectors),
    min_score: lowest(slots.score),
    max_score: highest(slots.score),
    above_average: slots.level === null ? null : true,
    min_yield: lowest(yieldPct),
    max_yield: highest(yieldPct),
    min_price: pointOf(slots.price) === null ? lowest(slots.price) : null,
    max_price: slots.price?.most ?? affordable,
    iv_rank_min: lowest(slots.ivRank),
    iv_rank_max: highest(slots.ivRank),
    rsi_min: pointOf(slots.rsi) === null ? lowest(slots.rsi) : null,
    rsi_max: slots.rsi?.most ?? null,
    min_price_vs_ma: lowest(slots.vsAverage),
    min_dividend_yield: lowest(slots.dividendYield),
    market_cap: slots.marketCap,
    earnings_after_days: slots.quietDays ?? (slots.event === 'Before earnings' ? DEFAULT_QUIET_DAYS : null),
    earnings_within_days: slots.earningsWithin,
    ex_dividend_within_days: slots.exWithin,
    sort_by: sort,
    sort_order: sort === null && (order !== 'asc' || isUnsorted) ? null : order,
    limit: slots.count,
  })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const without = (symbol: unknown) => slots.withoutStocks.includes(String(symbol))
  const shown = rows
    .flatMap(({ symbol }, index) => (without(symbol) ? [] : [index]))
    .slice(0, Math.min(slots.count ?? 5, 10))
  const isShort =
    /\b(?:nothing else|no (?:explanations?|details?|comments?)|just the (?:names|list|symbols)|only the (?:names|list))\b/u.test(
      text,
    )
  const describe = (index: number) => {
    const row = rows[index] ?? {}
    const figure = (name: string) => at(`rows.${index}.${name}`)
    if (isShort) return isKnown(row.cc_score) ? `${figure('symbol')} (${figure('cc_score')})` : figure('symbol')
    const own = listAsked({ ...slots, sort: asked }, row, figure)
    return `${figure('symbol')} (${isKnown(row.cc_score) ? `rating ${figure('cc_score')}` : 'no rating'}, ${isKnown(row.current_price) ? figure('current_price') : 'price unknown'}${own}${isKnown(row.best_ann_yield) ? `, best call${isKnown(row.best_expiration) ? ` ${figure('best_strike')} of ${figure('best_expiration')}, delta ${figure('best_delta')},` : ''} ${figure('best_ann_yield')} a year` : ''})`
  }
  const quiet =
    slots.quietDays === null && slots.event === 'Before earnings'
      ? ` Without earnings for ${DEFAULT_QUIET_DAYS} days.`
      : ''
  const ordered =
    sort === null
      ? `, by ${order === 'asc' && !isUnsorted ? 'lowest' : 'highest'} rating first`
      : `, by ${sortNames[asked ?? 'score'].toLowerCase().replace('iv', 'IV').replace('rsi', 'RSI')}, ${order === 'asc' ? 'lowest' : 'highest'} first`
  const average = slots.level === null ? '' : ` The average rating is ${at('average_score')}.`
  return say(
    [
      `${isUnsorted ? `I cannot sort stocks by ${sortNames[asked ?? 'score'].toLowerCase()}; by rating: ` : ''}${/\bhow many\b/u.test(text) ? `${at('total')} of ${at('universe_total')} stocks fit: ` : ''}${shown.map(describe).join('; ')}.`,
      isShort
        ? null
        : `${at('total')} of ${at('universe_total')} stocks fit${ordered}. A yield is of the stock price.${average}${quiet}${slots.withoutStocks.length > 0 ? ` Listed without ${slots.withoutStocks.join(', ')}.` : ''}`,
      describeRisk(asked, order, slots),
    ],
    found,
  )
}

function describeRisk(sort: Slots['sort'], order: Slots['order'], { exWithin }: Slots): string | null {
  if (sort === 'volatility')
    return order === 'asc'
      ? 'A low implied volatility means small expected moves and small premiums; the shares can still fall.'
      : 'A high implied volatility means large expected moves, up or down: the premium is the price of that risk.'
  return exWithin === null ? null : 'A call in the money may be assigned early, just before the ex-dividend date.'
}

/** The figures behind the conditions of the message, after the price. */
function listAsked(slots: Slots, row: Row, figure: (name: string) => string): string {
  const asked: readonly (readonly [boolean, string, string])[] = [
    [slots.budget !== null, 'cost_of_100', '100 shares cost'],
    [slots.dividendYield !== null || slots.sort === 'dividend', 'dividend_yield', 'dividend yield'],
    [slots.ivRank !== null || slots.sort === 'ivRank', 'iv_rank', 'IV rank'],
    [slots.sort === 'volatility', 'implied_volatility', 'implied volatility'],
    [slots.rsi !== null || slots.sort === 'rsi', 'rsi', 'RSI'],
    [slots.vsAverage !== null, 'price_vs_ma', 'above its 20-day average by'],
    [slots.sort === 'volume', 'volume', 'volume'],
    [slots.marketCap !== null || slots.sort === 'marketCap', 'market_cap', 'market cap'],
    [
      slots.earningsWithin !== null || slots.quietDays !== null || slots.event === 'Before earnings',
      'earnings_date',
      'earnings',
    ],
    [slots.exWithin !== null, 'ex_dividend_date', 'ex-dividend'],
    [slots.orSectors.length > 0, 'sector', 'sector'],
  ]
  return asked
    .flatMap(([isAsked, name, label]) => (isAsked && isKnown(row[name]) ? [`, ${label} ${figure(name)}`] : []))
    .join('')
}

const MAX_SECTORS = 5

/** The yields of the best calls by sector. */
async function answerSectors({ question: { slots }, ask }: Session): Promise<Reply> {
  const found = await ask('sector_premiums', {})
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const places = rows.map((_row, index) => index)
  const shown = (slots.order === 'asc' ? places.toReversed() : places).slice(0, slots.count ?? MAX_SECTORS)
  const describe = (index: number) => {
    const figure = (name: string) => at(`rows.${index}.${name}`)
    return `${figure('sector')} ${figure('median_yield')} a year (implied volatility ${figure('median_iv')}, IV rank ${figure('median_iv_rank')}, top ${figure('top_symbol')} at ${figure('top_yield')})`
  }
  const [first = 0] = shown
  const ownTerms =
    slots.delta === null && slots.days === null
      ? ''
      : ' The days and the delta that you ask for change which calls are compared, and are not used here.'
  return say(
    [
      `${at(`rows.${first}.sector`)} pays the ${slots.order === 'asc' ? 'least' : 'most'}: the median best call yields ${at(`rows.${first}.median_yield`)} a year of the stock price.`,
      `${shown.map(describe).join('; ')}.`,
      `Medians over the best call of each stock, 21 to 60 days out. Higher premiums mean higher volatility, so more risk.${ownTerms}`,
    ],
    found,
  )
}
