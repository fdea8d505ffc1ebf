import { SCORE_HISTORY_SESSIONS, type SymbolFacts } from '@callwright/contracts'
import {
  averageCallVolume,
  type BestCall,
  computeAtmIv,
  computeIvRank,
  computeRealizedIvRank,
  type IsoDate,
  IV_WINDOW_SESSIONS,
  type MarketTerms,
  type NoBestCallReason,
  type QuotedOption,
  selectBestCall,
  totalCallVolume,
} from '@callwright/scoring'

/** Window for the averages of call volume and share volume. */
export const AVERAGE_SESSIONS = 20

/**
 * Figures from the option chain, computed as of its quotes; only the best call's days are counted from now. All are
 * unknown if there is no chain or no stock price.
 */
export interface ChainFigures {
  readonly impliedVolatility: number | null
  /** Explanation for the user if the volatility is unknown; null if it is known. */
  readonly noVolatility: string | null
  readonly best: BestCall | null
  readonly noBestCall: NoBestCallReason | null
  readonly callVolume: number | null
  readonly averageCallVolume: number | null
}

/** A chain with everything that valuing it requires. */
export interface ChainMarket {
  readonly rows: readonly QuotedOption[]
  readonly market: MarketTerms
  /** Interest rate for each expiration. */
  readonly rates: ReadonlyMap<IsoDate, number>
}

/** Reads the chain as of its quotes; null if there is no chain or no stock price. */
export function readChainMarket(facts: SymbolFacts, factsAsOfMs: number, nowMs: number): ChainMarket | null {
  const price = facts.underlying_price ?? facts.price
  if (facts.chain === null || price === null) return null
  const asOfMs = facts.quoted_at === null ? factsAsOfMs : Date.parse(facts.quoted_at)
  const dividends = facts.dividends.map(({ ex_date, cash_amount, estimated }) => ({
    exDate: ex_date,
    cash: cash_amount,
    estimated,
  }))
  return {
    rows: toQuotedOptions(facts.chain),
    market: { price, rate: facts.rate, dividends, asOfMs, nowMs },
    rates: new Map(facts.expiration_rates.map(({ date, rate }) => [date, rate])),
  }
}

export function readChain(facts: SymbolFacts, chain: ChainMarket | null): ChainFigures {
  if (chain === null) {
    const noVolatility = facts.chain === null ? 'No options are listed.' : 'The stock price is unknown.'
    const unknown = { best: null, noBestCall: null, callVolume: null, averageCallVolume: null }
    return { impliedVolatility: null, noVolatility, ...unknown }
  }
  const { rows, market, rates } = chain
  const { asOfMs } = market
  const atm = computeAtmIv(rows, market)
  const { best, reason } = selectBestCall(rows, market, rates)
  return {
    impliedVolatility: atm.impliedVolatility,
    noVolatility: atm.impliedVolatility === null ? atm.message : null,
    best,
    noBestCall: reason,
    callVolume: totalCallVolume(rows, asOfMs),
    averageCallVolume: averageCallVolume(rows, asOfMs),
  }
}

function toQuotedOptions(chain: NonNullable<SymbolFacts['chain']>): QuotedOption[] {
  return chain.strike.map((strike, index) => ({
    contractSymbol: chain.contract_symbol[index] ?? '',
    type: chain.type[index] ?? 'call',
    expiration: chain.expiration_date[index] ?? '',
    strike,
    bid: chain.bid[index] ?? null,
    ask: chain.ask[index] ?? null,
    volume: chain.volume[index] ?? null,
    openInterest: chain.open_interest[index] ?? null,
  }))
}

/** Fills in the screener's columns for the best call. */
export function describeBestCall(best: BestCall | null) {
  return {
    bestAnnYield: best?.annualizedYieldPct ?? null,
    bestDte: best?.daysToExpiration ?? null,
    bestContract: best?.contractSymbol ?? null,
    bestExpiration: best?.expiration ?? null,
    bestStrike: best?.strike ?? null,
    bestDelta: best?.delta ?? null,
    bestBid: best?.bid ?? null,
    bestWindow: best?.window ?? null,
    bestLiquidity: best?.liquidity ?? null,
    bestIfCalledReturnPct: best?.ifCalledReturnPct ?? null,
    bidAskSpread: best?.spreadUsd ?? null,
    openInterest: best?.openInterest ?? null,
  }
}

/**
 * Mean call volume over today and the sessions stored before it, at most 20 in all (D15). `past` lists the oldest
 * first.
 */
export function averageOverSessions(
  { date, callVolume }: Pick<SymbolSession, 'date' | 'callVolume'>,
  past: readonly SessionCallVolume[],
): number | null {
  const before = past.filter((session) => session.date < date).map((session) => session.callVolume)
  const known = [...before.slice(1 - AVERAGE_SESSIONS), ...(callVolume === null ? [] : [callVolume])]
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0) / known.length
}

/** IV rank and IV percentile of today's implied volatility (D12). */
interface IvFigures {
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'vendor' | 'realized' | null
  readonly ivPercentile: number | null
  readonly ivHistorySessions: number
}

interface SessionVolatility {
  readonly date: IsoDate
  readonly impliedVolatility: number
}

/** The window includes today. */
const PAST_SESSIONS = IV_WINDOW_SESSIONS - 1

/**
 * Computes the IV rank and percentile of today's at-the-money volatility among the sessions in market-data's history
 * plus today. If there are too few sessions, both are the vendor's own, or, if it has none, the rank is computed from a
 * year of realized volatility. The three are never mixed.
 */
export function computeIvFigures(given: {
  readonly today: SessionVolatility | null
  readonly history: readonly SessionVolatility[]
  readonly close: readonly number[]
  readonly vendor: { readonly rank: number; readonly percentile: number | null } | null
}): IvFigures {
  const { today, history, close, vendor } = given
  const past = listPast(history, today?.date ?? null)
  const implied = today === null ? null : computeIvRank([...past, today.impliedVolatility])
  if (implied !== null && implied.ivRank !== null) {
    const { ivRank, ivPercentile, sessions } = implied
    return { ivRank, ivRankSource: 'implied', ivPercentile, ivHistorySessions: sessions }
  }
  const ivHistorySessions = implied?.sessions ?? past.length
  if (vendor !== null) {
    return { ivRank: vendor.rank, ivRankSource: 'vendor', ivPercentile: vendor.percentile, ivHistorySessions }
  }
  const realizedRank = today === null ? null : computeRealizedIvRank(today.impliedVolatility, close)
  return {
    ivRank: realizedRank,
    ivRankSource: realizedRank === null ? null : 'realized',
    ivPercentile: null,
    ivHistorySessions,
  }
}

/**
 * Lists the volatilities before `today`, oldest first and one per date. Together with today's, they cover at most a
 * year of sessions.
 */
function listPast(history: readonly SessionVolatility[], today: IsoDate | null): number[] {
  const byDate = new Map(history.map(({ date, impliedVolatility }) => [date, impliedVolatility]))
  return [...byDate]
    .filter(([date]) => today === null || date < today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-PAST_SESSIONS)
    .map(([, impliedVolatility]) => impliedVolatility)
}

/**
 * Describes a row's rating history: the previous rated session, the change since then (to two decimals), and the last
 * 20 sessions including this one. `past` must list the oldest first; scores from this session or later are ignored.
 */
export function describeMoves(
  today: { readonly date: string; readonly score: number | null },
  past: readonly SessionRating[],
) {
  const { date, score } = today
  const before = past.filter((session) => session.date < date)
  const previous = before.at(-1) ?? null
  const history = score === null ? before : [...before, { date, score }]
  return {
    ccScorePrevious: previous?.score ?? null,
    ccScorePreviousDate: previous?.date ?? null,
    ccScoreChange: score === null || previous === null ? null : Math.round((score - previous.score) * 100) / 100,
    scoreHistory: history.slice(-SCORE_HISTORY_SESSIONS).map((session) => ({ ...session })),
  }
}

const UNITS = [
  { size: 1e12, letter: 'T' },
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
] as const

/** Formats a market capitalization with three significant digits, as in the screener's table: $2.77T, $448B, $69.9B. */
export function formatMarketCap(valueUsd: number): string {
  const rounded = Number(valueUsd.toPrecision(3))
  const unit = UNITS.find(({ size }) => rounded >= size)
  if (unit === undefined) return `$${Math.round(valueUsd)}`
  const scaled = rounded / unit.size
  const decimals = scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2
  return `$${scaled.toFixed(decimals)}${unit.letter}`
}

interface SessionRating {
  readonly date: IsoDate
  readonly score: number
}

interface SessionCallVolume {
  readonly date: IsoDate
  /** Mean number of contracts traded per listed call with at most 60 days to expiration (D15). */
  readonly callVolume: number
}

/** History of a symbol for its next row; both lists start with the oldest session. */
export interface SymbolPast {
  readonly callVolumes: readonly SessionCallVolume[]
  /** Only ratings from the current rating version; those from other versions are not comparable. */
  readonly ratings: readonly SessionRating[]
}

export interface SymbolSession {
  readonly date: IsoDate
  readonly callVolume: number | null
  readonly score: number | null
}
