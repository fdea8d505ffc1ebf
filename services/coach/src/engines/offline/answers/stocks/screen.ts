import { RATING_MAX } from '@callwright/scoring'
import { sectorName } from '../../../../tools/market/screened-stocks.ts'
import { AVERAGES } from '../../conversation/screen-like.ts'
import { type Slots, sortNames } from '../../reading/slots.ts'
import { explain, isKnown, listRows, say } from '../../replies.ts'
import type { Reply, Session } from '../../session.ts'
import { answerCallScreen, isOfCalls } from './call-screen.ts'
import {
  DEFAULT_QUIET_DAYS,
  describeColumns,
  describeReading,
  highest,
  LIQUID,
  listConditions,
  listStockColumns,
  lowest,
  readHoldings,
} from './screen-conditions.ts'

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
} as const
const BY_SECTOR =
  /\b(?:which|what|best|top|worst|rank|compare|list|by|per|each|every|across|highest|lowest) (?:all |of |the |[a-z]+ ){0,2}(?:sectors?|industr(?:y|ies))\b/u
/** Words of one's own risk ask for an order by volatility. */
const riskSorts = { Conservative: 'asc', Aggressive: 'desc' } as const

export async function answerScreen(session: Session): Promise<Reply> {
  const { question, ask } = session
  const { slots, text } = question
  if (slots.sector === null ? BY_SECTOR.test(text) : AVERAGES.test(text) && slots.level === null)
    return answerSectors(session)
  const holdings = await readHoldings(session)
  if (isOfCalls(slots, text)) return answerCallScreen(session, holdings)
  if ((slots.score?.least ?? 0) > RATING_MAX)
    return say([`No stock: the rating ranges from 0 to ${RATING_MAX}. Ask for a lower one.`])
  // "Paying 13%" means a yearly yield of a stock, but the premium of a call.
  const yieldPct = slots.yieldPct ?? slots.premiumPct ?? slots.percent
  const isOfRisk = slots.style !== null && slots.sort === null
  const asked = isOfRisk ? 'volatility' : slots.sort
  const order = isOfRisk && slots.style !== null ? riskSorts[slots.style] : slots.order
  const window = slots.exWithin !== null ? 'ex_dividend_date' : slots.earningsWithin !== null ? 'earnings_date' : null
  const sort = asked === null ? window : (sorts[asked] ?? null)
  const isUnsorted = asked !== null && asked !== 'score' && sort === null
  const found = await ask('top_covered_call_stocks', {
    ...listConditions(slots, text, holdings),
    ...(slots.quietDays === null && slots.event === 'Before earnings' && slots.earningsWithin === null
      ? { earnings_after_days: DEFAULT_QUIET_DAYS }
      : {}),
    min_yield: lowest(yieldPct),
    max_yield: highest(yieldPct),
    liquid: LIQUID.test(text) ? true : null,
    sort_by: sort,
    sort_order: asked === null || (sort === null && (order !== 'asc' || isUnsorted)) ? null : order,
    limit: slots.count,
  })
  if (!found.ok)
    return holdings === null || found.error.error !== 'NOT_FOUND'
      ? explain(found)
      : say([`None of the stocks that you hold fits. ${found.error.message}`])
  const { at, result } = found
  const rows = listRows(result)
  const shown = rows.map((_row, index) => index).slice(0, Math.min(slots.count ?? 5, 10))
  const isShort =
    /\b(?:nothing else|no (?:explanations?|details?|comments?)|just the (?:names|list|symbols)|only the (?:names|list))\b/u.test(
      text,
    )
  const describe = (index: number) => {
    const row = rows[index] ?? {}
    const figure = (name: string) => at(`rows.${index}.${name}`)
    if (isShort) return isKnown(row.cc_score) ? `${figure('symbol')} (${figure('cc_score')})` : figure('symbol')
    const own = describeColumns(listStockColumns({ ...slots, sort: asked }, text), row, figure)
    return `${figure('symbol')} (${isKnown(row.cc_score) ? `rating ${figure('cc_score')}` : 'no rating'}, ${isKnown(row.current_price) ? figure('current_price') : 'price unknown'}${own}${isKnown(row.best_ann_yield) ? `, best call${isKnown(row.best_expiration) ? ` ${figure('best_strike')} of ${figure('best_expiration')}, delta ${figure('best_delta')},` : ''} ${figure('best_ann_yield')} a year` : ''})`
  }
  const quiet =
    slots.quietDays === null && slots.event === 'Before earnings'
      ? ` Without earnings for ${DEFAULT_QUIET_DAYS} days.`
      : ''
  const name =
    asked === null ? 'date' : sortNames[asked].toLowerCase().replace(/^(?:iv|rsi)\b/u, (one) => one.toUpperCase())
  const ordered =
    sort === null
      ? `, by ${order === 'asc' && !isUnsorted ? 'lowest' : 'highest'} rating first`
      : asked === null
        ? ', by date'
        : `, by ${name}, ${order === 'asc' ? 'lowest' : 'highest'} first`
  const total = `${at('total')} of ${holdings === null ? `${at('universe_total')} stocks` : 'the stocks that you hold'}`
  const average = slots.level === null ? null : at('average_score')
  return say(
    [
      `${isUnsorted ? `I cannot sort stocks by ${name}; by rating: ` : ''}${/\bhow many\b/u.test(text) ? `${total} fit: ` : ''}${shown.map(describe).join('; ')}.`,
      isShort
        ? null
        : `${total} fit${ordered}. A yield is of the stock price.${describeReading(slots, average)}${quiet}`,
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

const MAX_SECTORS = 5

const sectorMeasures = {
  volatility: ['median_iv', 'median implied volatility'],
  ivRank: ['median_iv_rank', 'median IV rank'],
  dividend: ['median_dividend_yield', 'median dividend yield'],
  score: ['median_score', 'median rating'],
  yield: ['median_yield', 'median yield of the best calls a year'],
} as const

/** The figure by which sectors are compared. */
function readMeasure(sort: Slots['sort'], text: string): Slots['sort'] {
  if (/\biv(?:r| rank| percentile)\b/u.test(text)) return 'ivRank'
  if (/\biv\b|\bvolatil\w+/u.test(text)) return 'volatility'
  if (/\bdividends?\b/u.test(text)) return 'dividend'
  return /\b(?:ratings?|scores?|rated)\b/u.test(text) ? 'score' : sort
}

/** Medians of the stocks by sector. */
async function answerSectors({ question: { slots, text }, ask }: Session): Promise<Reply> {
  const asked = readMeasure(slots.sort, text)
  const measure =
    asked !== null && Object.hasOwn(sectorMeasures, asked) ? (asked as keyof typeof sectorMeasures) : 'yield'
  const [column, name] = sectorMeasures[measure]
  const found = await ask('sector_premiums', { sort_by: column })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  const named = [slots.sector, ...slots.orSectors].flatMap((one) => (one === null ? [] : [sectorName(one)]))
  const places = rows.flatMap(({ sector }, index) =>
    named.length === 0 || named.includes(String(sector)) ? [index] : [],
  )
  const shown = (slots.order === 'asc' ? places.toReversed() : places).slice(0, slots.count ?? MAX_SECTORS)
  const describe = (index: number) => {
    const figure = (one: string) => at(`rows.${index}.${one}`)
    const own = measure === 'dividend' || measure === 'score' ? `${name} ${figure(column)}, ` : ''
    return `${figure('sector')} ${own}${figure('median_yield')} a year (implied volatility ${figure('median_iv')}, IV rank ${figure('median_iv_rank')}, top ${figure('top_symbol')} at ${figure('top_yield')})`
  }
  const [first = 0] = shown
  const ownTerms =
    slots.delta === null && slots.days === null
      ? ''
      : ' The days and the delta that you ask for change which calls are compared, and are not used here.'
  const order = slots.order === 'asc' ? 'lowest' : 'highest'
  return say(
    [
      `${at(`rows.${first}.sector`)} has the ${order} ${name}: ${at(`rows.${first}.${column}`)}.`,
      `${shown.map(describe).join('; ')}.`,
      `Medians over the stocks of each sector and their best calls. Higher premiums mean higher volatility, so more risk.${ownTerms}`,
    ],
    found,
  )
}
