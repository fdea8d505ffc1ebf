import { createWireWriter, type Domain, StoredRow, type SymbolFacts, toDomain } from '@callwright/contracts'
import {
  daysToExpiration,
  type IsoDate,
  isTradingDay,
  latestRsi,
  latestSma,
  latestStochastic,
  newYorkDate,
  rateStock,
} from '@callwright/scoring'
import { roundFigures } from '@callwright/service'
import { type PackedCalls, packCalls } from '../calls/packed-calls.ts'
import {
  AVERAGE_SESSIONS,
  averageOverSessions,
  type ChainFigures,
  computeIvFigures,
  describeBestCall,
  describeMoves,
  formatMarketCap,
  readChain,
  readChainMarket,
  type SymbolPast,
  type SymbolSession,
} from './figures.ts'

interface RowContext {
  /** Market time to use if the facts don't include one. */
  readonly asOf: Date
  readonly past: SymbolPast
}

/**
 * Builds a stock's row from its facts; libs/scoring computes the figures. Days to expiration and to events are counted
 * from now, but the session and its volatility are as of the quotes. Unknown figures are null (D2). Also returns the
 * session and the calls to store.
 */
export function buildRow(
  facts: SymbolFacts,
  context: RowContext,
): { row: StockRow; session: SymbolSession; calls: PackedCalls | null } {
  const asOfMs = facts.as_of === null ? context.asOf.getTime() : Date.parse(facts.as_of)
  const nowMs = Date.parse(facts.market_time)
  const today = newYorkDate(nowMs)
  const sessionDate = findSession(newYorkDate(asOfMs), facts.bars.date)
  const chainMarket = readChainMarket(facts, asOfMs, nowMs)
  const chain = readChain(facts, chainMarket)
  const { impliedVolatility, averageCallVolume: callVolume } = chain
  const ivFigures = computeIvFigures({
    today: impliedVolatility === null ? null : { date: sessionDate, impliedVolatility },
    vendor: facts.vendor_iv_rank,
    history: facts.iv_history.map(({ date, implied_volatility }) => ({ date, impliedVolatility: implied_volatility })),
    close: facts.bars.close,
  })
  const technical = readTechnical(facts)
  const rating = rate(facts, chain, ivFigures, technical, today)
  const session = { date: sessionDate, callVolume, score: rating.ccScore }
  const row: StockRow = {
    symbol: facts.symbol,
    companyName: facts.name,
    currentPrice: facts.price,
    sector: facts.sector,
    ...readFundamentals(facts),
    ...describeBestCall(chain.best),
    avgCallVolume: averageOverSessions(session, context.past.callVolumes),
    impliedVolatility,
    ...ivFigures,
    ...technical,
    ...readEvents(facts, today, nowMs),
    ...rating,
    ...describeMoves(session, context.past.ratings),
    displayInApp: facts.chain !== null && facts.chain.strike.length > 0 ? 1 : 0,
    missingReason: describeMissing(facts),
    asOf: facts.as_of ?? context.asOf.toISOString(),
    dataClass: facts.data_class,
    source: facts.source,
  }
  return { row, session, calls: packCalls(facts, chainMarket) }
}

/** Finds the session that the figures belong to: today or, if today is not a trading day, the last day with a bar. */
function findSession(today: IsoDate, barDates: readonly IsoDate[]): IsoDate {
  return isTradingDay(today) ? today : (barDates.findLast((date) => date < today) ?? today)
}

function readTechnical({ bars, price }: SymbolFacts) {
  const ma20 = latestSma(bars.close, AVERAGE_SESSIONS)
  return {
    rsi: latestRsi(bars.close),
    stochasticK: latestStochastic(bars).k,
    ma20,
    priceVsMa: price === null || ma20 === null || !(ma20 > 0) ? null : (price / ma20 - 1) * 100,
    volume: bars.volume.at(-1) ?? null,
  }
}

function readFundamentals({ fundamentals }: SymbolFacts) {
  const { marketCap, marketCapSharesDate, dividendYield, netMargin, debtToEquity, creditRating } =
    toDomain(fundamentals)
  return {
    marketCap: marketCap === null ? null : formatMarketCap(marketCap),
    marketCapValue: marketCap,
    marketCapSharesDate,
    dividendYield,
    netMargin,
    debtToEquity,
    creditRating,
  }
}

/** Finds the next earnings and ex-dividend dates; past dates count as unknown. */
function readEvents({ earnings_date, dividends }: SymbolFacts, today: IsoDate, nowMs: number) {
  const earningsDate = earnings_date !== null && earnings_date >= today ? earnings_date : null
  const exDates = dividends
    .filter(({ estimated, ex_date }) => !estimated && ex_date > today)
    .map(({ ex_date }) => ex_date)
  return {
    earningsDate,
    daysToEarnings: earningsDate === null ? null : daysToExpiration(earningsDate, nowMs),
    exDividendDate: exDates.sort()[0] ?? null,
  }
}

function rate(
  { bars, price, fundamentals, earnings_date, earnings_session }: SymbolFacts,
  { best, noBestCall, noVolatility, callVolume }: ChainFigures,
  { ivRank, ivRankSource }: ReturnType<typeof computeIvFigures>,
  { rsi, stochasticK, ma20 }: ReturnType<typeof readTechnical>,
  asOfDate: IsoDate,
) {
  const { score, core, max, version, parts, coverage, reason } = rateStock({
    averageShareVolume: latestSma(bars.volume, AVERAGE_SESSIONS),
    callVolume,
    ivRank,
    ivRankSource,
    noVolatility,
    price,
    sma20: ma20,
    rsi14: rsi,
    stochasticK,
    marketCapUsd: fundamentals.market_cap,
    netMarginPct: fundamentals.net_margin,
    debtToEquity: fundamentals.debt_to_equity,
    negativeEquity: fundamentals.negative_equity,
    creditRating: fundamentals.credit_rating,
    dividendYieldPct: fundamentals.dividend_yield,
    bestCall: best,
    noBestCall,
    earnings: earnings_date === null ? null : { date: earnings_date, session: earnings_session },
    asOfDate,
  })
  return {
    ccScore: score,
    ccScoreCore: core,
    scoreMax: max,
    scoreVersion: version,
    scoreParts: parts.map((part) => ({ ...part, inputs: { ...part.inputs } })),
    scorePoints: parts.map(({ points, unknown }) => (unknown ? null : points)),
    scoreCoverage: coverage,
    scoreReason: reason,
  }
}

/** Explains whether the chain, the bars or both are missing, and why; null if the stock has both. */
function describeMissing({ chain, bars, missing }: SymbolFacts): string | null {
  const reasonOf = (field: string, fallback: string) =>
    missing.find((entry) => entry.field === field)?.reason ?? fallback
  const reasons = [
    ...(bars.close.length === 0 ? [reasonOf('bars', 'No price history from this source')] : []),
    ...(chain === null || chain.strike.length === 0 ? [reasonOf('chain', 'No option chain from this source')] : []),
  ]
  return reasons.length === 0 ? null : reasons.join('. ')
}

export type StockRow = Domain<StoredRow>

const writeRow = createWireWriter(StoredRow)

/** Rounds the figures as in every response. */
export function toStoredRow(row: StockRow): StoredRow {
  return roundFigures(writeRow(row))
}

export const OPTIONS_NOT_READ = 'Options not loaded yet'
const CHAIN_REASON = { field: 'chain', reason: OPTIONS_NOT_READ }
const NO_PAST = { callVolumes: [], ratings: [] }
const SCORE_REASON = 'options_not_read'

/**
 * Builds a stock's row from facts without a chain: every figure that needs no chain. `points` decide which chains are
 * read.
 */
export function buildSurveyRow(facts: SymbolFacts, asOf: Date): { row: StockRow; points: number } {
  const missing = [CHAIN_REASON, ...facts.missing.filter(({ field }) => field !== CHAIN_REASON.field)]
  const { row } = buildRow({ ...facts, chain: null, missing }, { asOf, past: NO_PAST })
  const scoreParts = row.scoreParts.map((part) =>
    part.unknown && optionParts.has(part.key) ? { ...part, explanation: `${OPTIONS_NOT_READ}.` } : part,
  )
  return { row: { ...row, scoreParts, scoreReason: SCORE_REASON }, points: row.ccScoreCore ?? 0 }
}

const optionParts: ReadonlySet<string> = new Set(['liquidity_spread', 'iv_rank', 'income'])
