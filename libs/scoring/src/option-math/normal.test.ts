import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { erfc, erfcx, normalCdf, normalPdf } from './normal.ts'

/** x, erfc(x), erfcx(x): power series summed with 800 decimal digits. */
const REFERENCE: readonly (readonly [number, number, number])[] = [
  [0, 1, 1],
  [0.1, 0.887537083981715, 0.8964569799691267],
  [0.3, 0.6713732405408726, 0.7345993345676551],
  [0.46875, 0.507386526782062, 0.6320696892495561],
  [0.5, 0.4795001221869535, 0.6156903441929259],
  [1, 0.15729920705028513, 0.427583576155807],
  [2, 0.004677734981047266, 0.25539567631050575],
  [3.75, 1.1372725656979665e-7, 0.14558972127503855],
  [4, 1.541725790028002e-8, 0.1369994576250614],
  [4.5, 1.9661604415428876e-10, 0.12248480427384142],
  [6, 2.1519736712498913e-17, 0.09277656780053835],
  [10, 2.0884875837625446e-45, 0.05614099274382259],
  [20, 5.395865611607901e-176, 0.02817434874105132],
  [26, 5.663192408856143e-296, 0.02168358485056291],
]

const relative = (got: number, want: number) => Math.abs(got / want - 1)

describe('error function', () => {
  test.each(REFERENCE)('at %d', (x, complement, scaled) => {
    expect(relative(erfc(x), complement)).toBeLessThan(1e-15)
    expect(relative(erfcx(x), scaled)).toBeLessThan(1e-15)
    expect(relative(erfc(-x), 2 - complement)).toBeLessThan(1e-15)
  })

  test('scaled for negative arguments', () => {
    expect(relative(erfcx(-1), 2 * Math.E - 0.427583576155807)).toBeLessThan(1e-15)
    expect(erfcx(-40)).toBe(Number.POSITIVE_INFINITY)
    expect(relative(erfcx(1e8), 5.641895835477563e-9)).toBeLessThan(1e-15)
  })

  test('normal distribution', () => {
    expect(normalCdf(0)).toBe(0.5)
    expect(relative(normalCdf(-0.3), 0.3820885778110474)).toBeLessThan(1e-15)
    expect(relative(normalCdf(-1), 0.15865525393145705)).toBeLessThan(1e-15)
    expect(relative(normalCdf(-3), 0.0013498980316300946)).toBeLessThan(3e-15)
    expect(relative(normalCdf(-8), 6.220960574271784e-16)).toBeLessThan(2e-14)
    expect(relative(normalPdf(0), 0.3989422804014327)).toBeLessThan(1e-15)
  })

  test('symmetry and order', () => {
    const argument = fc.double({ min: -37, max: 37, noNaN: true })
    fc.assert(
      fc.property(argument, argument, (a, b) => {
        expect(normalCdf(a) + normalCdf(-a)).toBeCloseTo(1, 14)
        if (a <= b) expect(normalCdf(a)).toBeLessThanOrEqual(normalCdf(b))
      }),
    )
  })
})
