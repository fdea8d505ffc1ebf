import type { SymbolFacts } from '@callwright/contracts'
import {
  averageCallVolume,
  type BestCall,
  computeAtmIv,
  daysToExpiration,
  type IsoDate,
  latestRsi,
  latestSma,
  latestStochastic,
  type MarketTerms,
  newYorkDate,
  type QuotedOption,
  rateStock,
  selectBestCall,
  totalCallVolume,
} from '@callwright/scoring'
import { isWeekend } from '../market-session.ts'
import { formatMarketCap } from './format-market-cap.ts'
import { computeIvStanding } from './iv-standing.ts'
import type { StockRow } from './stock-row.ts'
import type { SessionVolatility, SymbolSession } from './symbol-session.ts'

const AVERAGE_SESSIONS = 20

export interface RowContext {
  /** The market's time where the facts carry none. */
  readonly asOf: Date
  /** Earlier sessions of this symbol, ascending. */
  readonly sessions: readonly SymbolSession[]
}

/** What the chain says; everything is unknown without a chain or a price. */
interface ChainFigures {
  readonly impliedVolatility: number | null
  readonly best: BestCall | null
  readonly callVolume: number | null
  readonly averageCallVolume: number | null
}

/**
 * One stock of the screen from its facts: indicators, volatility, best call and rating, all by libs/scoring. Unknown is
 * null throughout (D2). Also returns what is kept of this session.
 */
export function buildRow(facts: SymbolFacts, context: RowContext): { row: StockRow; session: SymbolSession } {
  const asOfMs = facts.as_of === null ? context.asOf.getTime() : Date.parse(facts.as_of)
  const today = newYorkDate(asOfMs)
  const sessionDate = findSession(today, facts.bars.date)
  const past = context.sessions.filter(({ date }) => date < sessionDate)
  const chain = readChain(facts, asOfMs)
  const standing = computeIvStanding({
    today: toVolatility({ date: sessionDate, impliedVolatility: chain.impliedVolatility }),
    provided: facts.iv_history.map(({ date, implied_volatility }) => ({ date, impliedVolatility: implied_volatility })),
    stored: past.map(toVolatility).filter((session) => session !== null),
    close: facts.bars.close,
  })
  const technical = readTechnical(facts)
  const row: StockRow = {
    symbol: facts.symbol,
    companyName: facts.name,
    currentPrice: facts.price,
    sector: facts.sector,
    ...readFundamentals(facts),
    ...readBestCall(chain.best),
    avgCallVolume: averageOverSessions(chain.averageCallVolume, past),
    impliedVolatility: chain.impliedVolatility,
    ...standing,
    ...technical,
    ...readEvents(facts, today, asOfMs),
    ...rate(facts, chain, standing, technical, today),
    displayInApp: facts.chain !== null && facts.chain.strike.length > 0 ? 1 : 0,
    missingReason: describeMissing(facts),
    asOf: facts.as_of ?? context.asOf.toISOString(),
    dataClass: facts.data_class,
    source: facts.source,
  }
  const { impliedVolatility, averageCallVolume: callVolume } = chain
  return { row, session: { date: sessionDate, impliedVolatility, callVolume } }
}

/** The session the figures belong to: the day itself, on a weekend the last one that has a bar. */
function findSession(today: IsoDate, barDates: readonly IsoDate[]): IsoDate {
  return isWeekend(today) ? (barDates.findLast((date) => date < today) ?? today) : today
}

function toVolatility({ date, impliedVolatility }: Omit<SymbolSession, 'callVolume'>): SessionVolatility | null {
  return impliedVolatility === null ? null : { date, impliedVolatility }
}

function readChain(facts: SymbolFacts, asOfMs: number): ChainFigures {
  if (facts.chain === null || facts.price === null) {
    return { impliedVolatility: null, best: null, callVolume: null, averageCallVolume: null }
  }
  const rows = toQuotedOptions(facts.chain)
  const dividends = facts.dividends.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount }))
  const market: MarketTerms = { price: facts.price, rate: facts.rate, dividends, asOfMs }
  return {
    impliedVolatility: computeAtmIv(rows, market).impliedVolatility,
    best: selectBestCall(rows, market).best,
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
  const { market_cap, dividend_yield, net_margin, debt_to_equity, credit_rating } = fundamentals
  return {
    marketCap: market_cap === null ? null : formatMarketCap(market_cap),
    marketCapValue: market_cap,
    dividendYield: dividend_yield,
    netMargin: net_margin,
    debtToEquity: debt_to_equity,
    creditRating: credit_rating,
  }
}

function readBestCall(best: BestCall | null) {
  return {
    bestAnnYield: best?.annualizedYieldPct ?? null,
    bestDte: best?.daysToExpiration ?? null,
    bestContract: best?.contractSymbol ?? null,
    bestStrike: best?.strike ?? null,
    bestDelta: best?.delta ?? null,
    bestWindow: best?.window ?? null,
    bestIfCalledReturnPct: best?.ifCalledReturnPct ?? null,
    bidAskSpread: best?.spreadUsd ?? null,
    openInterest: best?.openInterest ?? null,
  }
}

/** Today's mean call volume, averaged with the sessions kept before it, 20 in all (D15). */
function averageOverSessions(today: number | null, past: readonly SymbolSession[]): number | null {
  const earlier = past.slice(1 - AVERAGE_SESSIONS).map(({ callVolume }) => callVolume)
  const known = [...earlier, today].filter((volume) => volume !== null)
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0) / known.length
}

/** The next earnings and ex-dividend dates; those that lie behind are unknown ones. */
function readEvents({ earnings_date, dividends }: SymbolFacts, today: IsoDate, asOfMs: number) {
  const earningsDate = earnings_date !== null && earnings_date >= today ? earnings_date : null
  const exDates = dividends.map(({ ex_date }) => ex_date).filter((date) => date > today)
  return {
    earningsDate,
    daysToEarnings: earningsDate === null ? null : daysToExpiration(earningsDate, asOfMs),
    exDividendDate: exDates.sort()[0] ?? null,
  }
}

function rate(
  { bars, price, fundamentals, earnings_date }: SymbolFacts,
  { best, callVolume }: ChainFigures,
  { ivRank, ivRankSource }: ReturnType<typeof computeIvStanding>,
  { rsi, stochasticK, ma20 }: ReturnType<typeof readTechnical>,
  asOfDate: IsoDate,
) {
  const { score, core, max, version, parts, coverage, reason } = rateStock({
    averageShareVolume: latestSma(bars.volume, AVERAGE_SESSIONS),
    callVolume,
    ...{ ivRank, ivRankSource, price, sma20: ma20, rsi14: rsi, stochasticK },
    marketCapUsd: fundamentals.market_cap,
    netMarginPct: fundamentals.net_margin,
    debtToEquity: fundamentals.debt_to_equity,
    negativeEquity: fundamentals.negative_equity,
    creditRating: fundamentals.credit_rating,
    dividendYieldPct: fundamentals.dividend_yield,
    bestCall: best,
    earningsDate: earnings_date,
    asOfDate,
  })
  return {
    ccScore: score,
    ccScoreCore: core,
    scoreMax: max,
    scoreVersion: version,
    scoreParts: parts.map((part) => ({ ...part, inputs: { ...part.inputs } })),
    scoreCoverage: coverage,
    scoreReason: reason,
  }
}

/** Why a stock shows little: no chain, no bars. Null when it has both. */
function describeMissing({ chain, bars, missing }: SymbolFacts): string | null {
  const reasonOf = (field: string, fallback: string) =>
    missing.find((entry) => entry.field === field)?.reason ?? fallback
  const reasons = [
    ...(bars.close.length === 0 ? [reasonOf('bars', 'No price history from this source')] : []),
    ...(chain === null || chain.strike.length === 0 ? [reasonOf('chain', 'No option chain from this source')] : []),
  ]
  return reasons.length === 0 ? null : reasons.join('. ')
}
