import { dueIn, isKnown, toRow } from '../../replies.ts'
import type { Answered } from '../../session.ts'

/** A figure that a message can ask of a stock. Compared stocks are ranked by the first asked one. */
export interface StockFigure {
  readonly name: string
  readonly asks: RegExp
  readonly show: (snapshot: Answered) => string | null
  readonly of: (result: Answered['result']) => unknown
  readonly side: 'high' | 'low'
  /** "The higher rating", for the sentence that names the winner. */
  readonly words: string
  /** Words that turn the side around, with what the winner then has. */
  readonly reverse?: readonly [RegExp, string]
}

const figure = (
  name: string,
  key: string,
  asks: RegExp,
  [side, words]: readonly ['high' | 'low', string],
  reverse?: readonly [RegExp, string],
): StockFigure => ({
  name,
  asks,
  show: ({ at, result }) => (isKnown(result[key]) ? `${name} ${at(key)}` : null),
  of: (result) => result[key],
  side,
  words,
  ...(reverse === undefined ? {} : { reverse }),
})

const dated = (name: string, keys: readonly [string, string], asks: RegExp, words: string): StockFigure => ({
  name,
  asks,
  show: ({ at, result }) =>
    isKnown(result[keys[0]])
      ? `${name} ${at(keys[0])}${isKnown(result[keys[1]]) ? `, ${dueIn(at(keys[1]), result[keys[1]])}` : ''}`
      : null,
  of: (result) => result[keys[1]],
  side: 'low',
  words,
})

const CALMER =
  /\b(?:lower|lowest|less|least) (?:implied |iv|vol\w*|risk\w*|wild)|\b(?:sleepy|sleepier|steadier|steady|calm\w*|stable|quiet\w*|safer|moves? (?:the )?(?:less|least)|jumps? (?:around )?less|sleep (?:better|well|easier))\b/u

/** In the order in which an answer gives them. The first asked one decides between stocks. */
export const stockFigures: readonly StockFigure[] = [
  figure(
    'RSI',
    'rsi',
    /\brsi\b|\boverbought\b|\boversold\b/u,
    ['high', 'the higher RSI'],
    [/\boversold\b|\blow(?:er|est) rsi\b/u, 'the lower RSI'],
  ),
  figure(
    'IV rank',
    'iv_rank',
    /\biv ranks?\b|\bivr\b/u,
    ['high', 'the higher IV rank'],
    [/\blow(?:er|est) (?:iv )?rank/u, 'the lower IV rank'],
  ),
  figure('IV percentile', 'iv_percentile', /\biv percentiles?\b/u, ['high', 'the higher IV percentile']),
  figure(
    'implied volatility',
    'iv',
    /\biv\b(?! ranks?| percentiles?)|\b(?:implied )?volatil\w+|\bimplied\b|\bmoves? (?:the )?(?:more|less|most|least)\b|\briskier\b|\bmore risky?\b|\bwilder\b|\bjump\w*|\b(?:sleepy|sleepier|steadier|steady|calm\w*|stable|quiet\w*|safer|sleep (?:better|well|easier))\b/u,
    ['high', 'the higher implied volatility'],
    [CALMER, 'the lower implied volatility'],
  ),
  figure('20-day average', 'sma_20', /\b20[- ]?(?:day|dma|sma|ma)\b/u, ['high', 'the higher 20-day average']),
  figure('50-day average', 'sma_50', /\b50[- ]?(?:day|dma|sma|ma)\b/u, ['high', 'the higher 50-day average']),
  figure('rating', 'score', /\b(?:ratings?|scores?|rated)\b/u, ['high', 'the higher rating']),
  figure('dividend yield', 'dividend_yield', /(?<!\bex[- ]?)\bdividends?\b(?! dates?\b)/u, [
    'high',
    'the higher dividend yield',
  ]),
  figure(
    'price',
    'price',
    /\b(?:prices?|priced|cheap\w*|costs? (?:less|more))\b(?! of)/u,
    ['low', 'the lower price'],
    [/\b(?:higher|highest) pric|\bcosts? more\b|\bmore expensive\b/u, 'the higher price'],
  ),
  figure(
    'cost of 100 shares',
    'lot_cost',
    /\b(?:cost|need|money|cash|capital)\b[^.?]{0,24}\b(?:100|one hundred|a (?:round )?lot)\b|\b100 shares\b[^.?]{0,16}\bcosts?\b|\bhow much (?:is|are|for|would) (?:a )?(?:100|one hundred|round lot)\b/u,
    ['low', 'the lower cost of 100 shares'],
  ),
  dated(
    'earnings',
    ['earnings_date', 'days_to_earnings'],
    /\bearnings\b|\breport(?:s|ing|ed)?\b/u,
    'the earlier earnings date',
  ),
  dated(
    'ex-dividend date',
    ['ex_dividend_date', 'days_to_ex_dividend'],
    /\bex-?\s?div\w*|\bex[- ]date|\bgoes? ex\b|\bdividends?\b[^;]{0,40}\b(?:when|dates?|next)\b|\b(?:when|next)\b[^;]{0,30}\bdividends?\b/u,
    'the earlier ex-dividend date',
  ),
  {
    name: 'best call',
    asks: /\bbest calls?\b|\bcall yields?\b|\bfor (?:selling |writing )?(?:covered )?calls\b/u,
    show: ({ at, result }) =>
      isKnown(result.best_call) && isKnown(toRow(result.best_call).annYield)
        ? `best call ${at('best_call.strike')}${isKnown(toRow(result.best_call).expiry) ? ` of ${at('best_call.expiry')}` : ''} at ${at('best_call.annYield')} a year of the price`
        : null,
    of: ({ best_call }) => toRow(best_call).annYield,
    side: 'high',
    words: 'the best call with the higher yield',
  },
]

export const listStockFigures = (text: string): readonly StockFigure[] =>
  stockFigures.filter(({ asks }) => asks.test(text))

/** "rating 30; IV rank 23". A figure that is unknown is named. */
export const describeStockFigures = (asked: readonly StockFigure[], snapshot: Answered): string =>
  asked.map(({ name, show }) => show(snapshot) ?? `${name} unknown`).join('; ')

/** The side of a figure that wins, as the words ask for it. */
export function sideOf({ side, words, reverse }: StockFigure, text: string): Pick<StockFigure, 'side' | 'words'> {
  if (reverse === undefined || !reverse[0].test(text)) return { side, words }
  return { side: side === 'high' ? 'low' : 'high', words: reverse[1] }
}

/** Higher is better; NaN if the figure is unknown. */
export function measureStock(one: StockFigure, { result }: Answered, text: string): number {
  const value = one.of(result)
  return isKnown(value) ? Number(value) * (sideOf(one, text).side === 'low' ? -1 : 1) : Number.NaN
}

const HIGH_IV_RANK = 70
const LOW_IV_RANK = 30
/** Where an IV rank lies within the last year. */
export const describeLevel = (rank: unknown) =>
  !isKnown(rank)
    ? ''
    : Number(rank) >= HIGH_IV_RANK
      ? ': high for this stock over the last year'
      : Number(rank) <= LOW_IV_RANK
        ? ': low for this stock over the last year'
        : ': neither high nor low for this stock over the last year'
