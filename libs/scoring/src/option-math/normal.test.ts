import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { erfc, erfcx, normalCdf, normalPdf } from './normal.ts'

/** x, erfc(x), erfcx(x): power series summed with 800 decimal digits. */
const REFERENCE: readonly (readonly [number, number, number])[] = [
  [0, 1, 1],
  [0.1, 8.875370839817151e-1, 8.964569799691266e-1],
  [0.3, 6.713732405408726e-1, 7.345993345676551e-1],
  [0.46875, 5.07386526782062e-1, 6.320696892495561e-1],
  [0.5, 4.795001221869535e-1, 6.156903441929259e-1],
  [1, 1.5729920705028513e-1, 4.27583576155807e-1],
  [2, 4.677734981047266e-3, 2.5539567631050574e-1],
  [3.75, 1.1372725656979665e-7, 1.4558972127503854e-1],
  [4, 1.541725790028002e-8, 1.369994576250614e-1],
  [4.5, 1.9661604415428875e-10, 1.2248480427384142e-1],
  [6, 2.1519736712498913e-17, 9.277656780053835e-2],
  [10, 2.0884875837625447e-45, 5.614099274382259e-2],
  [20, 5.395865611607901e-176, 2.817434874105132e-2],
  [26, 5.663192408856143e-296, 2.168358485056291e-2],
]

const relative = (got: number, want: number) => Math.abs(got / want - 1)

describe('error function', () => {
  test.each(REFERENCE)('at %d', (x, complement, scaled) => {
    expect(relative(erfc(x), complement)).toBeLessThan(1e-15)
    expect(relative(erfcx(x), scaled)).toBeLessThan(1e-15)
    expect(relative(erfc(-x), 2 - complement)).toBeLessThan(1e-15)
  })

  test('scaled for negative arguments', () => {
    expect(relative(erfcx(-1), 2 * Math.E - 4.27583576155807e-1)).toBeLessThan(1e-15)
    expect(erfcx(-40)).toBe(Number.POSITIVE_INFINITY)
    expect(relative(erfcx(1e8), 5.641895835477563e-9)).toBeLessThan(1e-15)
  })

  test('normal distribution', () => {
    expect(normalCdf(0)).toBe(0.5)
    expect(relative(normalCdf(-0.3), 3.8208857781104737e-1)).toBeLessThan(1e-15)
    expect(relative(normalCdf(-1), 1.5865525393145705e-1)).toBeLessThan(1e-15)
    expect(relative(normalCdf(-3), 1.3498980316300945e-3)).toBeLessThan(3e-15)
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
