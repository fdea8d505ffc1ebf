import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import * as faults from '../fake-provider/faults.ts'
import { askAllGood, expectNoLeaks, judgeFigures, judgePlain503, judgeStale } from './expectations.ts'
import { asks, facts, MINUTE, openWorld, pricedAsks, quote, type Reply, type World } from './support.ts'

const KNOWN = 'KO'
const COLD = 'XOM'
/** Requests answered without a provider call. */
const OWN = new Set(['stocks.sp500', 'x'])

const tooManyNow = faults.tooMany(null)

let world: World
let good: ReadonlyMap<string, Reply>
beforeAll(async () => {
  world = await openWorld()
  good = await askAllGood(await world.openReplica(), asks, KNOWN)
  // Long enough for prices and bars to be requested again.
  await world.pass(45 * MINUTE)
})
beforeEach(async () => {
  world.fake.heal()
  await world.forgetLimits()
})
afterAll(async () => {
  expectNoLeaks(world)
  await world.close()
})

/**
 * Makes every request, cached and uncached, concurrently in each mode, so that each one runs into the fault before the
 * service stops calling the failing provider.
 */
test.each([
  ['the connection is reset', faults.reset],
  ['the body is cut', faults.cutBody],
  ['the JSON is cut', faults.cutJson],
  ['500', faults.status(500)],
  ['502', faults.status(502)],
  ['503', faults.status(503)],
  ['HTML', faults.html],
  ['XML', faults.xml],
  ['an empty 200', faults.empty],
  ['null', faults.nothing],
  ['200 with an error', faults.okError],
  ['nested 10,000 deep', faults.deep],
  ['429', tooManyNow],
  ['429 with Retry-After', faults.tooMany(30)],
  ['401', faults.unknownKey],
] as const)('%s', async (_name, fault) => {
  const replica = await world.openReplica()
  world.fake.fail(fault)
  // Jobs wait longer for the rate limit than this test should take.
  const asked = fault === tooManyNow ? asks.filter((ask) => ask !== facts) : asks
  const problems = asked.map(async (ask) => {
    const [known, cold] = await Promise.all([replica.ask(ask, KNOWN), replica.ask(ask, COLD)])
    const judgeKnown = pricedAsks.includes(ask) ? judgeStale : judgeFigures
    const judgeCold = OWN.has(ask.id) ? judgeFigures : judgePlain503
    return [
      ...judgeKnown(known, good.get(ask.id)).map((problem) => `${ask.id}, known: ${problem}`),
      ...judgeCold(cold, good.get(ask.id)).map((problem) => `${ask.id}, cold: ${problem}`),
    ]
  })
  expect((await Promise.all(problems)).flat()).toEqual([])
  await replica.close()
})

test('returns data or a plain 503, with few retries, if half of the calls fail (F20, G8)', async () => {
  const replica = await world.openReplica()
  world.fake.fail(faults.flapping(faults.status(503)))
  world.fake.forgetCalls()
  const symbols = (await world.market.reference.listUniverse()).value.slice(0, 60).map(({ symbol }) => symbol)
  let answered = 0
  for (const symbol of symbols) {
    const reply = await replica.ask(quote, symbol)
    if (reply.status === 200) answered += 1
    else expect(judgePlain503(reply, undefined)).toEqual([])
  }
  expect(answered).toBeGreaterThanOrEqual(symbols.length / 2)
  expect(world.fake.countCalls()).toBeLessThanOrEqual(symbols.length * 1.1)
  await replica.close()
})
