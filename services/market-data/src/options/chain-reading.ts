import { setImmediate } from 'node:timers/promises'
import {
  addDays,
  type CompanyEvents,
  type ContractRow,
  daysToExpiration,
  listPricedDividends,
  listStrikeAdjustments,
  type MarketTerms,
  newYorkDate,
  openGreekFill,
  type ScheduledDividend,
  usDate,
  valueContracts,
} from '@callwright/scoring'
import type {
  Answer,
  ChainFilter,
  InterestRate,
  IsoDate,
  MarketData,
  Missing,
  OptionChain,
  OptionQuote,
} from '../providers/provider.ts'
import { findEvents, findRate, listLacks } from '../side-facts.ts'
import { type AnswerStamp, mergeMissing, worstStamp } from '../stamps.ts'
import type { ExpirationList } from './expirations.ts'

/** Contracts of a symbol as its source has them, and what they are valued with but for the rate. */
export interface ChainReading {
  readonly symbol: string
  readonly stamp: Required<AnswerStamp>
  /** Those asked for and no others, by expiration and strike. */
  readonly contracts: readonly OptionQuote[]
  /** The stock's price that the quotes were made against; null where it is unknown, and then nothing has a value. */
  readonly priceUsd: number | null
  /** The instant of the quotes, never after now: contracts are valued at it. */
  readonly asOfMs: number
  /** Now: days to expiration, and the events of a term, are counted from it. */
  readonly nowMs: number
  /** The same instant as `asOfMs` where the source says when it took the quotes. */
  readonly quotedAtMs: number | null
  readonly events: CompanyEvents
  readonly missing: readonly Missing[]
}

/**
 * Reads the part of a chain that a question is about. Where no such part is listed (`filter` null) nothing is asked of it.
 * The price is that of the chain itself where it carries one, so that old quotes never meet a new price.
 */
export async function readChain(
  market: MarketData,
  listing: ExpirationList,
  filter: ChainFilter | null,
): Promise<ChainReading> {
  const { symbol } = listing
  const [chain, events] = await Promise.all([
    filter === null ? describeNone(listing) : market.chains.findChain(symbol, filter),
    findEvents(market, symbol),
  ])
  const ownPriceUsd = chain.value?.underlyingPriceUsd ?? null
  const quote = ownPriceUsd === null ? await market.quotes.findQuote(symbol) : null
  const priceUsd = ownPriceUsd ?? quote?.value?.lastPrice ?? null
  const nowMs = market.clock.now()
  // Closing quotes collected after the close are still the close's: an answer is never from the future.
  const untilNow = (atMs: number) => Math.min(atMs, nowMs)
  const quotedAtMs = chain.value?.quotedAtMs ?? null
  const contracts = selectContracts(chain.value?.contracts ?? [], filter ?? {}, newYorkDate(nowMs))
  const asOfMs = untilNow(quotedAtMs ?? chain.asOfMs)
  return {
    symbol,
    stamp: quote === null ? worstStamp(chain) : worstStamp(chain, quote),
    contracts,
    priceUsd,
    asOfMs,
    nowMs,
    quotedAtMs: quotedAtMs === null ? null : untilNow(quotedAtMs),
    events: events.value,
    missing: mergeMissing(
      chain.missing,
      listLacks(priceUsd !== null, quote?.missing ?? []),
      events.missing,
      describeDividends(events.value, newYorkDate(asOfMs), contracts.at(-1)?.expiration ?? null),
    ),
  }
}

/** The field of the message that prices rest on dividends that are not declared. */
export const EXPECTED_DIVIDENDS = 'expected_dividends'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Messages on the dividends until the last expiration: the expected ones, and the special ones that lower the strikes. */
function describeDividends(events: CompanyEvents, today: IsoDate, last: IsoDate | null): Missing[] {
  if (last === null) return []
  const expected = listPricedDividends(events, today).filter(({ estimated, exDate }) => estimated && exDate <= last)
  const special = listStrikeAdjustments(events, today).filter(({ exDate }) => exDate <= last)
  const [first] = expected
  return [
    ...special.map(({ exDate, cash }) => ({
      field: 'special_dividend',
      reason: `A special dividend${cash === null ? '' : ` of ${dollars.format(cash)}`} on ${usDate(exDate)} lowers the strikes of these options`,
    })),
    ...(first === undefined
      ? []
      : [{ field: EXPECTED_DIVIDENDS, reason: describeExpected(first, expected.length, last) }]),
  ]
}

function describeExpected({ exDate, cash }: ScheduledDividend, count: number, last: IsoDate): string {
  const amount = `about ${dollars.format(cash)}`
  return count === 1
    ? `Priced with a dividend of ${amount} expected on ${usDate(exDate)}, not declared yet`
    : `Priced with ${count} dividends of ${amount} expected by ${usDate(last)}, not declared yet`
}

function describeNone({ symbol: _symbol, expirations: _expirations, ...answer }: ExpirationList): Answer<null> {
  return { ...answer, value: null }
}

/** The contracts of a filter alone: a source that cannot choose answers with more than was asked for. */
export function selectContracts(
  contracts: OptionChain['contracts'],
  { type, minDays, maxDays, minStrike = 0, maxStrike = Number.POSITIVE_INFINITY, expiration }: ChainFilter,
  today: IsoDate,
): readonly OptionQuote[] {
  const first = minDays === undefined ? null : addDays(today, minDays)
  const last = maxDays === undefined ? null : addDays(today, maxDays)
  return contracts.filter(
    (contract) =>
      (type === undefined || contract.type === type) &&
      (expiration === undefined || contract.expiration === expiration) &&
      (first === null || contract.expiration >= first) &&
      (last === null || contract.expiration <= last) &&
      contract.strike >= minStrike &&
      contract.strike <= maxStrike,
  )
}

/** What the contracts of one expiration are valued with. */
export interface ValuationTerms {
  readonly rate: InterestRate
  /** Null where the stock's price is unknown. */
  readonly terms: MarketTerms | null
  readonly missing: readonly Missing[]
}

/** The one place where a reading becomes the terms of the model: at the rate for so many days. */
export async function findTerms(market: MarketData, reading: ChainReading, days: number): Promise<ValuationTerms> {
  const { priceUsd, asOfMs, nowMs, events } = reading
  const { value: rate, missing } = await findRate(market, days)
  if (priceUsd === null) return { rate, terms: null, missing }
  const dividends = listPricedDividends(events, newYorkDate(asOfMs))
  return { rate, terms: { price: priceUsd, rate: rate.rate, dividends, asOfMs, nowMs }, missing }
}

/** The dividends that price contracts of one expiration: those that leave the stock's price until that day. */
export function dividendsUntil(expiration: IsoDate, terms: MarketTerms | null): readonly ScheduledDividend[] {
  return (terms?.dividends ?? []).filter(({ exDate }) => exDate <= expiration)
}

/** Contracts valued in one go: with several dividends to come one takes some milliseconds. */
const SLICE = 4

/**
 * Values contracts some at a time, so that others have their turn between. `value` is of each contract alone: the slices make
 * no difference to it.
 */
export async function valueInSlices<C, T>(
  contracts: readonly C[],
  value: (contracts: readonly C[]) => T,
): Promise<T[]> {
  const values: T[] = []
  for (let from = 0; from < contracts.length; from += SLICE) {
    values.push(value(contracts.slice(from, from + SLICE)))
    await setImmediate()
  }
  return values
}

/**
 * The rows of some contracts of one expiration, with Greeks of one source. `others` are contracts of the expiration too, for
 * what the quotes of those shown do not tell.
 */
export async function valueRows(
  shown: readonly OptionQuote[],
  others: readonly OptionQuote[],
  terms: MarketTerms,
): Promise<ContractRow[]> {
  const rows = (await valueInSlices(shown, (slice) => valueContracts(slice, terms))).flat()
  const fill = openGreekFill(rows, others, terms)
  return (await valueInSlices(rows, (slice) => slice.map(fill))).flat()
}

/** The rows of all expirations of a reading, each at the rate of its own term; those of `isShown` alone. */
export async function valueRowsByExpiration(
  market: MarketData,
  reading: ChainReading,
  isShown: (contract: OptionQuote) => boolean,
): Promise<{ readonly rows: readonly ContractRow[]; readonly missing: readonly Missing[] }> {
  const rows: ContractRow[] = []
  const lacks: Missing[] = []
  for (const [expiration, contracts] of Map.groupBy(reading.contracts, (contract) => contract.expiration)) {
    const { terms, missing } = await findTerms(market, reading, daysToExpiration(expiration, reading.nowMs))
    lacks.push(...missing)
    if (terms !== null) rows.push(...(await valueRows(contracts.filter(isShown), contracts, terms)))
  }
  return { rows, missing: mergeMissing(lacks) }
}

/** Values a reading in slices, each expiration at the rate of its own term. */
export async function valueByExpiration<T>(
  market: MarketData,
  reading: ChainReading,
  value: (contracts: readonly OptionQuote[], terms: MarketTerms) => T,
): Promise<{ readonly values: readonly T[]; readonly missing: readonly Missing[] }> {
  const values: T[] = []
  const lacks: Missing[] = []
  for (const [expiration, contracts] of Map.groupBy(reading.contracts, (contract) => contract.expiration)) {
    const { terms, missing } = await findTerms(market, reading, daysToExpiration(expiration, reading.nowMs))
    lacks.push(...missing)
    if (terms !== null) values.push(...(await valueInSlices(contracts, (slice) => value(slice, terms))))
  }
  return { values, missing: mergeMissing(lacks) }
}
