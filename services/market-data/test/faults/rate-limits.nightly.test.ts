import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import * as faults from '../fake-provider/faults.ts'
import { askAllGood, describeLacks, expectNoLeaks, judgeFigures, judgePlain503, judgeStale } from './expectations.ts'
import { asks, facts, MINUTE, openWorld, pricedAsks, quote, type Replica, type World } from './support.ts'

const KNOWN = 'KO'
const COLD = 'XOM'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.startOver())
afterAll(async () => {
  expectNoLeaks(world)
  await world.close()
})

const openTwo = () => Promise.all([world.openReplica(), world.openReplica()])

test('makes no calls before Retry-After from any replica, for users or jobs (F21, G9)', async () => {
  const good = await askAllGood(await world.openReplica(), asks, KNOWN)
  await world.pass(45 * MINUTE)
  const [first, second] = await openTwo()
  world.fake.fail(faults.tooMany(30))
  await first.ask(quote, COLD)
  const made = world.fake.countCalls()
  const judgeBoth = async (replica: Replica, ask: (typeof asks)[number]) => {
    const [known, cold] = await Promise.all([replica.ask(ask, KNOWN), replica.ask(ask, COLD)])
    const judge = pricedAsks.includes(ask) ? judgeStale : judgeFigures
    if (pricedAsks.includes(ask))
      expect([ask.id, describeLacks(known)]).toEqual([
        ask.id,
        expect.stringMatching(/Too many requests.* after \d\d:\d\d ET/),
      ])
    if (ask.id === 'stocks.sp500') return judge(known, good.get(ask.id))
    expect(Number(cold.headers['retry-after'])).toBeLessThanOrEqual(30)
    expect(cold.body.detail).toMatch(/Too many requests.* \d+ seconds/)
    return [...judge(known, good.get(ask.id)), ...judgePlain503(cold, undefined)]
  }
  // Sequential: with concurrent requests on a busy machine, a timeout would be reported instead.
  for (const replica of [first, second]) {
    for (const ask of asks) expect(await judgeBoth(replica, ask)).toEqual([])
  }
  // If Redis does not respond in time, a replica does not know about the other replica's window.
  const missed = second.log.lines().filter(({ event }) => event === 'bucket.redis_failed').length
  expect(world.fake.countCalls() - made).toBeLessThanOrEqual(missed)
})

test('resumes calls without a restart when the window ends', async () => {
  const [first, second] = await openTwo()
  world.fake.fail(faults.tooMany(1))
  await first.ask(quote, KNOWN)
  world.fake.heal()
  const made = world.fake.countCalls()
  await waitFor('an answer', async () => (await second.ask(quote, KNOWN)).status === 200)
  expect(world.fake.countCalls()).toBe(made + 1)
})

test('pauses for a second without a Retry-After; requests with enough time wait it out', async () => {
  const [first, second] = await openTwo()
  world.fake.fail(faults.tooMany(null))
  expect(judgePlain503(await first.ask(quote, KNOWN), undefined)).toEqual([])
  world.fake.heal()
  const replies = await Promise.all([first.ask(quote, COLD), second.ask(quote, COLD), second.ask(quote, KNOWN)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const [refusedAtMs = Number.NaN, nextAtMs] = world.fake.calls.map(({ atMs }) => atMs)
  expect(nextAtMs).toBeGreaterThanOrEqual(refusedAtMs + 1_000)
})

test('gives users’ requests precedence over jobs within a quota (F27)', async () => {
  // The quota is a burst of 120 calls, of which jobs leave 72 for users, and refills at 20 calls a second.
  const limited = { env: { MASSIVE_CALLS_PER_MINUTE: '1200' } }
  const [jobs, people] = [await world.openReplica(limited), await world.openReplica(limited)]
  const symbols = (await world.market.reference.listUniverse()).value.map(({ symbol }) => symbol)
  const collected = symbols.slice(0, 9).map((symbol) => jobs.ask(facts, symbol))
  await waitFor('jobs that wait', async () => (await jobs.readCounter('provider_quota_remaining_requests')) < 85)
  const asked = await Promise.all(symbols.slice(10, 25).map((symbol) => people.ask(quote, symbol)))
  expect(asked.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
  await Promise.all(collected)
})
