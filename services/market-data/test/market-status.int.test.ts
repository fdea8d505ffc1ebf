import type { Success } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createSourceLog, type SharedRecords } from '../src/status/source-log.ts'
import { status as answerStatus, unknownKey } from './fake-provider/faults.ts'
import { openWorld, quote, type Replica, type World } from './faults/support.ts'
import { makeInventedFolder, openMarketDataService, openSimulatedAt } from './support.ts'

type MarketStatus = Success<'marketData.status'>

test('the simulated market says that it is simulated, and how to change that', async () => {
  const service = await openMarketDataService(openSimulatedAt('2026-07-14T15:00:00Z'))
  const answer = await service.ask('marketData.status')
  await service.close()
  expect(answer).toMatchObject({
    kind: 'simulated',
    data_class: 'simulated',
    progress: [],
    next_update_at: null,
    commands: { change: 'npm run setup', check: 'npm run provider:doctor' },
  })
  expect(answer.sources).toHaveLength(1)
  expect(answer.sources[0]).toMatchObject({ title: 'Simulated market', state: 'working', last_error: null })
  expect(answer.data.every(({ sources }) => sources.length === 1)).toBe(true)
})

test('an invented market is not called a recording', async () => {
  const service = await openMarketDataService(await makeInventedFolder())
  const answer = await service.ask('marketData.status')
  await service.close()
  expect(answer).toMatchObject({ kind: 'simulated', data_class: 'simulated' })
  expect(answer.sources[0]?.title).toBe('Simulated market')
})

describe('a real market', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterEach(() => world.startOver())
  afterAll(() => world.close())

  const readStatus = async (replica: Replica) =>
    (await replica.ask({ id: 'marketData.status' }, '')).body as unknown as MarketStatus
  const massiveOf = ({ sources }: MarketStatus) => sources.find(({ name }) => name === 'massive')

  test('shows sources, missing data, progress, and the last response in every replica', async () => {
    const [first, second] = await Promise.all([world.openReplica(), world.openReplica()])
    const before = await readStatus(first)
    expect(massiveOf(before)).toMatchObject({
      state: 'not_asked_yet',
      last_response_at: null,
      calls_per_minute: 60_000,
    })
    expect(before.data.find(({ kind }) => kind === 'earnings')?.sources).toEqual([])
    expect(before.data.find(({ kind }) => kind === 'chains')?.sources).toEqual(['Massive'])
    expect(before.notes).toEqual([expect.stringMatching(/^sec is left out: SEC_USER_AGENT is not set/)])
    await first.ask(quote, 'KO')
    await waitFor('the other replica', async () => {
      const { last_response_at = null } = massiveOf(await readStatus(second)) ?? {}
      return last_response_at !== null
    })
    const after = await readStatus(second)
    expect(massiveOf(after)).toMatchObject({ state: 'working', last_response_at: new Date(world.now()).toISOString() })
    expect(after.progress).toEqual([
      { label: 'Daily bars', done: expect.any(Number), total: 503 },
      { label: 'Fundamentals', done: 0, total: 503 },
      { label: 'Volatility of the last session', done: 0, total: 503 },
    ])
    expect(after.next_update_at).toBe('2026-07-14T15:30:00.000Z')
  })

  test('a refused key and an outage are named, without the key or an address', async () => {
    const replica = await world.openReplica()
    world.fake.fail(unknownKey)
    await replica.ask(quote, 'KO')
    expect(massiveOf(await readStatus(replica))).toMatchObject({
      state: 'key_refused',
      last_error: { message: expect.stringMatching(/key/i) },
    })
    world.fake.heal()
    await world.startOver()
    const next = await world.openReplica()
    world.fake.fail(answerStatus(503))
    await next.ask(quote, 'KO')
    const shown = await readStatus(next)
    expect(massiveOf(shown)).toMatchObject({ state: 'failing', last_error: { message: expect.any(String) } })
    for (const secret of world.secrets) expect(JSON.stringify(shown)).not.toContain(secret)
  })
})

describe('the log of sources', () => {
  const openShared = (): SharedRecords & { readonly values: Record<string, string> } => {
    const values: Record<string, string> = {}
    return {
      values,
      hset: async (_key, field, value) => Object.assign(values, { [field]: value }),
      hgetall: async () => values,
    }
  }

  test('merges what replicas know, and works without Redis', async () => {
    let nowMs = 1_000_000
    const shared = openShared()
    const [one, two] = [shared, shared].map((records) => createSourceLog({ now: () => nowMs, shared: records }))
    one?.noteFailure('massive', 'unavailable', 'is unavailable right now')
    nowMs += 10_000
    two?.noteCallsLeft('massive', 4)
    two?.noteResponse('massive')
    nowMs += 10_000
    two?.notePause('massive', 5_000)
    await waitFor('the shared record', async () => shared.values.massive?.includes('1025000') === true)
    expect((await one?.read())?.('massive')).toEqual({
      lastResponseMs: 1_010_000,
      lastError: { atMs: 1_000_000, kind: 'unavailable', detail: 'is unavailable right now' },
      callsLeft: 4,
      pausedUntilMs: 1_025_000,
    })
    const broken: SharedRecords = {
      hset: () => Promise.reject(new Error('away')),
      hgetall: async () => ({ massive: 'garbage' }),
    }
    const alone = createSourceLog({ now: () => nowMs, shared: broken })
    alone.noteResponse('massive')
    expect((await alone.read())('massive').lastResponseMs).toBe(nowMs)
    expect((await alone.read())('sec').lastResponseMs).toBeNull()
  })
})
