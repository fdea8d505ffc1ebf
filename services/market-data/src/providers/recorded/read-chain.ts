import { isCalendarDay } from '../../calendar-day.ts'
import { formatContractSymbol, parseContractSymbol } from '../contract-symbol.ts'
import type { Reject } from '../guards/rejections.ts'
import type { IsoDate, OptionQuote, VendorGreeks } from '../provider.ts'
import { type Cells, readCsv } from './csv-table.ts'
import { readKnownNumber, readNumber } from './read-number.ts'

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
/** Everything after the ask may be absent from a file. */
const REQUIRED = 6

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
  const contracts = readCsv(text, { name, columns: COLUMNS, required: REQUIRED }, (cells) => {
    const contract = readContract(cells, rules)
    if (contract === null) return null
    if (seen.has(contract.contractSymbol)) return leaveOut(rules.reject, 'duplicate')
    seen.add(contract.contractSymbol)
    return contract
  })
  return contracts.sort(byExpirationStrikeType)
}

function byExpirationStrikeType(a: OptionQuote, b: OptionQuote): number {
  if (a.expiration !== b.expiration) return a.expiration < b.expiration ? -1 : 1
  return a.strike - b.strike || (a.type < b.type ? -1 : 1)
}

function readContract(cells: ChainCells, { occRoot, asOfDate, reject }: ChainRules): OptionQuote | null {
  const [writtenSymbol = '', expiration = '', typeLetter, strikeCell, bid, ask, last, volume, openInterest] = cells
  const parsed = parseContractSymbol(writtenSymbol)
  const strike = readNumber(strikeCell)
  if (parsed === null || strike === null || !(strike > 0)) return leaveOut(reject, 'malformed')
  if (!isCalendarDay(parsed.expiration)) return leaveOut(reject, 'malformed')
  if (parsed.root !== occRoot) return leaveOut(reject, 'adjusted_root')
  const type = typeLetter === 'C' ? 'call' : 'put'
  if (parsed.expiration !== expiration || parsed.type !== type || parsed.strike !== strike) {
    return leaveOut(reject, 'contract_mismatch')
  }
  if (expiration < asOfDate) return leaveOut(reject, 'expired')
  // Put together anew: a piece of the file's text would keep the whole text in memory.
  const contractSymbol = formatContractSymbol(parsed)
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
  const delta = readNumber(cells[10])
  if (delta === null) return null
  if (!(delta >= -1 && delta <= 1)) return leaveOut(reject, 'greeks_out_of_range')
  return {
    impliedVolatility: readKnownNumber(cells[9]),
    delta,
    gamma: readKnownNumber(cells[11]),
    theta: readKnownNumber(cells[12]),
    vega: readKnownNumber(cells[13]),
    rho: readKnownNumber(cells[14]),
  }
}
