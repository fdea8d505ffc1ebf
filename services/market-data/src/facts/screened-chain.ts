import {
  ATM_DAYS,
  BEST_CALL_RULES,
  computeAtmIv,
  daysBetween,
  type IsoDate,
  newYorkDate,
  type ScheduledDividend,
} from '@callwright/scoring'
import { selectContracts } from '../providers/parsing/option-values.ts'
import type { Answer, ChainFilter, MarketData, Missing, OptionChain, OptionQuote } from '../providers/provider.ts'
import { mergeMissing } from '../wire.ts'

export interface ScreenedChain {
  /** Null if the source has no chain. */
  readonly contracts: readonly OptionQuote[] | null
  readonly quotedAtMs: number | null
  /** Stock price at the time of the quotes; null if the source does not report it. */
  readonly underlyingPriceUsd: number | null
  /** The non-empty answers that the contracts come from. */
  readonly parts: readonly Answer<OptionChain>[]
  readonly missing: readonly Missing[]
}

/**
 * Everything except the price that valuing a chain requires: the interest rate (an annualized decimal) and upcoming
 * dividends.
 */
interface ChainTerms {
  readonly rate: number
  readonly dividends: readonly ScheduledDividend[]
}

/** Calls used for the best-call search and for the call volume (D15), which includes every strike. */
const CALLS: ChainFilter = { type: 'call', maxDays: BEST_CALL_RULES.wideDays.max }
/**
 * How far from the price to request strikes, as a fraction. Only strikes within 15 % of the forward are used, but the
 * forward itself may differ from the price by a few percent.
 */
const STRIKE_REACH = 0.2

/**
 * Fetches the parts of a chain that the screener needs: calls for the next 60 days, and near-the-money puts at the
 * nearest expirations on both sides of 30 days. If they do not yield an at-the-money volatility (D11), a third request
 * covers every expiration that may substitute for them. `findPrice` supplies the stock price for chains that come
 * without one.
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
  const quoted: QuotedCalls = { calls, price, nowMs }
  const nearest = findNearest(quoted)
  if (nearest.far !== null) {
    const found = joinParts([calls, await ask(putFilter(quoted, nearest))], nowMs)
    if (isSettled(found, nearest, price, await findTerms())) return found
  }
  return joinParts([calls, await ask(substituteFilter(quoted))], nowMs)
}

interface QuotedCalls {
  readonly calls: Answer<OptionChain | null>
  readonly price: number
  readonly nowMs: number
}

/**
 * Days from the quotes to the nearest expirations with quoted calls on each side of 30 days; null if there is none on
 * that side.
 */
interface NearestExpirations {
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

/** Time of the quotes, capped at now, since a source may collect closing quotes after the close. */
function readQuoteTime({ value, asOfMs }: Answer<OptionChain | null>, nowMs: number): number {
  return Math.min(value?.quotedAtMs ?? asOfMs, nowMs)
}

/** No volatility can be solved for a contract without a bid, whatever its ask. */
function findNearest({ calls, price, nowMs }: QuotedCalls): NearestExpirations {
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

/** Filter for the puts that match the quoted calls nearest 30 days. */
function putFilter(quoted: QuotedCalls, { near, far }: NearestExpirations): ChainFilter {
  return { type: 'put', ...daysFromToday(quoted, near ?? ATM_DAYS.min, far ?? ATM_DAYS.max), ...reachOf(quoted.price) }
}

/** Filter for every contract that may replace those nearest 30 days. */
function substituteFilter(quoted: QuotedCalls): ChainFilter {
  return { ...daysFromToday(quoted, ATM_DAYS.min, ATM_DAYS.max), ...reachOf(quoted.price) }
}

/** Converts a range of days counted from the quotes, as terms are, to one counted from today, as filters are. */
function daysFromToday({ calls, nowMs }: QuotedCalls, minDays: number, maxDays: number) {
  const age = daysBetween(newYorkDate(readQuoteTime(calls, nowMs)), newYorkDate(nowMs))
  return { minDays: Math.max(0, minDays - age), maxDays: maxDays - age }
}

/**
 * Whether loading more expirations would be pointless: it would not change the volatility, or there are no bids and
 * asks.
 */
function isSettled(
  { contracts, quotedAtMs }: ScreenedChain,
  { near }: NearestExpirations,
  price: number,
  { rate, dividends }: ChainTerms,
): boolean {
  const hasQuotes = contracts?.some(({ bid, ask }) => bid !== null && ask !== null) ?? false
  if (contracts === null || quotedAtMs === null || !hasQuotes) return true
  const atm = computeAtmIv(contracts, { price, rate, dividends, asOfMs: quotedAtMs })
  return atm.impliedVolatility !== null && (atm.method !== 'flat' || near === null)
}

/**
 * Range of strikes near the money. It is rounded so that small price moves do not change the request, and a cached
 * answer can serve it.
 */
function reachOf(price: number) {
  const step = 10 ** (Math.floor(Math.log10(price)) - 1)
  return {
    minStrike: Math.floor((price * (1 - STRIKE_REACH)) / step) * step,
    maxStrike: Math.ceil((price * (1 + STRIKE_REACH)) / step) * step,
  }
}

/** Keeps only contracts that match the filter and have not expired. */
function narrow(answer: Answer<OptionChain | null>, filter: ChainFilter, today: IsoDate): Answer<OptionChain | null> {
  if (answer.value === null) return answer
  const contracts = selectContracts(answer.value.contracts, { minDays: 0, ...filter }, today)
  return { ...answer, value: { ...answer.value, contracts } }
}

function mergeContracts(parts: readonly Answer<OptionChain>[]): OptionQuote[] {
  const bySymbol = new Map<string, OptionQuote>()
  for (const contract of parts.flatMap(({ value }) => value.contracts)) {
    if (!bySymbol.has(contract.contractSymbol)) bySymbol.set(contract.contractSymbol, contract)
  }
  return [...bySymbol.values()]
}
