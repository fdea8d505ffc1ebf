import { RATING_MAX, RSI_OVERBOUGHT, RSI_OVERSOLD } from '@callwright/scoring'
import { describeFilters } from '../bounds.ts'
import type { Range } from '../entities/range.ts'
import {
  type Answered,
  explainFailure,
  isKnown,
  listRows,
  type Reply,
  type Session,
  say,
  showCall,
} from '../session.ts'

const MAX_SHOWN = 5

/** The product's thresholds for words such as "high IV" and "overbought". */
const HIGH_IV_RANK = 70
/** Annual yield in percent. Any dividend exceeds it. */
const MIN_DIVIDEND_YIELD = 0.01

/**
 * Bounds of a range. Both are null for a single number, because its meaning depends on the question: "a score of 40" is
 * a minimum, but "$40" is a maximum.
 */
const highest = (range: Range | null) => (range === null || range.isPoint ? null : range.most)
const lowest = (range: Range | null) => (range === null || range.isPoint ? null : range.least)

export async function answerTopStocks({ said, ask }: Session): Promise<Reply> {
  const { slots, preferences } = said
  if ((slots.score?.least ?? 0) > RATING_MAX)
    return say([
      `The rating ranges from 0 to ${RATING_MAX}, so no stock has a rating of ${slots.score?.words}. Ask for a lower rating.`,
    ])
  const { sector, withoutSectors, marketCap, stockOrder, isOversold, isNotOverbought } = preferences
  const calmest = isNotOverbought ? RSI_OVERBOUGHT : isOversold && stockOrder === null ? RSI_OVERSOLD : null
  const found = await ask('top_covered_call_stocks', {
    sector,
    without_sectors: withoutSectors.length === 0 ? null : withoutSectors,
    min_score: slots.score?.least ?? null,
    max_score: highest(slots.score),
    min_yield: slots.yieldPct?.least ?? null,
    max_yield: highest(slots.yieldPct),
    min_price: lowest(slots.price),
    max_price: slots.price?.most ?? null,
    iv_rank_min: slots.ivRank?.least ?? (preferences.isHighIv ? HIGH_IV_RANK : null),
    iv_rank_max: highest(slots.ivRank),
    rsi_min: lowest(slots.rsi),
    rsi_max: slots.rsi?.most ?? calmest,
    min_dividend_yield: slots.dividendYield?.least ?? (preferences.paysDividend ? MIN_DIVIDEND_YIELD : null),
    market_cap: marketCap,
    earnings_after_days: slots.quietDays,
    sort_by: stockOrder?.by ?? null,
    sort_order: stockOrder?.order ?? null,
    limit: slots.count,
  })
  if (!found.ok) return explainFailure(found)
  const { at, result } = found
  return say(
    [
      'Matching stocks, best first:',
      ...listRows(result)
        .slice(0, slots.count ?? MAX_SHOWN)
        .map(
          (_row, index) =>
            `- ${at(`rows.${index}.symbol`)}: rating ${at(`rows.${index}.cc_score`)} of ${at(`rows.${index}.score_max`)}, price ${at(`rows.${index}.current_price`)}, best call ${at(`rows.${index}.best_ann_yield`)} a year.`,
        ),
      describeFilters('top_stocks', said),
      `Matching stocks: ${at('total')} of ${at('universe_total')}.`,
    ],
    showCall(found),
  )
}

type Facet = readonly [words: RegExp, describe: (answer: Answered) => string]

const describeFigure = (
  { at, result }: Answered,
  name: string,
  describe: (shown: string) => string,
  subject: string,
) => (isKnown(result[name]) ? describe(at(name)) : `${subject} is unknown.`)

const facets: readonly Facet[] = [
  [
    /\brsi\b|\boverbought\b|\boversold\b|\btechnical\b/u,
    (found) => describeFigure(found, 'rsi', (rsi) => `Its RSI is ${rsi}${describeRsi(found.result.rsi)}.`, 'Its RSI'),
  ],
  [/\biv\b|\bvolatility\b|\biv rank\b/u, describeVolatility],
  [
    /\bmoving average|\bsma\b|\btrend\b|\b(?:20|50|200)[- ]day\b/u,
    (found) =>
      [
        describeFigure(
          found,
          'sma_20',
          (average) => `The 20-day moving average is ${average}.`,
          'The 20-day moving average',
        ),
        describeFigure(
          found,
          'sma_50',
          (average) => `The 50-day moving average is ${average}.`,
          'The 50-day moving average',
        ),
      ].join(' '),
  ],
  [
    /\bearnings\b|\breport\b/u,
    (found) =>
      describeFigure(found, 'earnings_date', (day) => `The next earnings date is ${day}.`, 'The next earnings date'),
  ],
  [
    /\bdividends?\b|\bex-?div/u,
    (found) =>
      [
        describeFigure(
          found,
          'ex_dividend_date',
          (day) => `The next ex-dividend date is ${day}.`,
          'The next ex-dividend date',
        ),
        describeFigure(found, 'dividend_yield', (pct) => `The dividend yield is ${pct}.`, 'The dividend yield'),
      ].join(' '),
  ],
  [
    /\brating\b|\bscore\b|\bgood\b|\bcandidate\b/u,
    (found) =>
      describeFigure(
        found,
        'score',
        (score) => `Its covered-call rating is ${score} out of ${found.at('score_max')}.`,
        'Its covered-call rating',
      ),
  ],
]

function describeVolatility(found: Answered): string {
  const { at, result } = found
  if (!isKnown(result.iv)) return 'Its implied volatility is unknown.'
  if (!isKnown(result.iv_rank)) return `Implied volatility is ${at('iv')} a year; its IV rank is unknown.`
  const percentile = isKnown(result.iv_percentile) ? ` and an IV percentile of ${at('iv_percentile')}` : ''
  return `Implied volatility is ${at('iv')} a year, with an IV rank of ${at('iv_rank')}${percentile}.`
}

const describeSector = ({ at, result }: Answered) => (result.sector === null ? null : `Its sector is ${at('sector')}.`)

const describeRsi = (rsi: unknown) =>
  typeof rsi !== 'number'
    ? ''
    : rsi >= RSI_OVERBOUGHT
      ? ', overbought'
      : rsi <= RSI_OVERSOLD
        ? ', oversold'
        : ', neutral'

export async function answerSnapshot({ said, ask }: Session, symbol: string): Promise<Reply> {
  const found = await ask('stock_snapshot', { symbol })
  if (!found.ok) return explainFailure(found, (other) => `Price of ${other}`)
  const { at, result } = found
  const wanted = facets.filter(([words]) => words.test(said.text))
  const shownFacets = wanted.length > 0 ? wanted : facets
  return say(
    [
      isKnown(result.change)
        ? `${at('symbol')} is at ${at('price')}, a change of ${at('change')} (${at('change_pct')}) since the previous close.`
        : `${at('symbol')} is at ${at('price')}.`,
      ...shownFacets.map(([, describe]) => describe(found)),
      /\bsectors?\b|\bindustry\b|\bcompany\b/u.test(said.text) ? describeSector(found) : null,
      typeof result.best_call === 'object' && result.best_call !== null
        ? `Best call to write: ${at('best_call.strike')} strike, ${at('best_call.dte')} days to expiration, ${at('best_call.annYield')} a year.`
        : 'The screener has no call to write on it.',
    ],
    showCall(found),
  )
}

export async function explainRating({ ask }: Session, symbol: string): Promise<Reply> {
  const found = await ask('stock_snapshot', { symbol })
  if (!found.ok) return explainFailure(found)
  const { at, result } = found
  return say(
    [
      `${at('symbol')} has a rating of ${at('score')} out of ${at('score_max')}. It has these parts:`,
      ...listRows(result, 'score_parts').map(
        (_part, index) =>
          `- ${at(`score_parts.${index}.label`)}: ${at(`score_parts.${index}.points`)} of ${at(`score_parts.${index}.max`)}. ${at(`score_parts.${index}.explanation`)}`,
      ),
    ],
    showCall(found),
  )
}

export async function answerSearch({ ask }: Session, query: string): Promise<Reply> {
  const found = await ask('search_symbols', { query })
  if (!found.ok) return explainFailure(found)
  const rows = listRows(found.result).slice(0, MAX_SHOWN)
  if (rows.length === 0) return say(['No listed stock matches that name.'])
  return say([
    'Matching stocks:',
    ...rows.map(
      (row, index) =>
        `- ${found.at(`rows.${index}.symbol`)}, ${found.at(`rows.${index}.name`)}${row.options_available === true ? '' : ', no listed options'}`,
    ),
  ])
}
