import { readFileSync } from 'node:fs'
import {
  computeAmericanGreeks,
  computeEuropeanGreeks,
  impliedAmericanVolatility,
  impliedEuropeanVolatility,
  priceAmerican,
  priceEuropean,
} from '../src/index.ts'
import {
  caseOf,
  contractOf,
  dividendContractOf,
  type GoldenCase,
  recordOf,
  requireRecord,
  rowOf,
} from './contract-rows.ts'
import { finiteCheck, numberCheck, volatilityChecks } from './edge-expectations.ts'
import { type Check, type CheckedFile, outcomeOf, type RowOutcome, requirement } from './outcome.ts'
import { inputOf } from './table.ts'

const GREEKS = ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'] as const
const TOLERANCES = ['abs_tol', 'rel_tol'] as const

/** Kinds of cases, with their allowed expectations and the function that checks them. */
const KINDS: Readonly<
  Record<string, { readonly keys: readonly string[]; readonly check: (edge: GoldenCase) => Check[] }>
> = {
  implied_vol: {
    keys: ['iv', 'iv_any_of', 'iv_max', 'iv_min', 'reason', ...TOLERANCES],
    check: (edge) => {
      const row = rowOf(edge)
      const solved = impliedEuropeanVolatility({ ...contractOf(row), price: inputOf(row, 'price') })
      return volatilityChecks(edge.expect, solved, 1e-12)
    },
  },
  american_iv: {
    keys: ['iv', 'iv_any_of', 'iv_max', 'iv_min', 'reason', ...TOLERANCES],
    check: (edge) => {
      const row = rowOf(edge)
      const solved = impliedAmericanVolatility({ ...dividendContractOf(row), price: inputOf(row, 'price') })
      return volatilityChecks(edge.expect, solved, 1e-4)
    },
  },
  european: { keys: [...GREEKS, ...TOLERANCES, 'finite', 'within_bounds'], check: europeanChecks },
  american: { keys: [...GREEKS, ...TOLERANCES, 'finite', 'within_bounds', 'same_as'], check: americanChecks },
  discrete_dividend: { keys: [...GREEKS, ...TOLERANCES, 'finite', 'within_bounds', 'same_as'], check: americanChecks },
  american_symmetry: { keys: ['price', ...TOLERANCES], check: symmetryChecks },
}

/**
 * edges.json: cases of every kind. Throws if the file contains no cases; an invalid case fails without affecting the
 * others.
 */
export function checkEdges(path: string): CheckedFile {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const cases: unknown = recordOf(content).cases
  if (!Array.isArray(cases) || cases.length === 0) throw new Error('no cases')
  return { outcomes: cases.map(checkCase), ignored: [] }
}

function checkCase(written: unknown, index: number): RowOutcome {
  const { id = index + 1, kind = 'no kind', input } = recordOf(written)
  return outcomeOf(`${String(id)} (${String(kind)})`, recordOf(input), () => {
    const edge = caseOf(written)
    const known = Object.hasOwn(KINDS, edge.kind) ? KINDS[edge.kind] : undefined
    if (known === undefined) throw new Error(`unknown kind ${edge.kind}; known are ${Object.keys(KINDS)}`)
    const unknown = Object.keys(edge.expect).filter((key) => !known.keys.includes(key))
    if (unknown.length > 0) throw new Error(`unknown expectations: ${unknown}; known are ${known.keys}`)
    return known.check(edge)
  })
}

function europeanChecks({ input, expect }: GoldenCase): Check[] {
  const row = rowOf({ input })
  const contract = { ...contractOf(row), vol: inputOf(row, 'vol') }
  return pricedChecks(expect, contract, priceEuropean(contract), computeEuropeanGreeks(contract))
}

function americanChecks({ input, expect }: GoldenCase): Check[] {
  const row = rowOf({ input })
  const contract = { ...dividendContractOf(row), vol: inputOf(row, 'vol') }
  const { price } = priceAmerican(contract)
  const checks = pricedChecks(expect, contract, price, computeAmericanGreeks(contract))
  if (!('same_as' in expect)) return checks
  if (typeof expect.same_as !== 'string') throw new Error('same_as must be dividends, as day:cash;…')
  const other = dividendContractOf({ ...row, dividends: expect.same_as })
  const same = priceAmerican({ ...contract, dividends: other.dividends }).price
  return [...checks, numberCheck('price as with other dividends', same, price, expect, 1e-9 * contract.strike)]
}

type Figures = Readonly<Record<(typeof GREEKS)[number], number>>

/**
 * Checks a price and its Greeks against what the case expects: numbers, finite values, or a price between 0 and the
 * stock (for a put, the strike).
 */
function pricedChecks(
  expect: GoldenCase['expect'],
  { type, spot, strike }: { readonly type: string; readonly spot: number; readonly strike: number },
  price: number,
  greeks: Figures,
): Check[] {
  const fallback: Figures = {
    price: 1e-9 * strike,
    delta: 1e-9,
    gamma: 1e-9 / spot,
    theta: 1e-9 * strike,
    vega: 1e-9 * strike,
    rho: 1e-9 * strike,
  }
  const figures = [['price', price] as const, ...GREEKS.map((name) => [name, greeks[name]] as const)]
  const checks = figures
    .filter(([name]) => name in expect)
    .map(([name, got]) => numberCheck(name, expect[name], got, name === 'price' ? expect : {}, fallback[name]))
  if (expect.finite === true) checks.push(...figures.map(([name, got]) => finiteCheck(name, got)))
  if (expect.within_bounds === true) {
    const top = type === 'call' ? spot : strike
    checks.push(requirement('price within bounds', price >= 0 && price <= top, `0 to ${top}`, price))
  }
  return checks
}

/** Checks put-call symmetry: both sides must give the expected price and agree with each other. */
function symmetryChecks({ input, expect }: GoldenCase): Check[] {
  const priceOf = (side: 'a' | 'b') => {
    const row = rowOf({ input: requireRecord(`input.${side}`, input[side]) })
    const contract = { ...dividendContractOf(row), vol: inputOf(row, 'vol') }
    return { strike: contract.strike, price: priceAmerican(contract).price }
  }
  const [a, b] = [priceOf('a'), priceOf('b')]
  return [
    ...('price' in expect ? [numberCheck('price of a', expect.price, a.price, expect, 1e-9 * a.strike)] : []),
    ...('price' in expect ? [numberCheck('price of b', expect.price, b.price, expect, 1e-9 * b.strike)] : []),
    numberCheck('a against b', a.price, b.price, expect, 1e-9 * a.strike),
  ]
}
