import fc from '@callwright/properties'
import { priceEuropean } from '@callwright/scoring'
import { expect, test } from '@jest/globals'
import { openRooms } from '../testing/open-at.ts'
import { openSmile, totalVarianceAt } from './surface.ts'
import { atmVariance } from './variance.ts'

const SLANT = fc.double({ min: -0.4, max: 0.1, noNaN: true })
const BEND = fc.double({ min: 0.42, max: 0.6, noNaN: true })
const LOG_THETA = fc.double({ min: Math.log(1e-5), max: Math.log(2), noNaN: true })
const PLACES = Array.from({ length: 121 }, (_value, index) => (index - 60) / 10)

/** Call prices on a forward of 1 without interest, at log-moneyness spread over 6 deviations to each side. */
function callPrices(theta: number, slant: number, bend: number) {
  const smile = openSmile(theta, slant, bend)
  return PLACES.map((place) => {
    const logMoneyness = place * Math.sqrt(theta)
    const strike = Math.exp(logMoneyness)
    const vol = Math.sqrt(totalVarianceAt(smile, logMoneyness))
    return { strike, price: priceEuropean({ type: 'call', spot: 1, strike, years: 1, rate: 0, vol }) }
  })
}

test('no butterfly arbitrage: calls fall with the strike, by less than it rises, and are convex', () => {
  fc.assert(
    fc.property(LOG_THETA, SLANT, BEND, (logTheta, slant, bend) => {
      const calls = callPrices(Math.exp(logTheta), slant, bend)
      const slopes = calls.slice(1).map(({ strike, price }, index) => {
        const before = calls[index] ?? { strike: 0, price: 0 }
        return (price - before.price) / (strike - before.strike)
      })
      const isFair = slopes.every(
        (slope, index) => slope <= 1e-12 && slope >= -1 - 1e-12 && slope >= (slopes[index - 1] ?? -1) - 1e-10,
      )
      expect(isFair).toBe(true)
    }),
  )
})

test('no calendar arbitrage: more variance at the money is more at every moneyness', () => {
  fc.assert(
    fc.property(LOG_THETA, SLANT, BEND, fc.double({ min: 0, max: 1, noNaN: true }), (logTheta, slant, bend, more) => {
      const theta = Math.exp(logTheta)
      const [near, far] = [openSmile(theta, slant, bend), openSmile(theta * (1 + more), slant, bend)]
      const isFair = PLACES.every(
        (place) => totalVarianceAt(far, place / 3) >= totalVarianceAt(near, place / 3) - 1e-12,
      )
      expect(isFair).toBe(true)
    }),
  )
})

test("every company's slant and bend are within what the theorem asks", () => {
  const rooms = openRooms()
  for (const symbol of rooms.symbols) {
    const { smileSlant, smileBend } = rooms.share(symbol).company
    expect(smileBend * (1 + Math.abs(smileSlant))).toBeLessThanOrEqual(2)
    expect(smileSlant).toBeGreaterThanOrEqual(-0.4)
    expect(smileSlant).toBeLessThanOrEqual(0.1)
  }
})

test('variance at the money never falls with time, and steps up at each report', () => {
  const rooms = openRooms()
  for (const symbol of rooms.symbols.filter((_symbol, index) => index % 25 === 0)) {
    for (const instant of ['2026-01-20T16:00:00Z', '2026-07-10T21:00:00Z', '2033-10-05T19:59:00Z']) {
      const moment = rooms.momentAt(instant)
      const { outlook } = rooms.optionsAt(rooms.share(symbol), moment)
      const reactions = new Set(outlook.reports.map(({ reactionDay }) => reactionDay))
      const variances = Array.from({ length: 900 }, (_value, days) =>
        atmVariance(outlook, days / 365, moment.day + days),
      )
      const wrong = variances.filter((variance, days) => {
        const step = variance - (variances[days - 1] ?? -1)
        return step <= (reactions.has(moment.day + days) ? outlook.perReport : 0)
      })
      expect(wrong).toEqual([])
    }
  }
})
