import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import * as faults from '../fake-provider/faults.ts'
import { askAllGood, expectNoLeaks, judgeFigures, judgePlain503, judgeStale } from './expectations.ts'
import { asks, facts, MINUTE, openWorld, pricedAsks, quote, type Reply, type World } from './support.ts'

const KNOWN = 'KO'
const COLD = 'XOM'
/** Requests from users only; requests from jobs wait too long for a test. */
const interactiveAsks = asks.filter((ask) => ask !== facts)

let world: World
let good: ReadonlyMap<string, Reply>
beforeAll(async () => {
  world = await openWorld()
  good = await askAllGood(await world.openReplica(), asks, KNOWN)
  await world.pass(45 * MINUTE)
})
beforeEach(() => world.fake.heal())
afterAll(async () => {
  expectNoLeaks(world)
  await world.close()
})

test('serves the last good answer, or a 503 if there is none, if no response arrives in time (F22)', async () => {
  const replica = await world.openReplica()
  world.fake.fail(faults.hang)
  world.fake.fail(faults.late(60_000), /\/snapshot\//)
  const known = interactiveAsks.map(async (ask) => {
    const judge = pricedAsks.includes(ask) ? judgeStale : judgeFigures
    const problems = judge(await replica.ask(ask, KNOWN), good.get(ask.id))
    return problems.map((problem) => `${ask.id}, known: ${problem}`)
  })
  const cold = interactiveAsks.map(async (ask) => {
    const judge = ask.id === 'stocks.sp500' ? judgeFigures : judgePlain503
    const problems = judge(await replica.ask(ask, COLD), good.get(ask.id))
    return problems.map((problem) => `${ask.id}, cold: ${problem}`)
  })
  expect((await Promise.all([...known, ...cold])).flat()).toEqual([])
  await replica.close()
})

test('does the same if connections are refused, and recovers without a restart', async () => {
  const replica = await world.openReplica()
  await world.fake.goDown()
  for (const ask of asks) {
    const known = await replica.ask(ask, KNOWN)
    const judge = pricedAsks.includes(ask) ? judgeStale : judgeFigures
    expect(judge(known, good.get(ask.id))).toEqual([])
    if (ask.id !== 'stocks.sp500') expect(judgePlain503(await replica.ask(ask, COLD), undefined)).toEqual([])
  }
  await world.fake.comeBack()
  const back = await waitFor('an answer', async () => {
    const reply = await replica.ask(quote, COLD)
    return reply.status === 200 ? reply : null
  })
  expect(back.body).toMatchObject({ data_class: 'stale', cache_status: 'miss' })
  await askAllGood(replica, asks, COLD)
})
