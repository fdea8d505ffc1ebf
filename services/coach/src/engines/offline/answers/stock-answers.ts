import { type Answered, explainFailure, listRows, type Reply, type Session, say, showCall } from '../session.ts'

const SHOWN = 5

const sectors: readonly (readonly [RegExp, string])[] = [
  [/\btech(?:nology)?\b|\bsoftware\b|\bsemiconductors?\b|\bchip\b|\binformation technology\b/u, 'technology'],
  [/\bfinancials?\b|\bbank(?:s|ing)?\b|\bfinance\b/u, 'financial'],
  [/\bhealth\s?-?care\b|\bpharma\w*\b|\bbiotech\b|\bmedical\b/u, 'healthcare'],
  [/\bcommunications?(?: services)?\b|\bmedia\b|\btelecom\w*\b/u, 'Communication Services'],
  [/\bconsumer discretionary\b|\bretail\w*\b/u, 'Consumer Discretionary'],
  [/\bconsumer staples\b|\bstaples\b/u, 'Consumer Staples'],
  [/\benergy\b|\boil\b/u, 'Energy'],
  [/\bindustrials?\b/u, 'Industrials'],
  [/\bmaterials\b/u, 'Materials'],
  [/\breal estate\b|\breits?\b/u, 'Real Estate'],
  [/\butilit(?:y|ies)\b/u, 'Utilities'],
]

const caps: readonly (readonly [RegExp, string])[] = [
  [/\bmega[- ]?caps?\b/u, 'mega'],
  [/\blarge[- ]?caps?\b|\bbig companies\b/u, 'large'],
  [/\bmid[- ]?caps?\b/u, 'mid'],
  [/\bsmall[- ]?caps?\b/u, 'small'],
]

const orders: readonly (readonly [words: RegExp, by: string, order: 'asc' | 'desc'])[] = [
  [
    /\b(?:highest|best|most|top|biggest|by|max\w*)\b[a-z ]{0,25}\byields?\b|\bhighest[- ]yielding\b|\bmost (?:income|premium)\b|\bhighest premium|\bhighest income\b/u,
    'best_ann_yield',
    'desc',
  ],
  [
    /\b(?:highest|top|most|by|rich\w*)\b[a-z ]{0,20}\biv\b|\bmost volatile\b|\bhighest (?:implied )?volatility\b/u,
    'iv_rank',
    'desc',
  ],
  [/\bworst\b|\blowest (?:scores?|ratings?|rated)/u, 'cc_score', 'asc'],
  [/\blowest rsi\b|\bmost oversold\b/u, 'rsi', 'asc'],
  [/\bhighest rsi\b|\bmost overbought\b/u, 'rsi', 'desc'],
  [/\bcheapest\b|\blowest price/u, 'current_price', 'asc'],
  [/\bmost expensive\b|\bhighest price/u, 'current_price', 'desc'],
  [/\b(?:biggest|largest)\b/u, 'market_cap', 'desc'],
  [/\bhighest dividend/u, 'dividend_yield', 'desc'],
]

const find = (text: string, table: readonly (readonly [RegExp, string])[]) =>
  table.find(([words]) => words.test(text))?.[1] ?? null

/** Thresholds of the product behind words without a figure. */
const HIGH_IV_RANK = 70
const OVERBOUGHT = 70
const OVERSOLD = 30

export async function answerTopStocks({ said, ask }: Session): Promise<Reply> {
  const { text, slots } = said
  const order = orders.find(([words]) => words.test(text))
  const isCalm = /\b(?:not|aren't|isn't|avoid|no) (?:\w+ )?overbought\b/u.test(text)
  const found = await ask('top_covered_call_stocks', {
    sector: find(text, sectors),
    min_score: slots.score?.least ?? null,
    min_yield: slots.yieldPct?.least ?? null,
    min_price: slots.price?.least ?? null,
    max_price: slots.price?.most ?? null,
    iv_rank_min: slots.ivRank?.least ?? (/\bhigh(?: |-)iv(?: rank)?\b/u.test(text) ? HIGH_IV_RANK : null),
    rsi_max:
      slots.rsi?.most ?? (isCalm ? OVERBOUGHT : /\boversold\b/u.test(text) && order === undefined ? OVERSOLD : null),
    market_cap: find(text, caps),
    earnings_after_days: slots.quietDays,
    sort_by: order?.[1] ?? null,
    sort_order: order?.[2] ?? null,
    limit: slots.count,
  })
  if (!found.ok) return explainFailure(found)
  const { at, result } = found
  return say(
    [
      'Stocks of the screener that fit, the first one first:',
      ...listRows(result)
        .slice(0, slots.count ?? SHOWN)
        .map(
          (_row, index) =>
            `- ${at(`rows.${index}.symbol`)}: rating ${at(`rows.${index}.cc_score`)} of ${at(`rows.${index}.score_max`)}, price ${at(`rows.${index}.current_price`)}, best call ${at(`rows.${index}.best_ann_yield`)} a year.`,
        ),
      `Stocks that fit: ${at('total')} of ${at('universe_total')}.`,
    ],
    showCall(found),
  )
}

type Facet = readonly [words: RegExp, tell: (answer: Answered) => string]

const facets: readonly Facet[] = [
  [
    /\brsi\b|\boverbought\b|\boversold\b|\btechnical\b/u,
    ({ at, result }) => `Its RSI is ${at('rsi')}${describeRsi(result.rsi)}.`,
  ],
  [
    /\biv\b|\bvolatility\b|\biv rank\b/u,
    ({ at }) =>
      `Implied volatility is ${at('iv')} a year, with an IV rank of ${at('iv_rank')} and an IV percentile of ${at('iv_percentile')}.`,
  ],
  [
    /\bmoving average|\bsma\b|\btrend\b/u,
    ({ at }) => `The moving average of 20 days is ${at('sma_20')}, that of 50 days ${at('sma_50')}.`,
  ],
  [/\bearnings\b|\breport\b/u, ({ at }) => `The next earnings are on ${at('earnings_date')}.`],
  [
    /\bdividends?\b|\bex-?div/u,
    ({ at }) =>
      `The next ex-dividend day is ${at('ex_dividend_date')}, and the dividend yield ${at('dividend_yield')} a year.`,
  ],
  [
    /\brating\b|\bscore\b|\bgood\b|\bcandidate\b/u,
    ({ at }) => `Its covered-call rating is ${at('score')} of ${at('score_max')}.`,
  ],
]

const describeRsi = (rsi: unknown) =>
  typeof rsi !== 'number' ? '' : rsi >= OVERBOUGHT ? ', overbought' : rsi <= OVERSOLD ? ', oversold' : ', neutral'

export async function answerSnapshot({ said, ask }: Session, symbol: string): Promise<Reply> {
  const found = await ask('stock_snapshot', { symbol })
  if (!found.ok) return explainFailure(found, (other) => `Price of ${other}`)
  const { at, result } = found
  const wanted = facets.filter(([words]) => words.test(said.text))
  const told = wanted.length > 0 ? wanted : facets
  return say(
    [
      `${at('symbol')} is at ${at('price')}, a change of ${at('change')} (${at('change_pct')}) since the previous close.`,
      ...told.map(([, tell]) => tell(found)),
      typeof result.best_call === 'object' && result.best_call !== null
        ? `Its best call to write: ${at('best_call.strike')} strike, ${at('best_call.dte')} days, ${at('best_call.annYield')} a year.`
        : 'The screener has no call of it to write.',
    ],
    showCall(found),
  )
}

/** The parts of a rating, each with its own sentence. */
export async function explainRating({ ask }: Session, symbol: string): Promise<Reply> {
  const found = await ask('stock_snapshot', { symbol })
  if (!found.ok) return explainFailure(found)
  const { at, result } = found
  return say(
    [
      `${at('symbol')} has a rating of ${at('score')} out of ${at('score_max')}. It is made of these parts:`,
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
  const rows = listRows(found.result).slice(0, SHOWN)
  if (rows.length === 0) return say(['No listed stock was found under that name.'])
  return say([
    'Found:',
    ...rows.map(
      (row, index) =>
        `- ${found.at(`rows.${index}.symbol`)}, ${found.at(`rows.${index}.name`)}${row.options_available === true ? '' : ', without listed options'}`,
    ),
  ])
}
