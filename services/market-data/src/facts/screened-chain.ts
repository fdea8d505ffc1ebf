import {
  ATM_DAYS,
  BEST_CALL_RULES,
  computeAtmIv,
  daysBetween,
  type IsoDate,
  newYorkDate,
  type ScheduledDividend,
} from '@callwright/scoring'
import { selectContracts } from '../options/chain-reading.ts'
import type { Answer, ChainFilter, MarketData, Missing, OptionChain, OptionQuote } from '../providers/provider.ts'
import { mergeMissing } from '../stamps.ts'

/** The part of a symbol's chain that the screener works with. */
export interface ScreenedChain {
  /** Null where the source has no chain. */
  readonly contracts: readonly OptionQuote[] | null
  readonly quotedAtMs: number | null
  /** The price the quotes were made against; null where the source does not say. */
  readonly underlyingPriceUsd: number | null
  /** The answers it was taken from that held anything. */
  readonly parts: readonly Answer<OptionChain>[]
  readonly missing: readonly Missing[]
}

/** What a chain is valued with beside its price: the rate, decimal a year, and the dividends to come. */
export interface ChainTerms {
  readonly rate: number
  readonly dividends: readonly ScheduledDividend[]
}

/** Where the best call is looked for and call volume is counted (D15): every strike counts towards the volume. */
const CALLS: ChainFilter = { type: 'call', maxDays: BEST_CALL_RULES.wideDays.max }
/** Strikes up to 15 % from the forward are read; the forward itself may lie a few percent from the price. */
const STRIKE_REACH = 0.2

/**
 * Asks for what the screener needs of a chain: the calls of the next 60 days, and the puts round the money of the nearest
 * expirations on both sides of 30 days. Only where those do not give the volatility at the money (D11) a third question
 * takes in all expirations that may stand in for them. `findPrice` gives the stock's price for a chain that does not
 * carry it.
 */
export async function findScreenedChain(
  market: MarketData,
  symbol: string,
  { findPrice, findTerms }: { findPrice: () => Promise<number | null>; findTerms: () => Promise<ChainTerms> },
): Promise<ScreenedChain> {
  const nowMs = market.clock.now()
  const today = newYorkDate(nowMs)
  const ask = async (filter: ChainFilter) => narrow(await market.chains.findChain(symbol, filter), filter, today)
  const calls = await ask(CALLS)
  const price = calls.value?.underlyingPriceUsd ?? (await findPrice())
  if (price === null) return joinParts([calls], nowMs)
  const sight: Sight = { calls, price, nowMs }
  const around = findAround(sight)
  if (around.far !== null) {
    const found = joinParts([calls, await ask(putsOf(sight, around))], nowMs)
    if (isSettled(found, around, price, await findTerms())) return found
  }
  return joinParts([calls, await ask(standInsOf(sight))], nowMs)
}

/** What the calls show. */
interface Sight {
  readonly calls: Answer<OptionChain | null>
  readonly price: number
  readonly nowMs: number
}

/** Days from the quotes to the expirations around 30 days whose calls are quoted; null where there is none on that side. */
interface Around {
  readonly near: number | null
  readonly far: number | null
}

function joinParts(answers: readonly Answer<OptionChain | null>[], nowMs: number): ScreenedChain {
  const parts = answers.filter((answer): answer is Answer<OptionChain> => answer.value !== null)
  const [first] = parts
  return {
    contracts: first === undefined ? null : mergeContracts(parts),
    quotedAtMs: first === undefined ? null : readQuoteTime(first, nowMs),
    underlyingPriceUsd: first?.value.underlyingPriceUsd ?? null,
    parts,
    missing: mergeMissing(...(first === undefined ? answers : parts).map(({ missing }) => missing)),
  }
}

/** Closing quotes collected after the close are still the close's: no quote is from the future. */
function readQuoteTime({ value, asOfMs }: Answer<OptionChain | null>, nowMs: number): number {
  return Math.min(value?.quotedAtMs ?? asOfMs, nowMs)
}

/** A contract nobody bids for has no volatility, whatever its other side. */
function findAround({ calls, price, nowMs }: Sight): Around {
  const quoteDay = newYorkDate(readQuoteTime(calls, nowMs))
  const { minStrike, maxStrike } = reachOf(price)
  const quoted = (calls.value?.contracts ?? []).filter(
    ({ strike, bid, ask }) =>
      strike >= minStrike && strike <= maxStrike && bid !== 0 && (bid ?? 0) <= (ask ?? bid ?? 0),
  )
  const expirations = [...new Set(quoted.map(({ expiration }) => expiration))]
  const days = expirations.map((expiration) => daysBetween(quoteDay, expiration))
  return {
    near: days.findLast((count) => count >= ATM_DAYS.min && count <= ATM_DAYS.target) ?? null,
    far: days.find((count) => count > ATM_DAYS.target) ?? null,
  }
}

/** The puts that belong to the quoted calls around 30 days. */
function putsOf(sight: Sight, { near, far }: Around): ChainFilter {
  return { type: 'put', ...daysFromToday(sight, near ?? ATM_DAYS.min, far ?? ATM_DAYS.max), ...reachOf(sight.price) }
}

/** All that may stand in for them. */
function standInsOf(sight: Sight): ChainFilter {
  return { ...daysFromToday(sight, ATM_DAYS.min, ATM_DAYS.max), ...reachOf(sight.price) }
}

/** Terms count from the day of the quotes, filters from today. */
function daysFromToday({ calls, nowMs }: Sight, minDays: number, maxDays: number) {
  const age = daysBetween(newYorkDate(readQuoteTime(calls, nowMs)), newYorkDate(nowMs))
  return { minDays: Math.max(0, minDays - age), maxDays: maxDays - age }
}

/** Whether more expirations could not change the volatility; a source without bids and offers has no more to tell. */
function isSettled(
  { contracts, quotedAtMs }: ScreenedChain,
  { near }: Around,
  price: number,
  { rate, dividends }: ChainTerms,
): boolean {
  const hasQuotes = contracts?.some(({ bid, ask }) => bid !== null && ask !== null) ?? false
  if (contracts === null || quotedAtMs === null || !hasQuotes) return true
  const atm = computeAtmIv(contracts, { price, rate, dividends, asOfMs: quotedAtMs })
  return atm.impliedVolatility !== null && (atm.method !== 'flat' || near === null)
}

/** Strikes round the money, in round figures: while the price stays near, the question is the same and may be kept. */
function reachOf(price: number) {
  const step = 10 ** (Math.floor(Math.log10(price)) - 1)
  return {
    minStrike: Math.floor((price * (1 - STRIKE_REACH)) / step) * step,
    maxStrike: Math.ceil((price * (1 + STRIKE_REACH)) / step) * step,
  }
}

/** The contracts of a filter alone that have not expired. */
function narrow(answer: Answer<OptionChain | null>, filter: ChainFilter, today: IsoDate): Answer<OptionChain | null> {
  if (answer.value === null) return answer
  const contracts = selectContracts(answer.value.contracts, { minDays: 0, ...filter }, today)
  return { ...answer, value: { ...answer.value, contracts } }
}

/** The contracts of all parts, each once. */
function mergeContracts(parts: readonly Answer<OptionChain>[]): OptionQuote[] {
  const bySymbol = new Map<string, OptionQuote>()
  for (const contract of parts.flatMap(({ value }) => value.contracts)) {
    if (!bySymbol.has(contract.contractSymbol)) bySymbol.set(contract.contractSymbol, contract)
  }
  return [...bySymbol.values()]
}
