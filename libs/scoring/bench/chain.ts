import { impliedAmericanVolatility, priceAmerican } from '../src/index.ts'
import { contractAt, hasTimeValue, type PricedOption, roundTripError, roundTripProblem } from './contracts.ts'
import { keptResults, timeRepeated } from './measure.ts'
import type { Measurement } from './report.ts'
import { CONTRACTS_PER_SYMBOL, type SymbolTerms, type Universe } from './universe.ts'

const REPETITIONS = 12

/** K8: implied volatility of all 250 contracts of one symbol with quarterly cash dividends, American. */
export function measureChain(universe: Universe): Measurement {
  const first = universe.symbols.findIndex(isTypicalPayer) * CONTRACTS_PER_SYMBOL
  const chain = Array.from({ length: CONTRACTS_PER_SYMBOL }, (_, offset): PricedOption => {
    const contract = contractAt(universe, first + offset)
    return { contract, price: priceAmerican(contract).price }
  })
  const invert = ({ contract, price }: PricedOption) => impliedAmericanVolatility({ ...contract, price })
  const timing = timeRepeated(() => {
    let sum = 0
    for (const quote of chain) sum += invert(quote).vol ?? 0
    keptResults[0] = sum
  }, REPETITIONS)
  const solved = chain.filter((quote) => invert(quote).vol !== null)
  const silent = chain.filter((quote) => invert(quote).vol === null && hasTimeValue(quote))
  const back = roundTripError(solved)
  const problem = silent.length > 0 ? `${silent.length} contracts with time value have no volatility` : null
  return {
    name: 'K8 one full chain, American',
    timing,
    note: `${chain.length} contracts, ${solved.length} volatilities (the others are worth what exercise on the best day pays); round trip of the price within ${back.toExponential(1)} K`,
    wrong: problem ?? roundTripProblem(back),
  }
}

/** A payer of middling volatility whose next ex-date is within two months. */
const isTypicalPayer = ({ cash, atmVol, exDays }: SymbolTerms): boolean =>
  cash > 0 && atmVol > 0.2 && atmVol < 0.4 && exDays < 60
