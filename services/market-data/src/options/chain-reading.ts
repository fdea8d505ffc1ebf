import { setImmediate } from 'node:timers/promises'
import {
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
import { reversedBounds } from '../errors.ts'
import { selectContracts } from '../providers/parsing/option-values.ts'
import type {
  Answer,
  ChainFilter,
  InterestRate,
  IsoDate,
  MarketData,
  Missing,
  OptionQuote,
} from '../providers/provider.ts'
import { findEvents, findRate, listLacks } from '../side-facts.ts'
import { type AnswerStamp, mergeMissing, worstStamp } from '../wire.ts'
import type { ExpirationList, OptionDeps } from './expirations.ts'

export type ChainType = 'call' | 'put' | 'all'

/** A symbol's contracts as quoted, with everything needed to value them except the interest rate. */
export interface ChainReading {
  readonly symbol: string
  readonly stamp: Required<AnswerStamp>
  /** Exactly the requested contracts, sorted by expiration and strike. */
  readonly contracts: readonly OptionQuote[]
  /** Stock price at the time of the quotes; if it is unknown (null), no contract can be valued. */
  readonly priceUsd: number | null
  /** Time of the quotes, never in the future. Contracts are valued as of this time. */
  readonly asOfMs: number
  /** Current time, used to count days to expiration and to decide which events are still to come. */
  readonly nowMs: number
  /** Equal to `asOfMs` if the source reports when it took the quotes; otherwise null. */
  readonly quotedAtMs: number | null
  readonly events: CompanyEvents
  readonly missing: readonly Missing[]
}

/**
 * Reads the requested part of a chain; if `filter` is null, reads nothing. Uses the chain's own stock price if it has
 * one, so that old quotes are never paired with a new price.
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
  // A source may collect closing quotes after the close, so cap every time at now.
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

/** `field` of the note that says prices take undeclared dividends into account. */
export const EXPECTED_DIVIDENDS = 'expected_dividends'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * Notes about dividends up to the last expiration: those that are estimated, and special ones, which lower the strikes.
 */
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
    ? `Priced with a dividend of ${amount} expected on ${usDate(exDate)} but not declared yet`
    : `Priced with ${count} dividends of ${amount} expected by ${usDate(last)} but not declared yet`
}

function describeNone({ symbol: _symbol, expirations: _expirations, ...answer }: ExpirationList): Answer<null> {
  return { ...answer, value: null }
}

interface ValuationTerms {
  readonly rate: InterestRate
  /** Null if the stock price is unknown. */
  readonly terms: MarketTerms | null
  readonly missing: readonly Missing[]
}

/** Builds the model's terms from a reading, with the interest rate for a term in days. No other code builds them. */
export async function findTerms(market: MarketData, reading: ChainReading, days: number): Promise<ValuationTerms> {
  const { priceUsd, asOfMs, nowMs, events } = reading
  const { value: rate, missing } = await findRate(market, days)
  if (priceUsd === null) return { rate, terms: null, missing }
  const dividends = listPricedDividends(events, newYorkDate(asOfMs))
  return { rate, terms: { price: priceUsd, rate: rate.rate, dividends, asOfMs, nowMs }, missing }
}

/** Dividends that affect contracts at one expiration: those with an ex-date on or before that day. */
export function dividendsUntil(expiration: IsoDate, terms: MarketTerms | null): readonly ScheduledDividend[] {
  return (terms?.dividends ?? []).filter(({ exDate }) => exDate <= expiration)
}

/** Number of contracts to value before yielding: with several upcoming dividends, each contract takes milliseconds. */
const SLICE = 4

/**
 * Values contracts in slices, yielding to the event loop between them. `value` must treat each contract independently,
 * so that slicing does not change its result.
 */
async function valueInSlices<C, T>(contracts: readonly C[], value: (contracts: readonly C[]) => T): Promise<T[]> {
  const values: T[] = []
  for (let from = 0; from < contracts.length; from += SLICE) {
    values.push(value(contracts.slice(from, from + SLICE)))
    await setImmediate()
  }
  return values
}

/**
 * Computes rows with greeks for contracts at one expiration. `others` are contracts at the same expiration, used if a
 * shown contract's own quotes are not enough.
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

/**
 * Computes rows for every expiration in a reading, at the interest rate for its term. Only contracts that satisfy
 * `isShown` get a row.
 */
async function valueRowsByExpiration(
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

/** Values a reading in slices, each expiration at the interest rate for its term. */
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

interface SnapshotRequest {
  readonly symbol: string
  /** Dollars, both ends inclusive; null means no bound. */
  readonly minStrike: number | null
  readonly maxStrike: number | null
  readonly type: ChainType
}

interface Snapshot extends AnswerStamp {
  readonly symbol: string
  readonly priceUsd: number | null
  readonly rows: readonly ContractRow[]
  readonly missing: readonly Missing[]
}

/**
 * Lists and values contracts with strikes in a range, at every expiration (D22). Throws `unknown_symbol`,
 * `invalid_range`.
 */
export function createSnapshots({ market, cache, listExpirations }: OptionDeps) {
  return async ({ symbol, minStrike, maxStrike, type }: SnapshotRequest): Promise<Snapshot> => {
    if (minStrike !== null && maxStrike !== null && minStrike > maxStrike) {
      throw reversedBounds('strike_min', 'strike_max')
    }
    const listing = await listExpirations(symbol)
    const filter = {
      ...(type === 'all' ? {} : { type }),
      ...(minStrike === null ? {} : { minStrike }),
      ...(maxStrike === null ? {} : { maxStrike }),
    }
    return cache('chain', `${listing.symbol}:snapshot:${JSON.stringify(filter)}`, async () => {
      const reading = await readChain(market, listing, listing.expirations.length === 0 ? null : filter)
      const { rows, missing } = await valueRowsByExpiration(market, reading, () => true)
      return {
        ...reading.stamp,
        symbol: reading.symbol,
        priceUsd: reading.priceUsd,
        rows,
        missing: mergeMissing(reading.missing, missing),
      }
    })
  }
}
