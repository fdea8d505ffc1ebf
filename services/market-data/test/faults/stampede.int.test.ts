import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bars, chain, expirations, openWorld, quote, search, type World } from './support.ts'

const ASKERS = 200
const PATIENCE_MS = 20_000

let world: World
beforeAll(async () => {
  world = await openWorld()
}, PATIENCE_MS)
afterAll(() => world.close())

test.each([
  ['quote', quote, 'KO'],
  ['daily bars', bars, 'XOM'],
  ['expirations', expirations, 'GE'],
  ['chain of one expiration', chain, 'CVX'],
  ['search', search, 'coca'],
] as const)(
  '%s: two hundred people at two replicas, each question to the provider once (F28)',
  async (_name, ask, symbol) => {
    const replicas = await Promise.all([world.openReplica(), world.openReplica()])
    world.fake.forgetCalls()
    const askers = Array.from({ length: ASKERS }, (_, index) => replicas[index % 2] ?? replicas[0])
    const replies = await Promise.all(askers.map((replica) => replica.ask(ask, symbol)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    // All the same, whoever was asked.
    expect(new Set(replies.map(({ text }) => text.replace(/"cache_status":"\w+"/, ''))).size).toBe(1)
    const counts = world.fake.countByPath()
    expect(Object.keys(counts).length).toBeGreaterThan(0)
    expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((path) => [path, 1])))
    await Promise.all(replicas.map((replica) => replica.close()))
  },
  PATIENCE_MS,
)
