import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { erfc, erfcx, millsRatio, normalCdf, normalPdf } from './normal.ts'

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

/** z, N(−z)/φ(z), with 60 digits. */
const MILLS: readonly (readonly [number, number])[] = [
  [0, 1.2533141373155003],
  [0.01, 1.2433764712490347],
  [0.3, 1.0018374009921558],
  [0.67, 0.7888283627629858],
  [1, 0.6556795424187984],
  [2, 0.4213692292880545],
  [3.5, 0.26656776896822376],
  [5.66, 0.1716131229991783],
  [8, 0.1231319632579323],
  [12, 0.08276628650136918],
  [20, 0.04987592598183679],
  [38, 0.026297602974252963],
  [100, 0.009999000299850106],
  [1e4, 9.999999900000004e-5],
  [1e9, 1e-9],
  [1e200, 1e-200],
]

const relative = (got: number, want: number) => Math.abs(got / want - 1)

describe('Mills ratio', () => {
  test.each(MILLS)('at %d', (z, ratio) => {
    expect(relative(millsRatio(z), ratio)).toBeLessThan(1e-15)
  })

  test('falls within the bounds 2/(z + √(z² + 4)) and 4/(3z + √(z² + 8)) of Birnbaum (1942) and Sampford (1953)', () => {
    const argument = fc.oneof(
      fc.double({ min: 0, max: 40, noNaN: true }),
      fc.double({ min: 0, max: 1e12, noNaN: true }),
    )
    fc.assert(
      fc.property(argument, fc.double({ min: 1e-12, max: 1, noNaN: true }), (z, more) => {
        const ratio = millsRatio(z)
        expect(ratio).toBeGreaterThanOrEqual((2 / (z + Math.sqrt(z * z + 4))) * (1 - 1e-15))
        expect(ratio).toBeLessThanOrEqual((4 / (3 * z + Math.sqrt(z * z + 8))) * (1 + 1e-15))
        expect(millsRatio(z * (1 + more))).toBeLessThanOrEqual(ratio * (1 + 1e-15))
      }),
    )
  })

  test('is accurate at the points of its largest errors', () => {
    expect(relative(millsRatio(31.18), 0.03203895301103917)).toBeLessThan(1.4e-15)
    expect(relative(millsRatio(29.200307104379327), 0.03420619158483878)).toBeLessThan(1.4e-15)
    expect(relative(erfc(24.862277365530705), 8.014084129746237e-271)).toBeLessThan(1.4e-15)
  })

  test('has no tail at infinity', () => {
    expect(millsRatio(Number.POSITIVE_INFINITY)).toBe(0)
  })
})

describe('error function', () => {
  test.each(REFERENCE)('at %d', (x, complement, scaled) => {
    expect(relative(erfc(x), complement)).toBeLessThan(1e-15)
    expect(relative(erfcx(x), scaled)).toBeLessThan(1e-15)
    expect(relative(erfc(-x), 2 - complement)).toBeLessThan(1e-15)
  })

  test('is scaled for negative arguments', () => {
    expect(relative(erfcx(-1), 2 * Math.E - 0.427583576155807)).toBeLessThan(1e-15)
    expect(erfcx(-40)).toBe(Number.POSITIVE_INFINITY)
    expect(relative(erfcx(1e8), 5.641895835477563e-9)).toBeLessThan(1e-15)
  })

  test.each([
    [Number.POSITIVE_INFINITY, 0, 0],
    [Number.NEGATIVE_INFINITY, 2, Number.POSITIVE_INFINITY],
    [1e308, 0, 5.64189583547756e-309],
    [-1e308, 2, Number.POSITIVE_INFINITY],
    [28, 0, 0.020136801964214277],
    [-28, 2, Number.POSITIVE_INFINITY],
  ])('at %d: %d, scaled %d', (x, complement, scaled) => {
    expect(erfc(x)).toBe(complement)
    expect(erfcx(x)).toBeCloseTo(scaled, 16)
  })

  test('has only a few digits left at 27', () => {
    expect(relative(erfc(27), 5.23705e-319)).toBeLessThan(1e-4)
  })

  test('matches the normal distribution', () => {
    expect(normalCdf(0)).toBe(0.5)
    expect([normalCdf(Number.NEGATIVE_INFINITY), normalCdf(Number.POSITIVE_INFINITY)]).toEqual([0, 1])
    expect(relative(normalCdf(-18), 9.74094891893715e-73)).toBeLessThan(1.5e-14)
    expect(relative(normalCdf(-35.132742820081376), 1.0663967791739065e-270)).toBeLessThan(6e-14)
    expect(relative(normalCdf(-38), 2.8854284e-316)).toBeLessThan(2e-8)
    expect(relative(normalCdf(-0.3), 0.3820885778110474)).toBeLessThan(1e-15)
    expect(relative(normalCdf(-1), 0.15865525393145705)).toBeLessThan(1e-15)
    expect(relative(normalCdf(-3), 0.0013498980316300946)).toBeLessThan(3e-15)
    expect(relative(normalCdf(-8), 6.220960574271784e-16)).toBeLessThan(2e-14)
    expect(relative(normalPdf(0), 0.3989422804014327)).toBeLessThan(1e-15)
  })

  test('is symmetric and monotone', () => {
    const argument = fc.double({ min: -37, max: 37, noNaN: true })
    fc.assert(
      fc.property(argument, argument, (a, b) => {
        expect(normalCdf(a) + normalCdf(-a)).toBeCloseTo(1, 14)
        if (a <= b) expect(normalCdf(a)).toBeLessThanOrEqual(normalCdf(b))
      }),
    )
  })
})
