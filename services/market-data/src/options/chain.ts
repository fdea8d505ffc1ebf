import {
  BEST_CALL_RULES,
  type ContractRow,
  computeAtmIv,
  computeExpectedMove,
  computeExpirationAtmIv,
  daysBetween,
  daysToExpiration,
  findNextExDate,
  isCalendarDay,
  listKnownCash,
  listUpcomingDividends,
  type MarketTerms,
  newYorkDate,
  valueContracts,
} from '@callwright/scoring'
import { invalidDate, unlistedExpiration } from '../errors.ts'
import type { MarketCache } from '../market-cache.ts'
import type {
  Answer,
  InterestRate,
  IsoDate,
  MarketData,
  Missing,
  OptionChain,
  OptionQuote,
  Stamp,
} from '../providers/provider.ts'
import { type ExpirationList, findEvents } from './expirations.ts'

export type ChainType = 'call' | 'put' | 'all'

export interface ChainRequest {
  readonly symbol: string
  readonly expiration: IsoDate | null
  readonly type: ChainType
}

export interface ValuedChain extends Stamp {
  readonly symbol: string
  readonly expiration: IsoDate | null
  readonly days: number | null
  readonly priceUsd: number | null
  readonly expectedMoveUsd: number | null
  readonly model: string | null
  readonly rate: InterestRate
  readonly quotedAtMs: number | null
  readonly earningsDate: IsoDate | null
  readonly exDividendDate: IsoDate | null
  readonly rows: readonly ContractRow[]
  readonly missing: readonly Missing[]
}

interface ChainDeps {
  readonly market: MarketData
  readonly cache: MarketCache
  readonly listExpirations: (symbol: string) => Promise<ExpirationList>
}

const NEAREST_SHOWN = 4

/** One expiration of a symbol's chain, every contract valued (D19). Throws `unknown_symbol`, `unlisted_expiration`. */
export function createChains({ market, cache, listExpirations }: ChainDeps) {
  return async (request: ChainRequest): Promise<ValuedChain> => {
    const { expiration, type } = request
    if (expiration !== null && !isCalendarDay(expiration)) throw invalidDate('expiration_date', expiration)
    const { symbol, expirations } = await listExpirations(request.symbol)
    const listed = expirations.map(({ date }) => date)
    const chosen = chooseExpiration(symbol, listed, expiration, market.clock.now())
    return cache('chain', `${symbol}:${chosen}:${type}`, () => valueChain(market, symbol, chosen, type))
  }
}

/** The one asked for, else the first 30-45 days out, else the first; null where nothing is listed. */
function chooseExpiration(
  symbol: string,
  listed: readonly IsoDate[],
  wanted: IsoDate | null,
  asOfMs: number,
): IsoDate | null {
  if (wanted !== null) {
    if (listed.includes(wanted)) return wanted
    const byDistance = listed.toSorted(
      (a, b) => Math.abs(daysBetween(wanted, a)) - Math.abs(daysBetween(wanted, b)) || (a < b ? -1 : 1),
    )
    throw unlistedExpiration(symbol, wanted, byDistance.slice(0, NEAREST_SHOWN).sort())
  }
  const { min, max } = BEST_CALL_RULES.standardDays
  const inWindow = listed.find((date) => {
    const days = daysToExpiration(date, asOfMs)
    return days >= min && days <= max
  })
  return inWindow ?? listed[0] ?? null
}

async function valueChain(
  market: MarketData,
  symbol: string,
  expiration: IsoDate | null,
  type: ChainType,
): Promise<ValuedChain> {
  const asOfMs = market.clock.now()
  const days = expiration === null ? null : daysToExpiration(expiration, asOfMs)
  const [chain, quote, rate, events] = await Promise.all([
    market.chains.findChain(symbol),
    market.quotes.findQuote(symbol),
    market.rates.findRate(days ?? BEST_CALL_RULES.standardDays.min),
    findEvents(market, symbol),
  ])
  const priceUsd = quote.value?.lastPrice ?? null
  const today = newYorkDate(asOfMs)
  const common = {
    ...market.stamp(),
    symbol,
    expiration,
    days,
    priceUsd,
    rate: rate.value,
    quotedAtMs: readQuoteTime(chain, asOfMs),
    earningsDate: events.earnings?.date ?? null,
    exDividendDate: findNextExDate(events, today),
    missing: [...chain.missing, ...rate.missing, ...(priceUsd === null ? quote.missing : [])],
  }
  const contracts = chain.value?.contracts ?? []
  const shown = contracts.filter(
    (contract) => contract.expiration === expiration && (type === 'all' || contract.type === type),
  )
  if (expiration === null || days === null || priceUsd === null) {
    return { ...common, expectedMoveUsd: null, model: null, rows: [] }
  }
  const dividends = listKnownCash(listUpcomingDividends(events, today))
  const terms: MarketTerms = { price: priceUsd, rate: rate.value.rate, dividends, asOfMs }
  const rows = valueContracts(shown, terms)
  return {
    ...common,
    expectedMoveUsd: findExpectedMove(contracts, terms, expiration, days),
    model: nameModels(rows),
    rows,
  }
}

/** The formulas behind the rows' own figures: calls and puts of one expiration may need two. */
function nameModels(rows: readonly ContractRow[]): string | null {
  const solved = rows.filter(({ impliedVolatility }) => impliedVolatility !== null)
  const models = [...new Set(solved.flatMap(({ greeksSource }) => greeksSource ?? []))].sort()
  return models.length === 0 ? null : models.join(', ')
}

/** One standard deviation by the at-the-money volatility of this expiration; of the month ahead where it has none. */
function findExpectedMove(
  contracts: readonly OptionQuote[],
  terms: MarketTerms,
  expiration: IsoDate,
  days: number,
): number | null {
  const own = computeExpirationAtmIv(contracts, expiration, terms)
  const { impliedVolatility } = own ?? computeAtmIv(contracts, terms)
  return impliedVolatility === null ? null : computeExpectedMove(terms.price, impliedVolatility, days)
}

/** Closing quotes collected after the close are still the close's: an answer is never from the future. */
function readQuoteTime({ value }: Answer<OptionChain | null>, asOfMs: number): number | null {
  const quotedAtMs = value?.quotedAtMs ?? null
  return quotedAtMs === null ? null : Math.min(quotedAtMs, asOfMs)
}
