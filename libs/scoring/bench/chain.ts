import { impliedAmericanVolatility, priceAmerican } from '../src/index.ts'
import { contractAt, type PricedOption, proveVolatilities } from './contracts.ts'
import { resultSink, timeWithin } from './measure.ts'
import type { Measurement } from './report.ts'
import { CONTRACTS_PER_SYMBOL, type SymbolTerms, type Universe } from './universe.ts'

const REPETITIONS = 60
const TIME_MS = 3_000
/** Days to the ex-date. It falls within every contract's term, so no contract uses the closed form. */
const EX_DAYS = 3

/**
 * K8: American implied volatility for all 250 contracts on one symbol with quarterly cash dividends, the next in three
 * days. Calls of up to two months use the one-dividend rule; longer calls and all puts use the grid.
 */
export function measureChain(universe: Universe): Measurement {
  const first = universe.symbols.findIndex(isTypicalPayer) * CONTRACTS_PER_SYMBOL
  const chain = Array.from({ length: CONTRACTS_PER_SYMBOL }, (_, offset): PricedOption => {
    const contract = contractAt(universe, first + offset)
    return { contract, price: priceAmerican(contract).price }
  })
  const onGrid = chain.filter(({ contract }) => priceAmerican(contract).model === 'american_grid').length
  const invert = ({ contract, price }: PricedOption) => impliedAmericanVolatility({ ...contract, price })
  const { timing, repetitions } = timeWithin(
    () => {
      let sum = 0
      for (const quote of chain) sum += invert(quote).vol ?? 0
      resultSink[0] = sum
    },
    REPETITIONS,
    TIME_MS,
  )
  const { solved, text, wrong } = proveVolatilities(chain)
  return {
    name: 'K8 one full chain, American',
    timing,
    note:
      `${chain.length} contracts, the next ex-date in ${EX_DAYS} days, ${onGrid} on the grid, ${solved} volatilities ` +
      `(the others equal exercise on the best day); ${repetitions} repetitions; ${text}`,
    wrong,
  }
}

const isTypicalPayer = ({ cash, atmVol, exDays }: SymbolTerms): boolean =>
  cash > 0 && atmVol > 0.2 && atmVol < 0.4 && exDays === EX_DAYS
