import {
  computeAtmIv,
  computeIvRank,
  IV_WINDOW_SESSIONS,
  latestRsi,
  latestSma,
  latestStochastic,
  type MarketTerms,
  newYorkDate,
  rateStock,
  selectBestCall,
  totalCallVolume,
} from '@callwright/scoring'
import type { SimulatedMarket } from '../simulated-provider.ts'
import { openAt } from './open-at.ts'

/** Rates the simulated market the way the screener does, and prints every rating; null if there is no call to write. */

const EVERY = 3
/** Longer than the term of any call considered, and than the time to the next monthly expiration. */
const CHAIN_DAYS = 75
const AVERAGE_SESSIONS = 20
/** The window includes today. */
const PAST_SESSIONS = IV_WINDOW_SESSIONS - 1

async function rateCompany(market: SimulatedMarket, symbol: string): Promise<number | null> {
  const [quote, bars, chain, rate, dividends, history, earnings, fundamentals] = await Promise.all([
    market.quotes.findQuote(symbol),
    market.bars.listDailyBars(symbol),
    market.chains.findChain(symbol, { maxDays: CHAIN_DAYS }),
    market.rates.findRate(30),
    market.dividends.listDividends(symbol),
    market.ivHistory.listIvHistory(symbol),
    market.earnings.findNextEarnings(symbol),
    market.fundamentals.findFundamentals(symbol),
  ])
  if (quote.value === null || chain.value === null || bars.value === null) return null
  const { asOfMs } = market.stamp()
  const today = newYorkDate(asOfMs)
  const { contracts } = chain.value
  const price = quote.value.lastPrice
  const known = (dividends.value ?? []).filter(({ exDate }) => exDate > today)
  const terms: MarketTerms = {
    price,
    rate: rate.value.rate,
    dividends: known.map(({ exDate, cashUsd }) => ({ exDate, cash: cashUsd })),
    asOfMs,
  }
  const { impliedVolatility, message } = computeAtmIv(contracts, terms)
  const past = history.value.filter(({ date }) => date < today).slice(-PAST_SESSIONS)
  const volatilities = past.map((point) => point.impliedVolatility)
  const { best, reason } = selectBestCall(contracts, terms)
  const column = (name: 'high' | 'low' | 'close' | 'volume') => (bars.value ?? []).map((bar) => bar[name])
  const prices = { high: column('high'), low: column('low'), close: column('close') }
  return rateStock({
    averageShareVolume: latestSma(column('volume'), AVERAGE_SESSIONS),
    callVolume: totalCallVolume(contracts, asOfMs),
    ivRank: impliedVolatility === null ? null : computeIvRank([...volatilities, impliedVolatility]).ivRank,
    ivRankSource: 'implied',
    noVolatility: impliedVolatility === null ? message : null,
    price,
    sma20: latestSma(prices.close, AVERAGE_SESSIONS),
    rsi14: latestRsi(prices.close),
    stochasticK: latestStochastic(prices).k,
    ...fundamentals.value,
    bestCall: best,
    noBestCall: reason,
    earnings: earnings.value,
    asOfDate: today,
  }).score
}

async function rateAt(instant: string): Promise<(number | null)[]> {
  const market = openAt(instant)
  const { value } = await market.reference.listUniverse()
  const ratings: (number | null)[] = []
  for (const [index, { symbol }] of value.entries()) {
    if (index % EVERY === 0) ratings.push(await rateCompany(market, symbol))
  }
  return ratings
}

const instants = process.argv.slice(2)
const ratings = new Map<string, (number | null)[]>()
for (const instant of instants) ratings.set(instant, await rateAt(instant))
process.stdout.write(JSON.stringify(Object.fromEntries(ratings)))
