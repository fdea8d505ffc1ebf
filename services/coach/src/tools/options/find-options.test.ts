import { describe, expect, test } from '@jest/globals'
import { askTool } from '../../../eval/market/ask-tool.ts'

const rowsOf = (found: object) => ('rows' in found ? (found.rows as readonly Record<string, number>[]) : [])

describe('find_options', () => {
  test('takes several strikes from a place on', async () => {
    const above = await askTool('find_options', { symbol: 'AAPL', strike_place: 1, strike_count: 3, sort_by: 'strike' })
    const price = Number('current_price' in above ? above.current_price : Number.NaN)
    const strikes = rowsOf(above).map(({ strike }) => Number(strike))
    expect(strikes).toHaveLength(3)
    expect(Math.min(...strikes)).toBeGreaterThan(price)
    const around = await askTool('find_options', { symbol: 'AAPL', strike_place: 0, strike_count: 4 })
    const sides = rowsOf(around).map(({ strike }) => Number(strike) > price)
    expect(new Set(sides).size).toBe(2)
  })

  test('takes the first expiration in which a call fits', async () => {
    const found = await askTool('find_options', { symbol: 'AAPL', is_soonest: true, strike_min: 90, premium_min: 0.5 })
    expect(found).toMatchObject({ expirations: [expect.anything()] })
    const [row] = rowsOf(found)
    const earlier = await askTool('find_options', {
      ...{ symbol: 'AAPL', strike_min: 90, premium_min: 0.5 },
      dte_max: Number(row?.dte) - 1,
    })
    expect('error' in earlier).toBe(true)
  })

  test('says until when no call fits', async () => {
    const found = await askTool('find_options', { symbol: 'AAPL', is_soonest: true, strike_min: 90, premium_min: 60 })
    expect(found).toMatchObject({ error: 'NO_OPTIONS', message: expect.stringMatching(/is listed until 20/u) })
  })
})

describe('put_quotes', () => {
  const quote = async (args: object) => {
    const [row = {}] = rowsOf(await askTool('put_quotes', { symbol: 'AAPL', ...args }))
    return row
  }

  test('takes the put nearest to a distance, a delta or a price', async () => {
    const far = await quote({ near_otm_pct: 10 })
    const near = await quote({ near_otm_pct: 0 })
    expect(Number(far.strike)).toBeLessThan(Number(near.strike))
    expect(Math.abs(Math.abs(Number((await quote({ near_delta: 0.2 })).delta)) - 0.2)).toBeLessThan(0.1)
    expect((await quote({ near_ask: near.ask })).strike).toBe(near.strike)
  })

  test('adds up the cost of all contracts, and the net of a collar', async () => {
    const put = await quote({ near_otm_pct: 5, contracts: 3, call_bid: 1.5 })
    expect(put.cost).toBeCloseTo(Number(put.ask) * 300, 6)
    expect(put.collar_net).toBeCloseTo(1.5 - Number(put.ask), 6)
  })
})
