import { isCalendarDay } from '@callwright/scoring'
import { formatContractSymbol, parseContractSymbol } from '../contract-symbol.ts'
import type { Reject, RejectReason } from '../guards/rejections.ts'
import { type Cells, readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber, readNumber } from '../parsing/read-number.ts'
import type { IsoDate, OptionQuote, VendorGreeks } from '../provider.ts'

const COLUMNS = [
  'contract',
  'expiration',
  'type',
  'strike',
  'bid',
  'ask',
  'last',
  'volume',
  'open_interest',
  'delta',
  'gamma',
  'theta',
  'vega',
  'rho',
] as const
/** How many of the columns a file must have; the ones after the ask are optional. */
const REQUIRED = 6

interface ChainRules {
  /** Root of the symbol's standard contracts, such as `BRKB` for BRK.B. A different root marks an adjusted contract. */
  readonly occRoot: string
  readonly asOfDate: IsoDate
  readonly reject: Reject
}

type ChainCells = Cells<typeof COLUMNS>
type Contract = Pick<OptionQuote, 'contractSymbol' | 'expiration' | 'type' | 'strike'>

/** Reads a symbol's option rows. Contracts that are not standard or have expired are skipped and counted. */
export function readChain(name: string, text: string, { occRoot, asOfDate, reject }: ChainRules): OptionQuote[] {
  const judgeExpiration = createExpirationJudge(asOfDate)
  const seen = new Set<string>()
  const contracts = readCsv(text, { name, columns: COLUMNS, required: REQUIRED }, (cells) => {
    const contract = readContract(cells, occRoot, judgeExpiration)
    if (typeof contract === 'string') return leaveOut(reject, contract)
    if (seen.has(contract.contractSymbol)) return leaveOut(reject, 'duplicate')
    seen.add(contract.contractSymbol)
    return readQuote(cells, contract, reject)
  })
  return contracts.sort(byExpirationStrikeType)
}

function byExpirationStrikeType(a: OptionQuote, b: OptionQuote): number {
  if (a.expiration !== b.expiration) return a.expiration < b.expiration ? -1 : 1
  return a.strike - b.strike || (a.type < b.type ? -1 : 1)
}

type JudgeExpiration = (expiration: IsoDate) => RejectReason | null

/**
 * Creates a function that returns why contracts at an expiration are rejected; null if they are not. It caches the
 * result per expiration, since hundreds of rows share one.
 */
function createExpirationJudge(asOfDate: IsoDate): JudgeExpiration {
  const judged = new Map<string, RejectReason | null>()
  return (expiration) => {
    let reason = judged.get(expiration)
    if (reason === undefined) {
      reason = !isCalendarDay(expiration) ? 'malformed' : expiration < asOfDate ? 'expired' : null
      judged.set(expiration, reason)
    }
    return reason
  }
}

/** Reads the contract in a row, or the reason to reject it. The contract symbol must agree with the columns. */
function readContract(cells: ChainCells, root: string, judgeExpiration: JudgeExpiration): Contract | RejectReason {
  const [writtenSymbol = '', expiration = '', typeLetter, strikeCell] = cells
  const strike = readNumber(strikeCell)
  if (strike === null || !(strike > 0)) return 'malformed'
  const type = typeLetter === 'C' ? 'call' : 'put'
  // Build a new string, since a slice of the file's text would keep the whole text in memory.
  const contractSymbol = formatContractSymbol({ root, expiration, type, strike })
  const contract: Contract = { contractSymbol, expiration, type, strike }
  const mismatch = writtenSymbol === contractSymbol ? null : findMismatch(writtenSymbol, root, contract)
  return mismatch ?? judgeExpiration(expiration) ?? contract
}

/** Why an unexpected contract symbol is rejected; null if it differs only in blanks after the root. */
function findMismatch(writtenSymbol: string, root: string, { expiration, type, strike }: Contract) {
  const parsed = parseContractSymbol(writtenSymbol)
  if (parsed === null || !isCalendarDay(parsed.expiration)) return 'malformed'
  if (parsed.root !== root) return 'adjusted_root'
  const agrees = parsed.expiration === expiration && parsed.type === type && parsed.strike === strike
  return agrees ? null : 'contract_mismatch'
}

function readQuote(cells: ChainCells, contract: Contract, reject: Reject): OptionQuote {
  const [, , , , bid, ask, last, volume, openInterest] = cells
  const { contractSymbol, type, expiration, strike } = contract
  const offered = readAmount(ask, reject)
  return {
    contractSymbol,
    type,
    expiration,
    strike,
    bid: readAmount(bid, reject),
    // An ask of 0 is not a real offer.
    ask: offered === 0 ? null : offered,
    last: readAmount(last, reject),
    volume: readCount(volume, reject),
    openInterest: readCount(openInterest, reject),
    vendorGreeks: readGreeks(cells, reject),
  }
}

function leaveOut(reject: Reject, reason: RejectReason): null {
  reject(reason)
  return null
}

/** A price of zero or more; any other value is unknown. */
function readAmount(cell: string | undefined, reject: Reject): number | null {
  const value = readNumber(cell)
  if (value === null || value >= 0) return value
  return leaveOut(reject, Number.isNaN(value) ? 'not_a_number' : 'price_not_positive')
}

function readCount(cell: string | undefined, reject: Reject): number | null {
  const value = readNumber(cell)
  if (value === null) return null
  return value >= 0 ? Math.trunc(value) : leaveOut(reject, 'not_a_number')
}

function readGreeks(cells: ChainCells, reject: Reject): VendorGreeks | null {
  const [, , , , , , , , , deltaCell, gamma, theta, vega, rho] = cells
  const delta = readNumber(deltaCell)
  if (delta === null) return null
  if (!(delta >= -1 && delta <= 1)) return leaveOut(reject, 'greeks_out_of_range')
  return {
    delta,
    gamma: readKnownNumber(gamma),
    theta: readKnownNumber(theta),
    vega: readKnownNumber(vega),
    rho: readKnownNumber(rho),
  }
}
