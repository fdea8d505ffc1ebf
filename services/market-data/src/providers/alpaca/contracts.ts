import { addDays, daysBetween, type IsoDate, isCalendarDay, newYorkDate } from '@callwright/scoring'
import { parseContractSymbol } from '../contract-symbol.ts'
import type { RejectReason } from '../guards/rejections.ts'
import { createCallMemo } from '../http/call-memo.ts'
import { type JsonObject, readJsonNumber, readObjects, readText } from '../http/json-values.ts'
import { readCount } from '../parsing/option-values.ts'
import type { ExpirationSource, OptionQuote } from '../provider.ts'
import { type AlpacaContext, lacks } from './alpaca-client.ts'

const PATH = '/v2/options/contracts'
const PAGE_ROWS = 10_000
const MAX_PAGES = 10
const SHARES_PER_CONTRACT = 100
/** Strikes are multiples of a thousandth. */
const STRIKE_TOLERANCE = 5e-4
/** No listed option expires later than this. */
const LAST_DAYS = 1_200
/** Enough for the screener, which ignores later expirations. The rest of a long list is requested only if needed. */
export const NEAR_DAYS = 100
/** Open interest changes once a day, before the open. */
const KEEP_MS = 6 * 3_600_000
/** Enough for the near contracts of 500 stocks. */
const MAX_CONTRACTS = 250_000

interface ContractList {
  /** Open interest by contract symbol; a contract without a known one is absent. */
  readonly openInterest: ReadonlyMap<string, number>
  /** Dates at which calls expire, soonest first. */
  readonly expirations: readonly IsoDate[]
  readonly contracts: number
}

export const createContractMemo = () =>
  createCallMemo<ContractList>({
    keepMs: KEEP_MS,
    maxWeight: MAX_CONTRACTS,
    weigh: ({ contracts }) => Math.max(1, contracts),
  })

export interface ContractLists {
  readonly expirations: ExpirationSource
  /** Finds open interest by contract symbol, for contracts that expire by a day, or for all of them. */
  findOpenInterest(symbol: string, until: IsoDate | null): Promise<ReadonlyMap<string, number>>
}

export type Contract = Pick<OptionQuote, 'contractSymbol' | 'expiration' | 'type' | 'strike'>

/** Creates sources based on the list of contracts, which has the only open interest that Alpaca reports. */
export function createContractLists(
  context: AlpacaContext,
  memo: ReturnType<typeof createContractMemo>,
): ContractLists {
  const { now, stamps } = context
  const recall = memo.open(now)
  const find = (symbol: string, days: number) =>
    recall(`${symbol} ${newYorkDate(now())} ${days}`, () => listContracts(context, symbol, days))

  return {
    expirations: {
      async listExpirations(symbol) {
        const { expirations } = await find(symbol, LAST_DAYS)
        return stamps.facts(
          expirations,
          expirations.length === 0 ? [lacks('chain', `listed options for ${symbol}`)] : [],
        )
      },
    },
    async findOpenInterest(symbol, until) {
      const isNear = until !== null && daysBetween(newYorkDate(now()), until) <= NEAR_DAYS
      return (await find(symbol, isNear ? NEAR_DAYS : LAST_DAYS)).openInterest
    },
  }
}

/** Without an explicit last day, the vendor lists only the contracts that expire by the coming weekend. */
async function listContracts(context: AlpacaContext, symbol: string, days: number): Promise<ContractList> {
  const { trading, now, reject } = context
  const today = newYorkDate(now())
  const query = {
    underlying_symbols: symbol,
    status: 'active',
    expiration_date_gte: today,
    expiration_date_lte: addDays(today, days),
    limit: PAGE_ROWS,
  }
  const { parts, brokenBy } = await trading.listPages(PATH, query, { maxPages: MAX_PAGES, part: 'option_contracts' })
  if (brokenBy !== null) throw brokenBy
  const openInterest = new Map<string, number>()
  const expirations = new Set<IsoDate>()
  let contracts = 0
  for (const row of parts.flatMap(readObjects)) {
    const contract = readContract(row, { root: symbol.replace('.', ''), today })
    if (typeof contract === 'string') {
      reject(contract)
      continue
    }
    contracts += 1
    if (contract.type === 'call') expirations.add(contract.expiration)
    const count = readCount(row.open_interest, reject)
    if (count !== null) openInterest.set(contract.contractSymbol, count)
  }
  return { openInterest, expirations: [...expirations].sort(), contracts }
}

interface ContractRules {
  /** Root of the symbol's standard contracts, such as `BRKB` for BRK.B. */
  readonly root: string
  readonly today: IsoDate
}

/** Reads a row of the list. If the contract is not standard, returns the reason to reject it instead. */
function readContract(row: JsonObject, rules: ContractRules): Contract | RejectReason {
  const contract = readStandardContract(readText(row.symbol) ?? '', rules)
  if (typeof contract === 'string') return contract
  if ((readJsonNumber(row.size) ?? SHARES_PER_CONTRACT) !== SHARES_PER_CONTRACT) return 'adjusted_root'
  const strikeSaid = readJsonNumber(row.strike_price) ?? contract.strike
  const agrees =
    (readText(row.expiration_date) ?? contract.expiration) === contract.expiration &&
    (readText(row.type) ?? contract.type) === contract.type &&
    Math.abs(strikeSaid - contract.strike) < STRIKE_TOLERANCE
  return agrees ? contract : 'contract_mismatch'
}

/** Reads a contract from its OCC symbol. Malformed symbols occur. */
export function readStandardContract(text: string, { root, today }: ContractRules): Contract | RejectReason {
  const parsed = parseContractSymbol(text)
  if (parsed === null || !isCalendarDay(parsed.expiration) || !(parsed.strike > 0)) return 'malformed'
  if (parsed.root !== root) return 'adjusted_root'
  const { expiration, type, strike } = parsed
  return expiration < today ? 'expired' : { contractSymbol: text, expiration, type, strike }
}
