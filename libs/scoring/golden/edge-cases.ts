import {
  computeAmericanGreeks,
  computeEuropeanGreeks,
  impliedAmericanVolatility,
  impliedEuropeanVolatility,
  priceAmerican,
  priceEuropean,
} from '../src/index.ts'
import { type Check, type CheckedFile, outcomeOf, type RowOutcome, requirement } from './checks.ts'
import {
  caseOf,
  contractOf,
  dividendContractOf,
  type GoldenCase,
  inputOf,
  recordOf,
  requireRecord,
  rowOf,
} from './rows.ts'

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
export function checkEdges(text: string): CheckedFile {
  const content: unknown = JSON.parse(text)
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

type Expectations = Readonly<Record<string, unknown>>

/** Our names for the reasons in the file; identical names need no entry. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  at_lower_bound: ['no_time_value'],
  noise_above_floor: ['no_time_value'],
  zero_price: ['no_time_value', 'below_lower_bound', 'below_intrinsic'],
  negative_price: ['below_lower_bound', 'below_intrinsic'],
  at_upper_bound: ['above_upper_bound'],
  bad_input: ['invalid'],
}

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

/**
 * Checks a figure against the wider of `abs_tol` and `rel_tol`, or against `fallback` if neither is given. If
 * `expected` is null, any finite number passes.
 */
function numberCheck(
  quantity: string,
  expected: unknown,
  got: number,
  { abs_tol, rel_tol }: Expectations,
  fallback: number,
): Check {
  if (expected === null) return finiteCheck(quantity, got)
  if (typeof expected !== 'number') throw new Error(`${quantity} must be a number or null, got ${String(expected)}`)
  const named = Math.max(numberOr(abs_tol, 0), numberOr(rel_tol, 0) * Math.abs(expected))
  return { quantity, expected, got, tolerance: named > 0 ? named : fallback }
}

const finiteCheck = (quantity: string, got: number): Check =>
  requirement(quantity, Number.isFinite(got), 'a finite number', got)

interface SolvedVolatility {
  readonly vol: number | null
  readonly reason?: string
}

/**
 * Checks the volatility implied by a price: `iv` within tolerance, one of `iv_any_of`, at most `iv_max`, or at least
 * `iv_min`. If the volatility is null and the case names a reason, our reason must match.
 */
function volatilityChecks(expect: Expectations, { vol, reason }: SolvedVolatility, relative: number): Check[] {
  const answers = Array.isArray(expect.iv_any_of) ? expect.iv_any_of : 'iv' in expect ? [expect.iv] : [null]
  const given = typeof expect.reason === 'string' ? expect.reason : null
  const reasonCheck = given === null ? [] : [sameReason(given, reason ?? 'none')]
  if (vol === null) return [requirement('iv', answers.includes(null), wording(expect), null), ...reasonCheck]
  const numbers = answers.filter((answer) => typeof answer === 'number')
  const inRange =
    vol <= numberOr(expect.iv_max, Number.NEGATIVE_INFINITY) || vol >= numberOr(expect.iv_min, Number.POSITIVE_INFINITY)
  if (inRange || numbers.length === 0) return [requirement('iv', inRange, wording(expect), vol)]
  const nearest = numbers.reduce((best, answer) => (Math.abs(answer - vol) < Math.abs(best - vol) ? answer : best))
  return [numberCheck('iv', nearest, vol, expect, relative * nearest)]
}

function sameReason(given: string, ours: string): Check {
  const accepted = REASONS[given] ?? [given]
  return requirement('reason', accepted.includes(ours) || ours === given, accepted.join(' or '), ours)
}

function wording({ iv, iv_any_of, iv_max, iv_min }: Expectations): string {
  const parts = [
    iv === undefined ? '' : String(iv),
    Array.isArray(iv_any_of) ? iv_any_of.map(String).join(' or ') : '',
    iv_max === undefined ? '' : `at most ${String(iv_max)}`,
    iv_min === undefined ? '' : `at least ${String(iv_min)}`,
  ]
  return parts.filter((part) => part !== '').join(' or ') || 'null'
}
