import type { Success } from '@callwright/contracts'
import { daysBetween, newYorkDate, RATING_MAX, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { AppError } from '@callwright/service'
import Type from 'typebox'
import {
  type Ask,
  cleanText,
  defineTool,
  floorRsi,
  floorToTenth,
  floorToWhole,
  maybe,
  maybeDate,
  maybeLimit,
  points,
  readFailure,
  readStamp,
  symbol,
  Unanswerable,
  usd,
} from '../tool.ts'

const maybeText = Type.Union([Type.String(), Type.Null()])

const technical = {
  iv: maybe.frac('Annual, at the money, 30 days out'),
  iv_rank: maybe.points('0-100, within the last year'),
  iv_percentile: maybe.points('0-100, within the last year'),
  rsi: maybe.points('14-day'),
  stochastic_k: maybe.points(),
  sma_20: maybe.usd(),
  sma_50: maybe.usd(),
  price_vs_sma_20_pct: maybe.pct(),
}

const rating = {
  score: maybe.points('Covered-call rating'),
  score_max: points(),
  score_reason: maybeText,
  score_parts: Type.Array(
    Type.Object({ label: Type.String(), points: maybe.points(), max: points(), explanation: Type.String() }),
  ),
  best_call: Type.Union([
    Type.Object({
      strike: maybe.usd(),
      expiry: maybeDate,
      dte: maybe.days(),
      delta: maybe.delta(),
      premium: maybe.usd('Received when selling: the bid'),
      annYield: maybe.pct(),
      liquidity: maybeText,
    }),
    Type.Null(),
  ]),
}

export const stockSnapshot = defineTool({
  name: 'stock_snapshot',
  description:
    'Current data of one stock: price and change, implied volatility and IV rank, RSI, moving averages, next earnings and ' +
    'ex-dividend dates, and the covered-call rating with its parts and maximum.',
  args: { symbol },
  result: {
    symbol: Type.String(),
    company_name: maybeText,
    sector: maybeText,
    price: usd(),
    change: maybe.usd('Since the previous close'),
    change_pct: maybe.pct(),
    ...technical,
    earnings_date: maybeDate,
    days_to_earnings: maybe.days(),
    ex_dividend_date: maybeDate,
    days_to_ex_dividend: maybe.days(),
    lot_cost: usd('The shares that one contract covers, at the price', 'position'),
    dividend_yield: maybe.pct('Annual'),
    ...rating,
  },
  run: ({ symbol: asked }, { ask, asOf }) =>
    withKnownSymbol(asked, ask, async (symbol) => {
      const [quote, screen, sma50] = await Promise.all([
        ask('stocks.quote', { params: { symbol } }),
        tryFetch(ask('screener.view', { query: { symbols: symbol, limit: 1 } })),
        tryFetch(readIndicator(symbol, 'sma', 50, ask)),
      ])
      const row = screen.answer?.stocks[0] ?? null
      const isUnranked = screen.answer !== null && row === null
      const figures = row === null ? await measureUnscreened(symbol, ask) : readTechnical(row)
      const stamps = screen.answer === null || row === null ? [quote] : [quote, screen.answer]
      return {
        symbol: quote.symbol,
        price: quote.last_price,
        change: quote.change,
        change_pct: quote.change_pct,
        ...figures,
        sma_50: sma50.answer,
        ...readCompany(row),
        days_to_ex_dividend: countDays(asOf, row?.ex_dividend_date ?? null),
        lot_cost: quote.last_price * SHARES_PER_CONTRACT,
        ...readRating(row),
        ...readStamp(stamps, [...screen.warnings, ...(isUnranked ? [`${symbol} is not in the screener.`] : [])]),
      }
    }),
})

type Row = Success<'screener.view'>['stocks'][number]

const countDays = (asOf: string, day: string | null) =>
  day === null ? null : daysBetween(newYorkDate(Date.parse(asOf)), day)

async function readIndicator(symbol: string, indicator: 'sma' | 'rsi', window: number, ask: Ask) {
  const { data } = await ask('stocks.indicators', { params: { symbol }, query: { indicator, window } })
  return data.at(-1)?.value ?? null
}

/** Computes the technical figures of a stock that is not in the screener. */
async function measureUnscreened(symbol: string, ask: Ask) {
  const [iv, rsi, sma20] = await Promise.all([
    tryFetch(ask('options.iv', { params: { symbol } })),
    tryFetch(readIndicator(symbol, 'rsi', 14, ask)),
    tryFetch(readIndicator(symbol, 'sma', 20, ask)),
  ])
  return {
    ...readTechnical(null),
    iv: iv.answer?.implied_volatility ?? null,
    rsi: floorRsi(rsi.answer),
    sma_20: sma20.answer,
  }
}

const readTechnical = (row: Row | null) => ({
  iv: row?.implied_volatility ?? null,
  iv_rank: floorToWhole(row?.iv_rank),
  iv_percentile: floorToWhole(row?.iv_percentile),
  rsi: floorRsi(row?.rsi),
  stochastic_k: floorToTenth(row?.stochastic_k),
  sma_20: row?.ma_20 ?? null,
  price_vs_sma_20_pct: row?.price_vs_ma ?? null,
})

const readCompany = (row: Row | null) => ({
  company_name: row?.company_name === undefined ? null : cleanText(row.company_name),
  sector: row?.sector ?? null,
  earnings_date: row?.earnings_date ?? null,
  days_to_earnings: row?.days_to_earnings ?? null,
  ex_dividend_date: row?.ex_dividend_date ?? null,
  dividend_yield: row?.dividend_yield ?? null,
})

function readRating(row: Row | null) {
  return {
    score: floorToWhole(row?.cc_score),
    score_max: row?.score_max ?? RATING_MAX,
    score_reason: row?.score_reason ?? null,
    score_parts: (row?.score_parts ?? []).map((part) => ({
      label: part.label,
      points: part.unknown ? null : part.points,
      max: part.max,
      explanation: part.explanation,
    })),
    best_call: readBestCall(row),
  }
}

function readBestCall(row: Row | null) {
  const strike = row?.best_strike ?? null
  if (row === null || strike === null) return null
  return {
    strike,
    expiry: row.best_expiration ?? null,
    dte: row.best_dte ?? null,
    delta: row.best_delta ?? null,
    premium: row.best_bid ?? null,
    annYield: row.best_ann_yield ?? null,
    liquidity: row.best_liquidity ?? null,
  }
}

const DEFAULT_LIMIT = 10

export const searchSymbols = defineTool({
  name: 'search_symbols',
  description: 'Finds listed symbols by ticker or part of a company name. Names are text from the data source.',
  args: { query: Type.String({ minLength: 1, maxLength: 64 }), limit: maybeLimit },
  result: {
    rows: Type.Array(Type.Object({ symbol: Type.String(), name: Type.String(), options_available: Type.Boolean() })),
  },
  run: async ({ query, limit }, { ask }) => {
    const found = await ask('stocks.search', { query: { q: query } })
    const rows = found.results.slice(0, limit ?? DEFAULT_LIMIT).map(({ symbol, name, options_available }) => ({
      symbol: cleanText(symbol),
      name: cleanText(name),
      options_available,
    }))
    return { rows, ...readStamp([found]) }
  },
})

const MAX_SUGGESTIONS = 3

/** Runs work that needs a valid symbol. If the symbol is unknown, the failure suggests similar ones. */
export async function withKnownSymbol<T>(symbol: string, ask: Ask, work: (symbol: string) => Promise<T>): Promise<T> {
  const listed = symbol.toUpperCase()
  try {
    return await work(listed)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unknown_symbol')) throw error
    throw new Unanswerable('NOT_FOUND', `Unknown symbol: ${listed}.`, await suggest(listed, ask))
  }
}

/** If the search fails too, there are no suggestions. */
async function suggest(symbol: string, ask: Ask): Promise<string[]> {
  try {
    const { results } = await ask('stocks.search', { query: { q: symbol } })
    return results.slice(0, MAX_SUGGESTIONS).map(({ symbol: found }) => cleanText(found))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

interface FetchResult<T> {
  readonly answer: T | null
  readonly warnings: readonly string[]
}

/** Awaits an optional response. On failure, returns null and a warning with the reason. */
export async function tryFetch<T>(question: Promise<T>): Promise<FetchResult<T>> {
  try {
    return { answer: await question, warnings: [] }
  } catch (error) {
    const failure = readFailure(error)
    if (failure === null) throw error
    return { answer: null, warnings: [failure.message] }
  }
}
