import { isCalendarDay } from '@callwright/scoring'
import { formatContractSymbol, parseContractSymbol } from '../contract-symbol.ts'
import type { Reject, RejectReason } from '../guards/rejections.ts'
import { type Cells, readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber, readNumber } from '../parsing/read-number.ts'
import type { DailyBar, IsoDate, OptionQuote, VendorGreeks } from '../provider.ts'
import { buildCurve, findCurve, RATE_TENORS, type RateCurve } from '../rate-curve.ts'

const BAR_COLUMNS = ['date', 'open', 'high', 'low', 'close', 'volume'] as const

type BarCells = Cells<typeof BAR_COLUMNS>

/** Reads one symbol's daily rows, oldest first. Does not check them; the bar guard does that. */
export function readBars(name: string, text: string): DailyBar[] {
  return readCsv(text, { name, columns: BAR_COLUMNS }, readBar).sort(byDate)
}

/** Reads a file with every symbol's rows and a column for the symbol. */
export function readBarsOfAll(name: string, text: string): Map<string, DailyBar[]> {
  const bySymbol = new Map<string, DailyBar[]>()
  readCsv(text, { name, columns: ['symbol', ...BAR_COLUMNS] }, ([symbol = '', ...cells]) => {
    const bars = bySymbol.get(symbol)
    if (bars === undefined) bySymbol.set(symbol, [readBar(cells)])
    else bars.push(readBar(cells))
    return null
  })
  for (const bars of bySymbol.values()) bars.sort(byDate)
  return bySymbol
}

/** Finds the date in the last row without parsing the whole file. */
export function readLastBarDate(text: string): string | null {
  const end = text.trimEnd()
  const date = end.slice(end.lastIndexOf('\n') + 1).split(',', 1)[0] ?? ''
  return isCalendarDay(date) ? date : null
}

const byDate = (a: DailyBar, b: DailyBar) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

/** A cell that is empty or not a number becomes NaN, which the guards reject. */
function readBar(cells: BarCells): DailyBar {
  const [date = '', open, high, low, close, volume] = cells
  return {
    date: isCalendarDay(date) ? date : '',
    open: readNumber(open) ?? Number.NaN,
    high: readNumber(high) ?? Number.NaN,
    low: readNumber(low) ?? Number.NaN,
    close: readNumber(close) ?? Number.NaN,
    volume: readNumber(volume) ?? Number.NaN,
  }
}

const CHAIN_COLUMNS = [
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

type ChainCells = Cells<typeof CHAIN_COLUMNS>
type Contract = Pick<OptionQuote, 'contractSymbol' | 'expiration' | 'type' | 'strike'>

/** Reads a symbol's option rows. Contracts that are not standard or have expired are skipped and counted. */
export function readChain(name: string, text: string, { occRoot, asOfDate, reject }: ChainRules): OptionQuote[] {
  const judgeExpiration = createExpirationJudge(asOfDate)
  const seen = new Set<string>()
  const contracts = readCsv(text, { name, columns: CHAIN_COLUMNS, required: REQUIRED }, (cells) => {
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

const SHAPE = { name: 'rates.csv', columns: ['date', ...RATE_TENORS.map(({ name }) => name)], required: 1 }

/** Finds the last curve on or before `asOfDate` that has any of the tenors. */
export function readRateRow(text: string, asOfDate: IsoDate): RateCurve | null {
  const curves = readCsv(text, SHAPE, ([date = '', ...cells]) => buildCurve(date, cells.map(readKnownNumber)))
  return findCurve(curves, asOfDate)
}
