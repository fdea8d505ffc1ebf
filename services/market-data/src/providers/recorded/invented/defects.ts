import { formatContractSymbol } from '../../contract-symbol.ts'
import type { DailyBar, StockSplit } from '../../provider.ts'
import { type InventedContract, round } from './chains.ts'
import { createRandom, type InventedCompany, inventedDefects } from './companies.ts'
import { cents } from './prices.ts'

const YOUNG_SESSIONS = 40
const OLD_RATIO = 10
const HALF_SPLIT_RATIO = 2
/** Sessions before the last one: when the split took place, and the days that the vendor did not adjust for it. */
const HALF_SPLIT_AT = 20
const FORGOTTEN = [28, 27, 26, 25, 22]

export function inventSplits(symbol: string, sessions: readonly string[]): StockSplit[] {
  const split = (date: string | undefined, ratio: number): StockSplit[] =>
    date === undefined ? [] : [{ executionDate: date, ratio, kind: 'split' }]
  if (symbol === inventedDefects.oldContracts) return split(sessions.at(-160), OLD_RATIO)
  if (symbol === inventedDefects.halfSplitBars) return split(sessions.at(-1 - HALF_SPLIT_AT), HALF_SPLIT_RATIO)
  return []
}

/** Adds some companies' defects to their bars: no bars, few bars, or only partly adjusted bars. */
export function spoilBars(symbol: string, bars: readonly DailyBar[]): readonly DailyBar[] {
  if (symbol === inventedDefects.noBars) return []
  if (symbol === inventedDefects.young) return bars.slice(-YOUNG_SESSIONS)
  if (symbol !== inventedDefects.halfSplitBars) return bars
  return bars.map((bar, index) => (FORGOTTEN.includes(bars.length - 1 - index) ? unadjust(bar) : bar))
}

function unadjust({ date, open, high, low, close, volume }: DailyBar): DailyBar {
  return {
    date,
    open: cents(open * HALF_SPLIT_RATIO),
    high: cents(high * HALF_SPLIT_RATIO),
    low: cents(low * HALF_SPLIT_RATIO),
    close: cents(close * HALF_SPLIT_RATIO),
    volume: Math.round(volume / HALF_SPLIT_RATIO),
  }
}

/** Adds some companies' defects to their contracts. */
export function spoilChain(
  seed: string,
  company: InventedCompany,
  contracts: readonly InventedContract[],
): readonly InventedContract[] {
  switch (company.symbol) {
    case inventedDefects.noChain:
      return []
    case inventedDefects.noGreeks:
      return contracts.map((contract) => ({ ...contract, greeks: null }))
    case inventedDefects.adjustedRoot:
      return [...contracts, ...contracts.slice(0, 6).map((contract) => adjust(contract))]
    case inventedDefects.oldContracts:
      return [...contracts, ...listOldContracts(seed, company, contracts)]
    case inventedDefects.crossedRow:
      return crossOne(contracts)
    default:
      return contracts
  }
}

function adjust(contract: InventedContract): InventedContract {
  return { ...contract, contract: `OLDQ${contract.contract.slice(-15)}`, bid: 0, ask: 0, greeks: null }
}

/** Lists contracts from before the split, with their old strikes and quotes. */
function listOldContracts(
  seed: string,
  company: InventedCompany,
  contracts: readonly InventedContract[],
): InventedContract[] {
  const random = createRandom(`${seed} ${company.symbol} old contracts`)
  return contracts
    .filter(({ expiration }) => expiration === '2026-08-21' || expiration === '2026-12-18')
    .map((contract) => {
      const type = contract.type === 'C' ? 'call' : 'put'
      const strike = contract.strike * OLD_RATIO
      const drift = 0.8 + random.next() * 0.5
      return {
        ...contract,
        contract: formatContractSymbol({ root: company.symbol, expiration: contract.expiration, type, strike }),
        strike,
        bid: round(contract.bid * OLD_RATIO * drift, 2),
        ask: round(contract.ask * OLD_RATIO * drift, 2),
        greeks: null,
      }
    })
}

/** Swaps the bid and ask of the first contract whose bid is above $1 and below its ask. */
function crossOne(contracts: readonly InventedContract[]): InventedContract[] {
  const index = contracts.findIndex(({ bid, ask }) => bid > 1 && ask > bid)
  return contracts.map((contract, position) =>
    position === index ? { ...contract, bid: contract.ask, ask: contract.bid } : contract,
  )
}
