import { BEST_CALL_RULES, daysBetween, type IsoDate, newYorkDate } from '@callwright/scoring'
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

/** Where the best call is looked for and call volume is counted (D15): every strike counts towards the volume. */
const CALLS: ChainFilter = { type: 'call', maxDays: BEST_CALL_RULES.wideDays.max }
/** The term of the volatility at the money, and how near and how far its expirations may lie (D11). */
const TERM_DAYS = 30
const NEAREST_DAYS = 7
const FURTHEST_DAYS = 183
/** On each side one expiration more, where calls are quoted: the puts of the nearest may be useless. */
const SPARE = 1
/** Strikes up to 15 % from the forward are read; the forward itself may lie a few percent from the price. */
const STRIKE_REACH = 0.2

/**
 * Asks for what the screener needs of a chain, in at most two questions: the calls of the next 60 days, and the puts
 * round the money of the expirations on both sides of 30 days. Where too few calls are quoted beyond 30 days, the second
 * takes in calls too and reaches half a year out. `findPrice` gives the stock's price for a chain that does not carry it.
 */
export async function findScreenedChain(
  market: MarketData,
  symbol: string,
  findPrice: () => Promise<number | null>,
): Promise<ScreenedChain> {
  const nowMs = market.clock.now()
  const today = newYorkDate(nowMs)
  const ask = async (filter: ChainFilter) => narrow(await market.chains.findChain(symbol, filter), filter, today)
  const calls = await ask(CALLS)
  const price = calls.value?.underlyingPriceUsd ?? (await findPrice())
  const answers = price === null ? [calls] : [calls, await ask(chooseRest(calls, price, nowMs))]
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

/** What is missing beside the calls of the next 60 days. Terms count from the day of the quotes, filters from today. */
function chooseRest(calls: Answer<OptionChain | null>, price: number, nowMs: number): ChainFilter {
  const quoteDay = newYorkDate(readQuoteTime(calls, nowMs))
  const age = daysBetween(quoteDay, newYorkDate(nowMs))
  const strikes = reachOf(price)
  const quoted = (calls.value?.contracts ?? []).filter(
    ({ strike, bid, ask }) =>
      strike >= strikes.minStrike && strike <= strikes.maxStrike && bid !== 0 && (bid ?? 0) <= (ask ?? bid ?? 0),
  )
  const days = [...new Set(quoted.map(({ expiration }) => daysBetween(quoteDay, expiration)))]
  const near = days.filter((count) => count >= NEAREST_DAYS && count <= TERM_DAYS).at(-1 - SPARE) ?? NEAREST_DAYS
  const far = days.filter((count) => count > TERM_DAYS)[SPARE]
  const minDays = Math.max(0, near - age)
  return far === undefined
    ? { ...strikes, minDays, maxDays: FURTHEST_DAYS }
    : { ...strikes, type: 'put', minDays, maxDays: far - age }
}

/** Strikes round the money, in round figures: while the price stays near, the question is the same and may be kept. */
function reachOf(price: number) {
  const step = 10 ** (Math.floor(Math.log10(price)) - 1)
  return {
    minStrike: Math.floor((price * (1 - STRIKE_REACH)) / step) * step,
    maxStrike: Math.ceil((price * (1 + STRIKE_REACH)) / step) * step,
  }
}

/** The contracts of a filter alone: a source may answer with more. */
function narrow(answer: Answer<OptionChain | null>, filter: ChainFilter, today: IsoDate): Answer<OptionChain | null> {
  if (answer.value === null) return answer
  const { type, minDays = 0, maxDays = Infinity, minStrike = 0, maxStrike = Infinity } = filter
  const contracts = answer.value.contracts.filter((contract) => {
    if (type !== undefined && contract.type !== type) return false
    if (contract.strike < minStrike || contract.strike > maxStrike) return false
    const days = daysBetween(today, contract.expiration)
    return days >= minDays && days <= maxDays
  })
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
