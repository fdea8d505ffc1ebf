import { addDays, type IsoDate, isCalendarDay, newYorkDate } from '@callwright/scoring'
import { parseContractSymbol } from '../contract-symbol.ts'
import type { Reject, RejectReason } from '../guards/rejections.ts'
import { createCallMemo } from '../http/call-memo.ts'
import {
  isObject,
  type JsonObject,
  readDay,
  readInstantMs,
  readJsonNumber,
  readKnownJsonNumber,
  readObject,
  readText,
} from '../http/json-values.ts'
import {
  byExpirationStrikeType,
  readAmount,
  readCount,
  readDelta,
  readPrice,
  selectContracts,
} from '../parsing/option-values.ts'
import type {
  Answer,
  ChainFilter,
  ChainSource,
  ExpirationSource,
  Missing,
  OptionChain,
  OptionQuote,
  VendorGreeks,
} from '../provider.ts'
import { failure, lacks, type TradierContext, toTradierSymbol } from './tradier-client.ts'

const EXPIRATIONS = '/markets/options/expirations'
const CHAINS = '/markets/options/chains'
const SHARES_PER_CONTRACT = 100
/** Expirations are listed a few times a month. */
const DATES_KEPT_MS = 12 * 3_600_000
const MAX_DATE_LISTS = 5_000
/** How long one expiration's contracts serve other filters. */
const CONTRACTS_KEPT_MS = 60_000
const MAX_KEPT_CONTRACTS = 30_000

interface QuotedContract {
  readonly quote: OptionQuote
  readonly quotedAtMs: number | null
}

export const createDateMemo = () =>
  createCallMemo<readonly IsoDate[]>({ keepMs: DATES_KEPT_MS, maxWeight: MAX_DATE_LISTS })
export const createExpirationMemo = () =>
  createCallMemo<readonly QuotedContract[]>({
    keepMs: CONTRACTS_KEPT_MS,
    maxWeight: MAX_KEPT_CONTRACTS,
    weigh: (contracts) => contracts.length + 1,
  })

interface OptionMemos {
  readonly dates: ReturnType<typeof createDateMemo>
  readonly expirations: ReturnType<typeof createExpirationMemo>
}

/**
 * Creates sources of expirations and chains. A call brings all contracts of one expiration, so a chain takes one call
 * per expiration that the filter includes.
 */
export function createOptions(
  context: TradierContext,
  memos: OptionMemos,
): { readonly expirations: ExpirationSource; readonly chains: ChainSource } {
  const { client, now, stamps } = context
  const recallDates = memos.dates.open(now)
  const recallContracts = memos.expirations.open(now)

  const listDates = (symbol: string): Promise<readonly IsoDate[]> =>
    recallDates(`${symbol} ${newYorkDate(now())}`, async () => {
      const held = await client.get(EXPIRATIONS, { symbol: toTradierSymbol(symbol) }, 'expirations')
      const { date } = readObject(held)
      const texts = Array.isArray(date) ? date : [date]
      const days = texts.map(readDay).filter((day) => day !== null)
      return [...new Set(days)].filter((day) => day >= newYorkDate(now())).sort()
    })

  const listContracts = (symbol: string, expiration: IsoDate): Promise<readonly QuotedContract[]> =>
    recallContracts(`${symbol} ${expiration}`, async () => {
      const query = { symbol: toTradierSymbol(symbol), expiration, greeks: true }
      const rows = await client.list(CHAINS, query, ['options', 'option'])
      return readRows(context, rows, { root: symbol.replace('.', ''), expiration })
    })

  return {
    expirations: {
      async listExpirations(symbol) {
        const dates = await listDates(symbol)
        return stamps.facts(dates, dates.length === 0 ? [lacks('chain', `listed options for ${symbol}`)] : [])
      },
    },
    chains: {
      async findChain(symbol, filter = {}) {
        const today = newYorkDate(now())
        const dates = (await listDates(symbol)).filter((date) => isWithin(date, filter, today))
        // A request whose first call fails waits for the others, so that none outlives it.
        const lists = await Promise.allSettled(dates.map((date) => listContracts(symbol, date)))
        const rows = lists.flatMap((list) => {
          if (list.status === 'rejected') throw list.reason
          return list.value
        })
        return answerChain(context, symbol, rows, { filter, today, isListed: dates.length > 0 })
      },
    },
  }
}

function isWithin(date: IsoDate, { minDays, maxDays, expiration }: ChainFilter, today: IsoDate): boolean {
  return (
    date === (expiration ?? date) &&
    date >= (minDays === undefined ? date : addDays(today, minDays)) &&
    date <= (maxDays === undefined ? date : addDays(today, maxDays))
  )
}

interface ChainRules {
  readonly filter: ChainFilter
  readonly today: IsoDate
  /** Whether the filter includes any listed expiration. */
  readonly isListed: boolean
}

function answerChain(
  { stamps }: TradierContext,
  symbol: string,
  rows: readonly QuotedContract[],
  { filter, today, isListed }: ChainRules,
): Answer<OptionChain | null> {
  if (rows.length === 0) {
    // A missing expiration in a list that is not empty means that the filter found nothing, not that there is no chain.
    const missing = [lacks('chain', `option chain for ${symbol}`)]
    return stamps.prices(isListed ? { contracts: [], quotedAtMs: null, underlyingPriceUsd: null } : null, null, missing)
  }
  const contracts = selectContracts(
    rows.map(({ quote }) => quote),
    filter,
    today,
  ).toSorted(byExpirationStrikeType)
  const quotedAtMs = rows.reduce<number | null>((latest, row) => later(latest, row.quotedAtMs), null)
  const missing: Missing[] = []
  if (contracts.length > 0 && contracts.every(({ vendorGreeks }) => vendorGreeks === null)) {
    missing.push(lacks('vendor_greeks', 'greeks of these contracts'))
  }
  return stamps.prices({ contracts, quotedAtMs, underlyingPriceUsd: null }, quotedAtMs, missing)
}

interface RowRules {
  /** Root of the symbol's standard contracts, such as `BRKB` for BRK.B. */
  readonly root: string
  readonly expiration: IsoDate
}

/** Standard contracts of the expiration, without duplicates. Rejected rows are counted. */
function readRows({ reject }: TradierContext, rows: readonly JsonObject[], rules: RowRules): QuotedContract[] {
  const contracts = new Map<string, QuotedContract>()
  for (const row of rows) {
    const contract = readContract(row, rules)
    if (typeof contract === 'string') reject(contract)
    else if (contracts.has(contract.contractSymbol)) reject('duplicate')
    else contracts.set(contract.contractSymbol, readRow(row, contract, reject))
  }
  if (contracts.size === 0 && rows.length > 0 && rows.every((row) => readText(row.symbol) === null)) {
    throw failure({ kind: 'unreadable', status: 200, detail: 'returned contracts without symbols' })
  }
  return [...contracts.values()]
}

type Contract = Pick<OptionQuote, 'contractSymbol' | 'expiration' | 'type' | 'strike'>

function readContract(row: JsonObject, { root, expiration }: RowRules): Contract | RejectReason {
  const contractSymbol = readText(row.symbol) ?? ''
  const parsed = parseContractSymbol(contractSymbol)
  if (parsed === null || !isCalendarDay(parsed.expiration) || !(parsed.strike > 0)) return 'malformed'
  const shares = readJsonNumber(row.contract_size) ?? SHARES_PER_CONTRACT
  if (parsed.root !== root || shares !== SHARES_PER_CONTRACT) return 'adjusted_root'
  const { type, strike } = parsed
  const agrees =
    parsed.expiration === expiration &&
    (readJsonNumber(row.strike) ?? strike) === strike &&
    (readText(row.option_type) ?? type) === type
  return agrees ? { contractSymbol, expiration, type, strike } : 'contract_mismatch'
}

/** A bid and an ask of 0 together mean that there is no quote, and an ask of 0 is not a real offer. */
function readRow(row: JsonObject, contract: Contract, reject: Reject): QuotedContract {
  const bid = readAmount(row.bid, reject)
  const ask = readAmount(row.ask, reject)
  return {
    quote: {
      ...contract,
      bid: bid === 0 && ask === 0 ? null : bid,
      ask: ask === 0 ? null : ask,
      last: readPrice(row.last, reject),
      volume: readCount(row.volume, reject),
      openInterest: readCount(row.open_interest, reject),
      vendorGreeks: isObject(row.greeks) ? readGreeks(row.greeks, contract.type, reject) : null,
    },
    quotedAtMs: later(readInstantMs(row.bid_date), readInstantMs(row.ask_date)),
  }
}

/**
 * The vendor's theta is per day and its vega per volatility point, like ours. A put repeats the rho of the call at its
 * strike, so its rho is unknown.
 */
function readGreeks({ delta, gamma, theta, vega, rho }: JsonObject, type: string, reject: Reject): VendorGreeks | null {
  const value = readDelta(delta, reject)
  if (value === null) return null
  return {
    delta: value,
    gamma: readKnownJsonNumber(gamma),
    theta: readKnownJsonNumber(theta),
    vega: readKnownJsonNumber(vega),
    rho: type === 'put' ? null : readKnownJsonNumber(rho),
  }
}

function later(a: number | null, b: number | null): number | null {
  return a === null || (b !== null && b > a) ? b : a
}
