import { RATING_MAX, RSI_OVERBOUGHT, RSI_OVERSOLD, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { pointOf, type Range, type Slots, sortNames } from '../reading/slots.ts'
import {
  type Answered,
  countOf,
  dueIn,
  type EventKind,
  eventNames,
  explain,
  isKnown,
  listRows,
  type Reply,
  type Session,
  say,
  toRow,
} from '../session.ts'
import { explainStock } from './calls.ts'

export async function answerStock(session: Session, symbol: string): Promise<Reply> {
  const { question, ask } = session
  const found = await ask('stock_snapshot', { symbol })
  if (!found.ok) return explainStock(found, question)
  const { intent, asksWhy, text } = question
  const [first, second] =
    intent === 'volatility'
      ? [describeVolatility(found), describeRating(found)]
      : intent === 'technical'
        ? [describeTechnical(found), null]
        : [describeRating(found), describeVolatility(found)]
  const wantsParts = asksWhy || /\bbreak ?down\b|\bparts\b|\brated so\b|\bscore well\b|\bwhat makes\b/u.test(text)
  const price = describePrice(found)
  if (wantsParts) return say([describeRating(found), describeParts(found), describeBest(found)], found)
  if (intent === 'price') return say([price, describeBest(found), describeEvents(found)], found)
  const company =
    /\bsector\b|\bindustry\b|\bcompany\b/u.test(text) && isKnown(found.result.sector)
      ? `${found.at('company_name')}, sector ${found.at('sector')}.`
      : null
  const dividend = /\bdividends?\b/u.test(text)
    ? found.result.dividend_yield === 0
      ? `No: ${found.at('symbol')} pays no dividend.`
      : isKnown(found.result.dividend_yield)
        ? `Dividend yield ${found.at('dividend_yield')} a year of the price.`
        : 'The dividend yield is unknown.'
    : null
  if (intent === 'stock' && (company ?? dividend) !== null)
    return say([company ?? dividend, price, describeEvents(found)], found)
  if (intent === 'stock')
    return say(
      [
        `${first} ${price}`,
        `${second ?? ''} ${describeTechnical(found)}`,
        `${describeBest(found)} ${describeEvents(found)}`,
      ],
      found,
    )
  return say([first, price, `${describeBest(found)} ${describeEvents(found)}`], found)
}

const describePrice = ({ at, result }: Answered) =>
  `${at('symbol')} is at ${at('price')}${isKnown(result.change) ? `, a change of ${at('change')} (${at('change_pct')}) since the previous close` : ''}.`

const describeRating = ({ at, result }: Answered) =>
  isKnown(result.score)
    ? `${at('symbol')} has a covered-call rating of ${at('score')} of ${at('score_max')}.`
    : `${at('symbol')} has no covered-call rating: it is unknown.`

const describeParts = ({ at, result }: Answered) =>
  listRows(result, 'score_parts')
    .map(
      (_part, index) =>
        `${at(`score_parts.${index}.label`)} ${at(`score_parts.${index}.points`)} of ${at(`score_parts.${index}.max`)}`,
    )
    .join('; ')

function describeVolatility({ at, result }: Answered): string {
  if (!isKnown(result.iv)) return 'Its implied volatility is unknown.'
  const rank = isKnown(result.iv_rank) ? `, with an IV rank of ${at('iv_rank')}` : '; its IV rank is unknown'
  return `Implied volatility is ${at('iv')} a year${rank}${isKnown(result.iv_percentile) ? ` and an IV percentile of ${at('iv_percentile')}` : ''}.`
}

function describeTechnical({ at, result }: Answered): string {
  const rsi = Number(result.rsi)
  const state =
    rsi >= RSI_OVERBOUGHT ? 'overbought' : rsi <= RSI_OVERSOLD ? 'oversold' : 'neither overbought nor oversold'
  const averages = [['sma_20', '20-day'] as const, ['sma_50', '50-day'] as const].flatMap(([name, words]) =>
    isKnown(result[name]) ? [`${words} moving average ${at(name)}`] : [],
  )
  return `${isKnown(result.rsi) ? `RSI ${at('rsi')}, ${state}` : 'Its RSI is unknown'}${averages.length === 0 ? '' : `; ${averages.join(', ')}`}.`
}

const describeBest = ({ at, result }: Answered) =>
  isKnown(result.best_call)
    ? `Best call: ${at('best_call.strike')}${isKnown(toRow(result.best_call).expiry) ? ` of ${at('best_call.expiry')}` : ''} at ${at('best_call.annYield')} a year of the price.`
    : 'The screener has no call to write on it.'

const describeEvents = ({ at, result }: Answered) =>
  `${isKnown(result.earnings_date) ? `Next earnings ${at('earnings_date')}` : 'The next earnings date is unknown'}${isKnown(result.ex_dividend_date) ? `, next ex-dividend date ${at('ex_dividend_date')}` : ''}.`

export async function answerSearch({ question, ask, unknown, named }: Session): Promise<Reply> {
  const { text, slots } = question
  const words = named
    .replace(
      /\b(?:what|what's|which|is|are|the|a|an|ticker|symbol|for|of|search|find|look up|again|company|please|tell|me|on|do|you|know|that|makes|called)\b|[?!.]/gu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim()
  const query = (unknown ?? slots.stocks[0] ?? (words === '' ? text : words)).slice(0, 64)
  const found = await ask('search_symbols', { query })
  if (!found.ok) return explain(found)
  const rows = listRows(found.result).slice(0, 5)
  if (rows.length === 0) {
    const name = unknown === null ? 'by that name' : `by the name “${unknown}”`
    return say([`I know no listed stock ${name}. A symbol such as AAPL always works.`])
  }
  const options =
    unknown === null
      ? []
      : rows.flatMap(({ symbol }) =>
          typeof symbol === 'string' && /^[A-Z.]{1,6}$/u.test(symbol)
            ? [{ label: symbol, intent: 'stock' as const, slots: { ...slots, stocks: [symbol] } }]
            : [],
        )
  return {
    ...say([
      `Matching stocks: ${rows.map((row, index) => `${found.at(`rows.${index}.symbol`)}, ${found.at(`rows.${index}.name`)}${row.options_available === true ? '' : ' (no listed options)'}`).join('; ')}.`,
    ]),
    options,
  }
}

const MAX_EVENTS = 6
const FAR_DAYS = 120

export async function answerDates({ question, today, ask }: Session, symbols: readonly string[]): Promise<Reply> {
  const { slots, text } = question
  const until =
    slots.expiration === null || slots.expiration <= today
      ? null
      : Math.round((Date.parse(slots.expiration) - Date.parse(today)) / 86_400_000)
  const kinds = (
    [
      [/\bearnings\b|\breport/u, 'earnings'],
      [/\bdividend|\bex-?\s?div|\bex\b/u, 'ex_dividend'],
      [/\bexpir/u, 'expiry'],
    ] as const
  ).flatMap(([words, kind]) => (words.test(text) && (kind !== 'expiry' || symbols.length === 0) ? [kind] : []))
  const span = slots.days?.most ?? slots.days?.least ?? null
  const found = await ask('upcoming_events', {
    symbols: symbols.length === 0 ? null : symbols,
    kind: kinds.length === 1 ? kinds[0] : null,
    days: symbols.length === 0 ? (until ?? span) : Math.max(until ?? 0, span ?? 0, FAR_DAYS),
  })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const isSought = (kind: unknown) => kinds.length === 0 || kinds.some((one) => one === kind)
  const shown = listRows(result)
    .flatMap((row, index) => (isSought(row.kind) ? [{ row, index }] : []))
    // "Earnings before expiration" asks for the earnings.
    .toSorted(
      (a, b) =>
        Number(kinds.length > 1 && a.row.kind === 'expiry') - Number(kinds.length > 1 && b.row.kind === 'expiry'),
    )
  const whose =
    symbols.length === 0 ? 'your positions' : symbols.map((_symbol, index) => at(`symbols.${index}`)).join(', ')
  const describe = ({ row, index }: (typeof shown)[number]) => {
    const strike = isKnown(row.strike) ? ` of the ${at(`rows.${index}.strike`)} call` : ''
    return `${at(`rows.${index}.symbol`)} ${eventNames[row.kind as EventKind]}${strike} on ${at(`rows.${index}.date`)}, ${dueIn(at(`rows.${index}.days`), row.days)}`
  }
  const asked =
    until === null || symbols.length !== 1 || shown[0] === undefined
      ? ''
      : Number(shown[0].row.days) <= until
        ? 'Yes, before then: '
        : 'No, not before then: '
  return say(
    [
      shown.length === 0
        ? `No ${kinds.length === 0 ? 'event' : kinds.map((kind) => eventNames[kind]).join(' or ')} is known for ${whose} through ${at('until')}.`
        : `${asked}${shown.slice(0, MAX_EVENTS).map(describe).join('; ')}.`,
      shown.length > MAX_EVENTS ? `The card lists all of them, through ${at('until')}.` : null,
    ],
    found,
  )
}

export async function answerExpirations({ question, ask }: Session, symbol: string): Promise<Reply> {
  const found = await ask('list_expirations', { symbol })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const { expiration, isMonth, days } = question.slots
  const wanted = /\bweekl/u.test(question.text)
    ? 'weekly'
    : /\bmonthl/u.test(question.text)
      ? 'monthly'
      : /\bleaps?\b/u.test(question.text)
        ? 'leaps'
        : null
  const rows = listRows(result)
  const chosen = rows.flatMap((row, index) => {
    const isNamed =
      expiration === null
        ? true
        : isMonth
          ? String(row.date).startsWith(expiration.slice(0, 7))
          : row.date === expiration
    const isIn =
      days === null ||
      wanted !== null ||
      (Number(row.days) >= (days.least ?? 0) && Number(row.days) <= (days.most ?? Number.POSITIVE_INFINITY))
    return (wanted === null || row.kind === wanted || expiration !== null) && isNamed && isIn ? [index] : []
  })
  const shown = chosen.length > 0 || wanted !== null ? chosen : rows.map((_row, index) => index)
  const describe = (index: number) =>
    `${at(`rows.${index}.date`)} (${countOf(at(`rows.${index}.days`), rows[index]?.days, 'day')}, ${at(`rows.${index}.kind`)})`
  const yes = /^(?:does|do|is|are|has|have)\b/u.test(question.text) ? 'Yes: ' : ''
  if (shown.length === 0) return say([`No: ${at('symbol')} has no listed ${wanted} expirations.`], found)
  return say(
    [
      `${yes}${at('symbol')} expires on ${shown.slice(0, 8).map(describe).join('; ')}.`,
      shown.length > 8 ? 'The card lists all of them.' : null,
    ],
    found,
  )
}

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

export async function answerScreen({ question, ask }: Session): Promise<Reply> {
  const { slots } = question
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
    return `${figure('symbol')} (rating ${figure('cc_score')}, ${figure('current_price')}${sorted}${isKnown(row.best_ann_yield) ? `, best call ${figure('best_ann_yield')} a year` : ''})`
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
export const isSnapshot = (value: unknown) => isKnown(toRow(value).price)
