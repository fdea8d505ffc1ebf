import { parseContractSymbol } from '../contract-symbol.ts'
import type { Reject } from '../guards/rejections.ts'
import type { IsoDate, OptionQuote, VendorGreeks } from '../provider.ts'
import { type Cells, parseCsvTable, selectCells } from './csv-table.ts'
import { readNumber } from './read-number.ts'

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
  'iv',
  'delta',
  'gamma',
  'theta',
  'vega',
  'rho',
] as const
const REQUIRED = COLUMNS.slice(0, 6)

interface ChainRules {
  /** The root of the symbol's standard contracts: `BRKB`. Any other root is an adjusted contract. */
  readonly occRoot: string
  readonly asOfDate: IsoDate
  readonly reject: Reject
}

type ChainCells = Cells<typeof COLUMNS>

/** Reads a symbol's option rows; what is not a standard, living contract is left out and counted. */
export function readChain(name: string, text: string, rules: ChainRules): OptionQuote[] {
  const seen = new Set<string>()
  const contracts: OptionQuote[] = []
  for (const cells of selectCells(parseCsvTable(name, text, REQUIRED), COLUMNS)) {
    const contract = readContract(cells, rules)
    if (contract === null) continue
    if (seen.has(contract.contractSymbol)) {
      rules.reject('duplicate')
      continue
    }
    seen.add(contract.contractSymbol)
    contracts.push(contract)
  }
  return contracts.sort(byExpirationStrikeType)
}

function byExpirationStrikeType(a: OptionQuote, b: OptionQuote): number {
  if (a.expiration !== b.expiration) return a.expiration < b.expiration ? -1 : 1
  return a.strike - b.strike || (a.type < b.type ? -1 : 1)
}

function readContract(cells: ChainCells, { occRoot, asOfDate, reject }: ChainRules): OptionQuote | null {
  const [contractSymbol = '', expiration = '', typeLetter, strikeCell, bid, ask, last, volume, openInterest] = cells
  const parsed = parseContractSymbol(contractSymbol)
  const strike = readNumber(strikeCell)
  if (parsed === null || strike === null || !(strike > 0)) return leaveOut(reject, 'malformed')
  if (parsed.root !== occRoot) return leaveOut(reject, 'adjusted_root')
  const type = typeLetter === 'C' ? 'call' : 'put'
  if (parsed.expiration !== expiration || parsed.type !== type || parsed.strike !== strike) {
    return leaveOut(reject, 'contract_mismatch')
  }
  if (expiration < asOfDate) return leaveOut(reject, 'expired')
  const offered = readAmount(ask, reject)
  return {
    contractSymbol,
    type,
    expiration,
    strike,
    bid: readAmount(bid, reject),
    // Nobody sells at 0: an ask of 0 is no ask.
    ask: offered === 0 ? null : offered,
    last: readAmount(last, reject),
    volume: readCount(volume, reject),
    openInterest: readCount(openInterest, reject),
    vendorGreeks: readGreeks(cells, reject),
  }
}

function leaveOut(reject: Reject, reason: Parameters<Reject>[0]): null {
  reject(reason)
  return null
}

/** A price of zero or more; anything else is unknown. */
function readAmount(cell: string | undefined, reject: Reject): number | null {
  const value = readNumber(cell)
  if (value === null || value >= 0) return value
  return leaveOut(reject, Number.isNaN(value) ? 'not_a_number' : 'price_not_positive')
}

function readCount(cell: string | undefined, reject: Reject): number | null {
  const value = readNumber(cell)
  if (value === null) return null
  return value >= 0 && Number.isFinite(value) ? Math.trunc(value) : leaveOut(reject, 'not_a_number')
}

/** The vendor's volatility is kept with its greeks only: alone it is a placeholder (0.25001, 0.50001). */
function readGreeks(cells: ChainCells, reject: Reject): VendorGreeks | null {
  const [impliedVolatility, delta, gamma, theta, vega, rho] = cells.slice(9).map(readNumber)
  if (delta === null || delta === undefined) return null
  if (!(delta >= -1 && delta <= 1)) return leaveOut(reject, 'greeks_out_of_range')
  const known = (value: number | null | undefined) => (Number.isFinite(value) ? (value ?? null) : null)
  return {
    impliedVolatility: known(impliedVolatility),
    delta,
    gamma: known(gamma),
    theta: known(theta),
    vega: known(vega),
    rho: known(rho),
  }
}
