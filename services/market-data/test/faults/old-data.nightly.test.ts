import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import * as faults from '../fake-provider/faults.ts'
import { describeLacks, expectNoLeaks, judgeFigures } from './expectations.ts'
import { bars, chain, facts, HOUR, MINUTE, openWorld, quote, type Replica, type World } from './support.ts'

let world: World
let replica: Replica
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.startOver()
  replica = await world.openReplica()
})
afterAll(async () => {
  expectNoLeaks(world)
  await world.close()
})

describe('old data (F24)', () => {
  test('is stale, with its own time, if an hour old in session', async () => {
    world.fake.fail(faults.shiftInstants(-HOUR))
    for (const ask of [quote, chain, facts]) {
      const { status, body } = await replica.ask(ask, 'KO')
      expect([ask.id, status, body.data_class, body.cache_status]).toEqual([ask.id, 200, 'stale', 'miss'])
      expect(body.as_of).toBe(new Date(world.now() - HOUR).toISOString())
    }
  })

  test('is delayed, without an error, if no older than the feed’s delay', async () => {
    world.fake.fail(faults.shiftInstants(-16 * MINUTE))
    expect((await replica.ask(quote, 'KO')).body).toMatchObject({ data_class: 'delayed', cache_status: 'miss' })
  })

  test('consists of closing prices, without an error, after the close and on the weekend', async () => {
    // Prices from the session's last minute, requested in the evening and on Saturday.
    const toClose = 5 * HOUR
    world.fake.fail(faults.shiftInstants(toClose))
    await world.pass(toClose + 2 * HOUR)
    const asOf = new Date(world.now() - 2 * HOUR).toISOString()
    expect((await replica.ask(quote, 'KO')).body).toMatchObject({ data_class: 'closed', as_of: asOf })
    await world.pass(9 * HOUR)
    replica = await world.openReplica()
    expect((await replica.ask(quote, 'KO')).body).toMatchObject({ data_class: 'closed', as_of: asOf })
  })
})

describe('a wrong clock (F26)', () => {
  test.each([
    ['ahead', 10 * MINUTE],
    ['behind', -10 * MINUTE],
  ])('of the provider, %s', async (name, skewMs) => {
    const good = await replica.ask(quote, 'KO')
    await world.pass(45 * MINUTE)
    world.fake.fail(faults.wrongClock(skewMs))
    replica = await world.openReplica()
    for (const ask of [quote, chain, bars, facts]) {
      const reply = await replica.ask(ask, 'KO')
      expect([ask.id, reply.status]).toEqual([ask.id, 200])
      expect(Date.parse(String(reply.body.as_of))).toBeLessThanOrEqual(world.now())
      if (ask === quote) expect(judgeFigures(reply, good)).toEqual([])
      if (name === 'ahead' && ask !== facts) expect(describeLacks(reply)).toMatch(/[Tt]ime uncertain/)
    }
  })

  test('prices stamped in the future are never given a future time', async () => {
    world.fake.fail(faults.shiftInstants(10 * MINUTE))
    for (const ask of [quote, chain]) {
      const { body } = await replica.ask(ask, 'KO')
      expect(Date.parse(String(body.as_of))).toBeLessThanOrEqual(world.now())
    }
  })
})

describe('partial data (F23)', () => {
  test('a chain whose second page fails is labeled incomplete and not cached', async () => {
    world.fake.fail(faults.brokenSecondPage(faults.status(500)), /\/v3\/snapshot\/options\//)
    const broken = await replica.ask(chain, 'KO')
    expect(broken.status).toBe(200)
    expect(describeLacks(broken)).toMatch(/incomplete/)
    world.fake.heal()
    await world.pass(MINUTE)
    replica = await world.openReplica()
    const whole = await replica.ask(chain, 'KO')
    expect(describeLacks(whole)).not.toMatch(/incomplete/)
    expect(judgeFigures(broken, whole)).toEqual([])
  })

  test('a complete cached chain is served with its age if the second page fails', async () => {
    const whole = await replica.ask(chain, 'KO')
    await world.pass(45 * MINUTE)
    world.fake.fail(faults.brokenSecondPage(faults.status(500)), /\/v3\/snapshot\/options\//)
    replica = await world.openReplica()
    const reply = await replica.ask(chain, 'KO')
    expect(reply.body).toMatchObject({ data_class: 'stale', cache_status: 'stale' })
    expect(reply.body.options).toEqual(whole.body.options)
  })

  test('reports a symbol that the provider does not know, without affecting others', async () => {
    world.fake.fail(faults.notFound, /KO$/)
    const [lost, found] = await Promise.all([replica.ask(quote, 'KO'), replica.ask(quote, 'XOM')])
    expect(lost.status).toBe(404)
    expect(found.status).toBe(200)
  })

  test('missing greeks are calculated', async () => {
    world.fake.fail(faults.without('greeks'), /\/v3\/snapshot\/options\//)
    const { body } = await replica.ask(chain, 'KO')
    const rows = body.options as readonly { readonly delta: number | null; readonly greeks_source: string | null }[]
    expect(rows.filter(({ delta }) => delta !== null).length).toBeGreaterThan(10)
  })
})
