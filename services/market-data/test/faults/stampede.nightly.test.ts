import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bars, chain, expirations, openWorld, quote, search, type World } from './support.ts'

/**
 * How many requests to make at once: fewer for large pages, because both replicas and the provider share this process.
 */
const ASKERS = { many: 200, some: 40 } as const

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test.each([
  ['quote', 'many', quote, 'KO'],
  ['daily bars', 'some', bars, 'XOM'],
  ['expirations', 'some', expirations, 'GE'],
  ['chain of one expiration', 'some', chain, 'CVX'],
  ['search', 'many', search, 'coca'],
] as const)(
  '%s: %s concurrent users on two replicas trigger each provider call only once (F28)',
  async (_name, crowd, ask, symbol) => {
    const replicas = await Promise.all([world.openReplica(), world.openReplica()])
    world.fake.forgetCalls()
    const askers = Array.from({ length: ASKERS[crowd] }, (_, index) => replicas[index % 2] ?? replicas[0])
    const replies = await Promise.all(askers.map((replica) => replica.ask(ask, symbol)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ text }) => text.replace(/"cache_status":"\w+"/, ''))).size).toBe(1)
    const counts = world.fake.countByPath()
    expect(Object.keys(counts).length).toBeGreaterThan(0)
    expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((path) => [path, 1])))
    await Promise.all(replicas.map((replica) => replica.close()))
  },
)
