import { waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type Composition, createOpener, HOUR, IN_SESSION, json, MINUTE, quoteOf, status, times } from './support.ts'

const { openReplicas, close } = createOpener()
afterEach(close)

describe('a cold symbol', () => {
  test('200 askers over two replicas are one call', async () => {
    const { wire, first, second } = await openReplicas(async () => json(quoteOf(101)))
    const answers = await times(200, (index) => (index % 2 === 0 ? first : second).interactive.quotes.findQuote('ACME'))
    expect(answers.map(({ value }) => value?.lastPrice)).toEqual(answers.map(() => 101))
    expect(wire.calls).toEqual(['/quote/ACME'])
    expect((await first.interactive.quotes.findQuote('ACME')).cacheStatus).toBe('fresh')
  })

  test('of which the answer takes long is one call all the same: who loads it holds on', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<null>()
    const { wire, first, second } = await openReplicas(async () => {
      await held
      return json(quoteOf(101))
    })
    const asked = [first, second].map((replica) => replica.interactive.quotes.findQuote('ACME'))
    await waitFor('the call', () => wire.calls.length === 1)
    const lock = `mutex:callwright:market:lock:${first.interactive.revision}:quote:ACME:interactive`
    let leftMs = await first.redis.pttl(lock)
    await waitFor('a longer hold', async () => {
      const nowLeftMs = await first.redis.pttl(lock)
      const isRenewed = nowLeftMs > leftMs
      leftMs = nowLeftMs
      return isRenewed
    })
    release(null)
    expect((await Promise.all(asked)).map(({ value }) => value?.lastPrice)).toEqual([101, 101])
    expect(wire.calls).toHaveLength(1)
    expect(await first.redis.exists(lock)).toBe(0)
  })

  test('a person does not wait for the call of a job', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<null>()
    const { wire, first } = await openReplicas(async (_path, call) => {
      if (call === 1) await held
      return json(quoteOf(100 + call))
    })
    const collected = first.background.quotes.findQuote('ACME')
    await waitFor('the call of the job', () => wire.calls.length === 1)
    expect((await first.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(102)
    release(null)
    expect((await collected).value?.lastPrice).toBe(101)
  })
})

describe('a kept answer', () => {
  test('is repeated while fresh, renewed behind while aging, and asked for again when old', async () => {
    const { wire, clock, first, second } = await openReplicas(async (_path, call) => json(quoteOf(100 + call)))
    const ask = (of: Composition) => of.interactive.quotes.findQuote('ACME')
    expect(await ask(first)).toMatchObject({ cacheStatus: 'miss', dataClass: 'live', value: { lastPrice: 101 } })
    clock.ms += 50_000
    expect(await ask(second)).toMatchObject({ cacheStatus: 'fresh', value: { lastPrice: 101 } })
    clock.ms += 30_000
    expect(await ask(first)).toMatchObject({ cacheStatus: 'refreshing', value: { lastPrice: 101 } })
    await waitFor('the renewed answer', async () => (await ask(first)).value?.lastPrice === 102)
    clock.ms += 10 * MINUTE
    expect(await ask(first)).toMatchObject({ cacheStatus: 'miss', value: { lastPrice: 103 } })
    expect(wire.calls).toHaveLength(3)
  })

  test('stands in for 24 hours where the source fails, with its time and without an error', async () => {
    let isDown = false
    const { clock, first } = await openReplicas(async () => (isDown ? status(500) : json(quoteOf(101))))
    const ask = () => first.interactive.quotes.findQuote('ACME')
    await ask()
    isDown = true
    clock.ms += 30 * MINUTE
    expect(await ask()).toMatchObject({
      value: { lastPrice: 101 },
      asOfMs: IN_SESSION,
      dataClass: 'stale',
      cacheStatus: 'stale',
      missing: [{ field: 'freshness', reason: 'The source cannot be reached; figures are of 11:00 ET' }],
    })
    clock.ms = IN_SESSION + 23 * HOUR
    expect((await ask()).missing[0]?.reason).toContain('figures are of Jul 8, 11:00 ET')
    clock.ms = IN_SESSION + 26 * HOUR
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('by a clock that was set back since is asked for again, and stands in as of now at most', async () => {
    let isDown = false
    const { clock, first, second } = await openReplicas(async (_path, call) =>
      isDown ? status(500) : json(quoteOf(100 + call)),
    )
    await first.interactive.quotes.findQuote('ACME')
    clock.ms -= HOUR
    isDown = true
    expect(await second.interactive.quotes.findQuote('ACME')).toMatchObject({
      asOfMs: clock.ms,
      dataClass: 'stale',
      value: { lastPrice: 101 },
    })
    isDown = false
    expect(await second.interactive.quotes.findQuote('ACME')).toMatchObject({
      asOfMs: clock.ms,
      dataClass: 'live',
      cacheStatus: 'miss',
      value: { lastPrice: expect.closeTo(103) },
    })
  })

  test('of a close is final until the next session, weekends and holidays included', async () => {
    const { wire, clock, first } = await openReplicas(async () => json(quoteOf(101)))
    const ask = () => first.interactive.quotes.findQuote('ACME')
    clock.ms = Date.parse('2026-07-02T20:20:00Z')
    expect(await ask()).toMatchObject({ dataClass: 'closed', cacheStatus: 'miss' })
    for (const instant of ['2026-07-03T15:00:00Z', '2026-07-05T15:00:00Z', '2026-07-06T13:40:00Z']) {
      clock.ms = Date.parse(instant)
      expect(await ask()).toMatchObject({ dataClass: 'closed', cacheStatus: 'fresh' })
    }
    expect(wire.calls).toHaveLength(1)
    clock.ms = Date.parse('2026-07-06T13:46:00Z')
    expect(await ask()).toMatchObject({ dataClass: 'live', cacheStatus: 'miss' })
  })
})

describe('what stands in Redis under our keys', () => {
  test.each([
    ['no JSON', 'garbage'],
    ['another form', JSON.stringify({ value: 7 })],
    ['a stamp that is none', JSON.stringify({ keptAtMs: IN_SESSION, answer: { value: quoteOf(5), missing: [] } })],
    ['packed rubbish', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
  ])('%s is a miss', async (_name, written) => {
    const { wire, first, second } = await openReplicas(async () => json(quoteOf(101)))
    await first.interactive.quotes.findQuote('ACME')
    const [key = ''] = (await first.redis.keys('callwright:market:answers:*')).filter((each) =>
      each.includes(first.interactive.revision),
    )
    expect(key).toMatch(/:v1:.*:quote:ACME$/)
    await first.redis.set(key, written)
    expect((await second.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(101)
    expect(wire.calls).toHaveLength(2)
  })

  test('the answers of another key of the same provider are not ours', async () => {
    const { first } = await openReplicas(async () => json(quoteOf(101)))
    const other = await openReplicas(async () => json(quoteOf(55)))
    await first.interactive.quotes.findQuote('ACME')
    expect((await other.first.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(55)
  })
})
