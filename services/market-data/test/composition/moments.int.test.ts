import { afterEach, describe, expect, test } from '@jest/globals'
import { contractOf, createOpener, IN_SESSION, json, MINUTE, quoteOf } from './support.ts'
import { openTold } from './told-market.ts'

const { open, openWired, close } = createOpener()
afterEach(close)

describe('time', () => {
  const at = (instant: string) => Date.parse(instant)

  test.each([
    ['in session', '2026-07-08T15:00:00Z', '2026-07-08T14:59:00Z', 'live'],
    ['an hour old in session', '2026-07-08T15:00:00Z', '2026-07-08T14:00:00Z', 'stale'],
    ['of the close before, just after the open', '2026-07-08T13:40:00Z', '2026-07-07T20:00:00Z', 'closed'],
    ['of the close before, late in the session', '2026-07-08T17:00:00Z', '2026-07-07T20:00:00Z', 'stale'],
    ['in the evening', '2026-07-08T23:00:00Z', '2026-07-08T20:00:00Z', 'closed'],
    ['at the weekend', '2026-07-11T15:00:00Z', '2026-07-10T20:00:00Z', 'closed'],
    ['on a holiday', '2026-07-03T15:00:00Z', '2026-07-02T20:00:00Z', 'closed'],
    ['after an early close', '2026-11-27T18:30:00Z', '2026-11-27T18:00:00Z', 'closed'],
    ['before an early close', '2026-11-27T17:30:00Z', '2026-11-27T17:29:00Z', 'live'],
    ['at the weekend, but of noon on Friday', '2026-07-11T15:00:00Z', '2026-07-10T16:00:00Z', 'stale'],
  ])('a price %s', async (_name, now, asOf, dataClass) => {
    const market = await openTold(open, { asOfMs: () => at(asOf) }, { ms: at(now) })
    expect((await market.interactive.quotes.findQuote('ACME')).dataClass).toBe(dataClass)
  })

  test('of a feed that is late by 15 minutes counts as that much younger', async () => {
    const told = { asOfMs: () => IN_SESSION - 30 * MINUTE, dataClass: 'delayed' } as const
    expect((await (await openTold(open, told)).interactive.quotes.findQuote('ACME')).dataClass).toBe('delayed')
    const old = { ...told, asOfMs: () => IN_SESSION - 40 * MINUTE }
    expect((await (await openTold(open, old)).interactive.quotes.findQuote('ACME')).dataClass).toBe('stale')
  })

  test('of a source whose clock is ahead is ours, and said to be uncertain', async () => {
    const market = await openTold(open, { asOfMs: () => IN_SESSION + 10 * MINUTE })
    expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
      asOfMs: IN_SESSION,
      missing: [{ field: 'freshness', reason: 'Time uncertain: the clock of told is 10 minutes ahead of ours' }],
    })
  })

  test('of a source that cuts it to ours is told apart by its messages', async () => {
    const date = new Date(Date.now() + 10 * MINUTE).toUTCString()
    const { market } = await openWired(async () => json(quoteOf(100), { headers: { date } }))
    const { missing } = await market.interactive.quotes.findQuote('ACME')
    expect(missing[0]?.reason).toContain('Time uncertain')
  })

  test('the market as a whole is closed when the exchanges are', async () => {
    const clock = { ms: IN_SESSION }
    const { interactive } = await openTold(open, {}, clock)
    expect(interactive.stamp()).toEqual({ source: 'scripted', dataClass: 'live', asOfMs: IN_SESSION })
    clock.ms = at('2026-07-11T15:00:00Z')
    expect(interactive.stamp()).toEqual({ source: 'scripted', dataClass: 'closed', asOfMs: at('2026-07-10T20:00:00Z') })
    expect(interactive.clock.now()).toBe(clock.ms)
  })

  test('contracts and expirations that are over since they were kept are left out', async () => {
    const clock = { ms: at('2026-07-10T20:30:00Z') }
    const contracts = [contractOf(100, { expiration: '2026-07-10' }), contractOf(105)]
    const market = await openTold(open, { contracts }, clock)
    const read = async () =>
      (await market.interactive.chains.findChain('ACME')).value?.contracts.map(({ strike }) => strike)
    expect(await read()).toEqual([100, 105])
    clock.ms = at('2026-07-11T15:00:00Z')
    expect(await read()).toEqual([105])
  })
})
