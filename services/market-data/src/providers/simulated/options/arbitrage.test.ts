import { describe, expect, test } from '@jest/globals'
import type { OptionQuote } from '../../provider.ts'
import { openMarketParts, SEED } from '../testing/open-at.ts'
import { listContracts, listExpirations, termsOf } from './chain.ts'
import { type ExpirationTerms, openLadderPricer } from './ladder-pricer.ts'
import { listLadders } from './strikes.ts'
import { totalVarianceAt } from './surface.ts'

const rooms = openMarketParts()
// Cases with no dividends and with monthly, quarterly and half-yearly ones; with and without weekly expirations; in
// session, before earnings, and at a close.
const CASES = [
  ['VEEV', '2026-07-10T15:12:00Z'],
  ['O', '2026-07-21T20:00:00Z'],
  ['A', '2026-07-10T15:12:00Z'],
  ['ROL', '2027-02-11T19:30:00Z'],
] as const
/**
 * Interpolated prices are accurate to under 1e-4 of the spot or the strike, whichever is larger, which is less than a
 * tick.
 */
const ROOM_FRAC = 1e-4

interface Slice {
  readonly terms: ExpirationTerms
  readonly strikes: readonly number[]
  readonly calls: readonly number[]
  readonly puts: readonly number[]
}

function openSurface(symbol: string, instant: string) {
  const share = rooms.share(symbol)
  const moment = rooms.momentAt(instant)
  const market = rooms.optionsAt(share, moment)
  const expirations = listExpirations(rooms.expirationsOf(share), moment)
  const ladders = listLadders(share, moment, expirations)
  const slices = expirations.map((expiration): Slice => {
    const strikes = (ladders.get(expiration.day) ?? []).map(({ price }) => price)
    const terms = termsOf(market, expiration)
    const pricesOf = (type: 'call' | 'put') => {
      const priceAt = openLadderPricer(terms, type, strikes)
      return strikes.map((_strike, index) => priceAt(index))
    }
    return { strikes, terms, calls: pricesOf('call'), puts: pricesOf('put') }
  })
  return { market, slices }
}

const room = ({ spot }: ExpirationTerms, strike: number) => ROOM_FRAC * Math.max(spot, strike)

describe.each(CASES)('%s at %s', (symbol, instant) => {
  const { market, slices } = openSurface(symbol, instant)

  test('prices are monotone and convex in the strike', () => {
    const wrong: string[] = []
    for (const { terms, strikes, calls, puts } of slices) {
      for (let index = 1; index < strikes.length; index += 1) {
        const [below = 0, strike = 0, above] = [strikes[index - 1], strikes[index], strikes[index + 1]]
        const slack = room(terms, strike)
        for (const [prices, sign] of [
          [calls, -1],
          [puts, 1],
        ] as const) {
          const [before = 0, price = 0, after = 0] = [prices[index - 1], prices[index], prices[index + 1]]
          const step = sign * (price - before)
          if (step < -slack || step > strike - below + slack) wrong.push(`slope ${terms.years} ${strike} ${step}`)
          if (above === undefined) continue
          const share = (strike - below) / (above - below)
          if (price > (1 - share) * before + share * after + slack) wrong.push(`bend ${terms.years} ${strike}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('prices are within the bounds of American options and their parity', () => {
    const wrong: string[] = []
    for (const { terms, strikes, calls, puts } of slices) {
      const { spot, rate, years } = terms
      const paid = terms.dividends.reduce((sum, dividend) => sum + dividend.cash * Math.exp(-rate * dividend.years), 0)
      for (const [index, strike] of strikes.entries()) {
        const [call = 0, put = 0] = [calls[index], puts[index]]
        const slack = room(terms, strike)
        const fits =
          call >= Math.max(0, spot - strike) &&
          put >= Math.max(0, strike - spot) &&
          call <= spot &&
          put <= strike &&
          call - put >= spot - paid - strike - slack &&
          call - put <= spot - strike * Math.exp(-rate * years) + slack
        if (!fits) wrong.push(`${years} ${strike} ${call} ${put}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('there is no calendar arbitrage between expirations', () => {
    const wrong: string[] = []
    for (const [index, far] of slices.entries()) {
      const near = slices[index - 1]
      if (near === undefined) continue
      for (let logMoneyness = -1.2; logMoneyness <= 1.2; logMoneyness += 0.05) {
        const [sooner, later] = [near, far].map(({ terms }) => totalVarianceAt(terms.smile, logMoneyness))
        if (!((later ?? 0) > (sooner ?? 0))) wrong.push(`variance ${far.terms.years} ${logMoneyness}`)
      }
      for (const [place, strike] of far.strikes.entries()) {
        const same = near.strikes.indexOf(strike)
        const slack = room(far.terms, strike)
        if ((far.calls[place] ?? 0) < (near.calls[same] ?? 0) - slack) wrong.push(`call ${far.terms.years} ${strike}`)
        if ((far.puts[place] ?? 0) < (near.puts[same] ?? 0) - slack) wrong.push(`put ${far.terms.years} ${strike}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('every quote brackets its price, so that no trade against quotes is profitable', () => {
    const contracts = listContracts(SEED, market, rooms.expirationsOf(market.share))
    const models = slices.flatMap(({ calls, puts }) => calls.flatMap((call, index) => [call, puts[index] ?? 0]))
    expect(contracts).toHaveLength(models.length)
    const wrong = contracts.filter(({ bid, ask }, index) => {
      const model = models[index] ?? Number.NaN
      return !((bid ?? 0) <= model + 1e-9 && (ask ?? 0) >= model - 1e-9 && (ask ?? 0) > (bid ?? 0))
    })
    expect(wrong).toEqual([])
  })
})

test('bids, asks and trades are on the tick, and greeks are left to the model', () => {
  for (const symbol of ['NVDA', 'ROL']) {
    const share = rooms.share(symbol)
    const market = rooms.optionsAt(share, rooms.momentAt('2026-07-10T15:12:00Z'))
    const isOnTick = (price: number | null) => {
      const tick = (price ?? 0) < 3 || share.company.liquidity === 'daily' ? 1 : 5
      return price === null || (price === Math.round(price * 100) / 100 && Math.round(price * 100) % tick === 0)
    }
    const rows: OptionQuote[] = listContracts(SEED, market, rooms.expirationsOf(share), { maxDays: 120 })
    const wrong = rows.filter(
      ({ bid, ask, last, volume, openInterest, vendorGreeks }) =>
        ![bid, ask, last].every(isOnTick) ||
        vendorGreeks !== null ||
        !Number.isInteger(volume) ||
        !Number.isInteger(openInterest) ||
        ((volume ?? 0) > 0 && last === null),
    )
    expect(wrong).toEqual([])
    expect(rows.length).toBeGreaterThan(60)
  }
})
