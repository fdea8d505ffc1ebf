import {
  EARNINGS_INCOME_FACTOR,
  RATING_CURVES,
  RATING_MAX,
  RATING_PARTS,
  type RatingPartKey,
  SUB_SCORE_MAX,
  THIN_INCOME_FACTOR,
} from '../rating/rating-table.ts'
import { defineTerm } from './term.ts'

const CORE_MAX = RATING_PARTS.filter(({ core }) => core).reduce((sum, { max }) => sum + max, 0)
const maxOf = (wanted: RatingPartKey) => RATING_PARTS.find(({ key }) => key === wanted)?.max ?? 0
const labelOf = (wanted: RatingPartKey) => RATING_PARTS.find(({ key }) => key === wanted)?.label ?? wanted
const grouped = (count: number) => count.toLocaleString('en-US')
const bounds = ({ knots }: { readonly knots: readonly (readonly [number, number])[] }) =>
  [knots[0]?.[0] ?? 0, knots.at(-1)?.[0] ?? 0] as const

const [minVolume, maxVolume] = bounds(RATING_CURVES.shareVolume)
const [bestSpread, worstSpread] = bounds(RATING_CURVES.optionSpread)
const [minRank, maxRank] = bounds(RATING_CURVES.ivRank)
const [minIncome, maxIncome] = bounds(RATING_CURVES.income)

export const ratingTerms = [
  defineTerm({
    id: 'callwright_rating',
    term: 'Callwright Rating',
    synonyms: ['rating', 'score', 'cc score', 'cc_score', 'covered call score'],
    sentence: `The covered-call score of a stock, 0-${RATING_MAX}: a core of ${CORE_MAX} points and ${maxOf('income')} for income.`,
    formula: RATING_PARTS.map(({ label, max }) => `${label} ${max}`).join(' + '),
    why: 'Ranks stocks by how well they suit covered calls. It does not predict the price.',
    thresholds: 'Each part follows a published curve. A stock without a suitable call has no rating.',
  }),
  defineTerm({
    id: 'rating_core',
    term: 'core rating',
    synonyms: ['core', 'cc_score_core'],
    sentence: `The rating without its income part, 0-${CORE_MAX}.`,
    why: 'Keeps a rich premium from hiding a weak stock.',
  }),
  defineTerm({
    id: 'coverage',
    term: 'coverage',
    sentence: `The share of the ${RATING_MAX} points whose inputs are known.`,
    why: 'Unknown inputs score 0: a low rating with low coverage may just mean missing data.',
  }),
  defineTerm({
    id: 'rating_weights',
    term: 'weights',
    synonyms: ['rating weights', 'own weights'],
    sentence: `How much each part of the rating counts; you can set your own weights, rescaled to ${RATING_MAX}.`,
    why: 'Your idea of a good stock may differ from ours.',
    thresholds: RATING_PARTS.map(({ label, max }) => `${label} ${max}`).join(', '),
  }),
  defineTerm({
    id: 'liquidity_volume',
    term: labelOf('liquidity_volume'),
    synonyms: ['volume points'],
    sentence: `Points for shares traded per day, reduced if the stock's calls hardly trade, 0-${maxOf('liquidity_volume')}.`,
    why: RATING_CURVES.shareVolume.why,
    thresholds: `0 at ${grouped(minVolume)} shares a day, full at ${grouped(maxVolume)}, on a logarithmic scale.`,
  }),
  defineTerm({
    id: 'liquidity_spread',
    term: labelOf('liquidity_spread'),
    synonyms: ['spread points'],
    sentence: `Points for a narrow spread on the best call, 0-${maxOf('liquidity_spread')}.`,
    why: RATING_CURVES.optionSpread.why,
    thresholds: `Full up to ${bestSpread}% of the mid, 0 from ${worstSpread}%.`,
  }),
  defineTerm({
    id: 'rating_iv_rank',
    term: 'IV rank points',
    synonyms: ['iv rank part'],
    sentence: `Points for the IV rank, 0-${maxOf('iv_rank')}.`,
    why: RATING_CURVES.ivRank.why,
    thresholds: `0 up to a rank of ${minRank}, full at ${maxRank}.`,
  }),
  defineTerm({
    id: 'technical',
    term: labelOf('technical'),
    synonyms: ['technical'],
    sentence: `Points for a calm, slightly rising stock, 0-${maxOf('technical')}.`,
    formula: `RSI ${SUB_SCORE_MAX.rsi} + price against SMA 20 ${SUB_SCORE_MAX.priceAgainstAverage} + Stochastic %K ${SUB_SCORE_MAX.stochastic}`,
    why: RATING_CURVES.rsi.why,
  }),
  defineTerm({
    id: 'quality',
    term: labelOf('quality'),
    synonyms: ['quality'],
    sentence: `Points for a financially solid company, 0-${maxOf('quality')}.`,
    formula: `market cap ${SUB_SCORE_MAX.marketCap} + net margin ${SUB_SCORE_MAX.netMargin} + debt to equity ${SUB_SCORE_MAX.debtToEquity} + credit rating or dividend record ${SUB_SCORE_MAX.credit}`,
    why: 'The shares are what you still hold when the call has expired.',
  }),
  defineTerm({
    id: 'income',
    term: labelOf('income'),
    synonyms: ['income points'],
    sentence: `Points for the annualized yield of the best call, 0-${maxOf('income')}.`,
    why: RATING_CURVES.income.why,
    thresholds: `0 at ${minIncome}% a year, full at ${maxIncome}%; times ${EARNINGS_INCOME_FACTOR} if earnings are due before the call expires, times ${THIN_INCOME_FACTOR} if it is thinly traded.`,
  }),
]
