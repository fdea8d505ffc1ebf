import { openRedis, waitForRedis } from '@callwright/service'
import { readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { MARKET_TIME } from '../fake-market.ts'
import { inventPosition, openStack, problemOf, type Stack } from '../support.ts'
import { openReceivers, openUser } from './receivers.ts'

const receivers = openReceivers()

describe('alert rules', () => {
  let stack: Stack
  let refreshes = 0
  const refreshMarket = () => {
    refreshes += 1
    stack.screener.refresh(`2026-07-10T15:${String(refreshes).padStart(2, '0')}:00.000Z`)
  }
  const addPosition = (user: string, changes = {}) =>
    stack.get('portfolio.add', { user, body: inventPosition(changes) })

  beforeAll(async () => {
    stack = await openStack({ means: receivers.means, now: () => Date.parse(MARKET_TIME) })
  })
  afterAll(() => stack.close())

  test('a rule on a position has one message a day, with the figures that the portfolio shows', async () => {
    const user = openUser(stack, 'ann')
    stack.market.overrideCalls('KO', { delta: 0.62 })
    await addPosition('ann')
    const { rule } = await user.setRule('r1', { kind: 'delta', position_id: '1783699200000', limit: 0.6 })
    expect(rule).toMatchObject({
      sentence: 'KO 65 call of Jul 24, 2026: delta of at least 0.60',
      state: 'waiting',
      version: 1,
      last_message: null,
    })
    refreshMarket()
    await stack.alerts.evaluate()
    const [message, ...others] = await user.listMessages()
    const listed = await stack.listOne('ann')
    expect(others).toEqual([])
    expect(message).toMatchObject({
      sentence: `KO 65 call of Jul 24, 2026: delta is ${listed.delta?.toFixed(2)}.`,
      title: 'KO 65 call of Jul 24, 2026: delta of at least 0.60',
      market_day: '2026-07-10',
      as_of: '2026-07-10T15:00:00.000Z',
      data_class: 'recorded',
      data_note: 'Recorded market: real prices from a past day.',
      path: '/portfolio?rolls=1783699200000',
      read_at: null,
    })
    refreshMarket()
    await stack.alerts.evaluate()
    expect(await user.listMessages()).toHaveLength(1)
    expect(await user.listRules()).toMatchObject([{ state: 'holds', last_message: { id: message?.id } }])
  })

  test('a rule that is changed has a message again, one that is switched off and on has not', async () => {
    const user = openUser(stack, 'lea')
    stack.screener.setRows([{ symbol: 'KO', current_price: 62.5 }])
    await addPosition('lea')
    await user.setRule('call', { kind: 'days_left', limit: 30 })
    await user.setRule('stock', { kind: 'price_above', symbol: 'KO', limit: 60 })
    refreshMarket()
    await stack.alerts.evaluate()
    await user.setRule('call', { kind: 'days_left', limit: 20, version: 1 })
    await user.setRule('stock', { kind: 'price_above', symbol: 'KO', limit: 61, version: 1 })
    await stack.alerts.evaluate()
    await user.setRule('call', { kind: 'days_left', limit: 20, enabled: false, version: 2 })
    await user.setRule('call', { kind: 'days_left', limit: 20, enabled: true, version: 3 })
    await stack.alerts.evaluate()
    expect((await user.listMessages()).map(({ rule }) => rule).toSorted()).toEqual([
      'Any position: at most 20 days to expiration',
      'Any position: at most 30 days to expiration',
      'KO: price of at least $60.00',
      'KO: price of at least $61.00',
    ])
  })

  test('rules on stocks wait while the screener refreshes its rows or is away, those on positions do not', async () => {
    const user = openUser(stack, 'max')
    stack.screener.setRows([{ symbol: 'KO', current_price: 62.5 }])
    await addPosition('max')
    const readStates = async () => (await user.listRules()).map(({ id, state }) => [id, state])
    await user.setRule('call', { kind: 'days_left', limit: 20 })
    await user.setRule('stock', { kind: 'price_above', symbol: 'KO', limit: 60 })
    stack.screener.refresh('2026-07-10T15:30:00.000Z', 'running')
    await stack.alerts.evaluate()
    expect(await readStates()).toEqual([
      ['call', 'holds'],
      ['stock', 'waiting'],
    ])
    stack.screener.setDown(true)
    await user.setRule('second', { kind: 'near_strike', limit: 10 })
    await stack.alerts.evaluate()
    stack.screener.setDown(false)
    expect((await readStates()).at(-1)).toEqual(['second', 'holds'])
    refreshMarket()
    await stack.alerts.evaluate()
    expect((await readStates())[1]).toEqual(['stock', 'holds'])
    expect(await user.listMessages()).toHaveLength(3)
  })

  test('nothing is evaluated again while the market and the positions are the same', async () => {
    const user = openUser(stack, 'bea')
    await addPosition('bea')
    await user.setRule('r1', { kind: 'days_left', limit: 20 })
    refreshMarket()
    await stack.alerts.evaluate()
    const [first] = await user.listRules()
    await stack.alerts.evaluate()
    expect(await user.listRules()).toEqual([first])
    await addPosition('bea', { id: 'second', strike_price: 70 })
    await stack.alerts.evaluate()
    expect((await user.listMessages()).map(({ sentence }) => sentence)).toEqual([
      'KO 70 call of Jul 24, 2026: 14 days to expiration.',
      'KO 65 call of Jul 24, 2026: 14 days to expiration.',
    ])
  })

  test('a rule on all of 1,000 positions has a message for each, once', async () => {
    const user = openUser(stack, 'cid')
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      inventPosition({
        id: `p${index}`,
        ticker: `S${String.fromCharCode(65 + (index % 20))}`,
        strike_price: 65 + index,
      }),
    )
    for (const from of [0, 500]) {
      await stack.get('portfolio.migrate', { user: 'cid', body: rows.slice(from, from + 500) })
    }
    await user.setRule('r1', { kind: 'days_left', limit: 30 })
    refreshMarket()
    await stack.alerts.evaluate()
    refreshMarket()
    await stack.alerts.evaluate()
    const { unread } = await stack.get('portfolio.countUnreadAlerts', { user: 'cid' })
    expect(unread).toBe(1_000)
  })

  test('rules on a stock read what the screener shows', async () => {
    const user = openUser(stack, 'dan')
    stack.screener.setRows([{ symbol: 'KO', current_price: 62.5, iv_rank: 71.24, cc_score: 80, best_ann_yield: null }])
    await user.setRule('price', { kind: 'price_above', symbol: 'ko', limit: 60 })
    await user.setRule('low', { kind: 'price_below', symbol: 'KO', limit: 60 })
    await user.setRule('rank', { kind: 'iv_rank_above', symbol: 'KO' })
    await user.setRule('yield', { kind: 'best_yield', symbol: 'KO', limit: 10 })
    await user.setRule('other', { kind: 'rating', symbol: 'PEP', limit: 10 })
    refreshMarket()
    await stack.alerts.evaluate()
    expect((await user.listMessages()).map(({ sentence, path }) => [sentence, path]).toSorted()).toEqual([
      ['KO: IV rank is 71.2.', '/analysis?symbol=KO'],
      ['KO: the price is $62.50.', '/analysis?symbol=KO'],
    ])
    expect((await user.listRules()).map(({ id, state, state_note }) => [id, state, state_note])).toEqual([
      ['price', 'holds', null],
      ['low', 'does_not_hold', null],
      ['rank', 'holds', null],
      ['yield', 'unknown', 'The yield of KO is unknown.'],
      ['other', 'unknown', 'The screener has no figures for PEP.'],
    ])
  })

  test('a rule on a screen names stocks that it has gained since the last refresh', async () => {
    const user = openUser(stack, 'eve')
    stack.screener.setScreens([
      { id: 's1', name: 'High income', query: 'yield=20&cap=large&columns=professional', tab: 'stocks' },
    ])
    stack.screener.setRows([{ symbol: 'KO' }, { symbol: 'PEP' }])
    await user.setRule('r1', { kind: 'new_entries', screen_id: 's1' })
    refreshMarket()
    await stack.alerts.evaluate()
    expect(await user.listMessages()).toEqual([])
    stack.screener.setRows([{ symbol: 'KO' }, { symbol: 'T' }, { symbol: 'VZ' }])
    refreshMarket()
    await stack.alerts.evaluate()
    refreshMarket()
    await stack.alerts.evaluate()
    expect(await user.listMessages()).toMatchObject([
      { sentence: 'High income has 2 new stocks: T, VZ.', path: '/screening?yield=20&cap=large&columns=professional' },
    ])
    const asked = stack.screener.asked.findLast(({ searchParams }) => searchParams.has('min_yield'))
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({ min_yield: '20', market_cap: 'large' })
    expect(asked?.searchParams.has('columns')).toBe(false)
    stack.screener.setScreens([])
    refreshMarket()
    await stack.alerts.evaluate()
    expect(await user.listRules()).toMatchObject([{ state: 'gone', state_note: 'This screen was deleted.' }])
  })

  test('a rule on a screen with an unknown filter does not watch a wider screen', async () => {
    const user = openUser(stack, 'ned')
    const shown = 'q=ko&sort=rsi&order=asc&page=2&size=50&columns=professional&list=mine&cc_score_max=50'
    stack.screener.setScreens([
      { id: 's1', name: 'Known', query: shown, tab: 'stocks' },
      { id: 's2', name: 'Newer', query: `${shown}&moon_phase=full`, tab: 'stocks' },
    ])
    stack.screener.setRows([{ symbol: 'KO' }])
    await user.setRule('r1', { kind: 'new_entries', screen_id: 's1' })
    await user.setRule('r2', { kind: 'new_entries', screen_id: 's2' })
    refreshMarket()
    await stack.alerts.evaluate()
    stack.screener.setRows([{ symbol: 'KO' }, { symbol: 'T' }])
    refreshMarket()
    await stack.alerts.evaluate()
    expect((await user.listRules()).map(({ state, state_note }) => [state, state_note])).toEqual([
      ['holds', null],
      ['unknown', 'Alerts cannot use the filter “moon_phase” of this screen.'],
    ])
    expect((await user.listMessages()).map(({ rule_id }) => rule_id)).toEqual(['r1'])
    stack.screener.setScreens([])
  })

  test('stale data says so in the message', async () => {
    const user = openUser(stack, 'fay')
    stack.market.override('STL', { data_class: 'delayed', cache_status: 'stale' })
    await addPosition('fay', { ticker: 'STL' })
    await user.setRule('r1', { kind: 'days_left', limit: 30 })
    refreshMarket()
    await stack.alerts.evaluate()
    expect(await user.listMessages()).toMatchObject([
      { data_class: 'stale', data_note: expect.stringMatching(/^Stale data/) },
    ])
  })

  test('a stock that cannot be read leaves the rule undecided, with the reason', async () => {
    const user = openUser(stack, 'gus')
    stack.market.breakFor('BRK', 'refuses')
    await addPosition('gus', { ticker: 'BRK' })
    await user.setRule('r1', { kind: 'near_strike', limit: 10 })
    refreshMarket()
    await stack.alerts.evaluate()
    expect(await user.listRules()).toMatchObject([
      { state: 'unknown', state_note: 'The price of BRK 65 call of Jul 24, 2026 is unknown.' },
    ])
    stack.market.mend()
  })

  test('several replicas at once, one that stops, and a schedule that Redis loses cause one message for each event', async () => {
    const user = openUser(stack, 'hal')
    await addPosition('hal')
    await user.setRule('r1', { kind: 'days_left', limit: 30 })
    refreshMarket()
    const often = { alertCheckMs: 100, redisNamespace: `test-replicas-${Date.now()}` }
    const replicas = await Promise.all([stack.openReplica(often), stack.openReplica(often)])
    await Promise.all(replicas.map(({ app }) => app.ready()))
    await Promise.all([...replicas.map(({ alerts }) => alerts.evaluate()), stack.alerts.evaluate()])
    await waitFor('the first message', async () => (await user.listMessages()).length === 1)
    await replicas[0]?.runtime.close()
    // The other replica goes on by its schedule alone, also after Redis has lost it.
    const redis = openRedis(stack.runtime, readTestUrl('TEST_REDIS_URL'), 'producer')
    await waitForRedis(redis, 2_000)
    const keys = await redis.keys(`${often.redisNamespace}:*`)
    expect(keys.length).toBeGreaterThan(0)
    await redis.del(keys)
    await user.setRule('r2', { kind: 'near_strike', limit: 10 })
    await waitFor('the second message', async () => (await user.listMessages()).length === 2)
    await replicas[1]?.runtime.close()
    expect((await user.listMessages()).map(({ rule_id }) => rule_id)).toEqual(['r2', 'r1'])
  })

  test('a rule is validated, versioned and limited', async () => {
    const user = openUser(stack, 'ida')
    const details = async (body: object) => problemOf(await user.tryRule('x', body)).detail
    expect(await details({ kind: 'delta', limit: 2 })).toBe('limit must be from 0.01 to 1.')
    expect(await details({ kind: 'rating', symbol: 'KO' })).toBe('limit is required.')
    expect(await details({ kind: 'rating', limit: 3 })).toBe('symbol is required.')
    expect(await details({ kind: 'days_left', limit: 1.5 })).toBe('limit must be a whole number of days.')
    expect(await details({ kind: 'delta', symbol: 'KO' })).toBe('symbol does not apply to delta.')
    expect(await details({ kind: 'rating', symbol: 'ZZZZQ', limit: 3 })).toBe('symbol ZZZZQ is not a listed stock.')
    expect(await details({ kind: 'delta', position_id: 'none' })).toBe('Position not found.')
    expect(await details({ kind: 'new_entries', screen_id: 'none' })).toBe('Saved screen not found.')
    await user.setRule('r', { kind: 'delta', limit: 0.4 })
    expect((await user.setRule('r', { kind: 'delta', limit: 0.4 })).rule.version).toBe(1)
    expect((await user.setRule('r', { kind: 'delta', limit: 0.5, version: 1 })).rule.version).toBe(2)
    expect(problemOf(await user.tryRule('r', { kind: 'delta', limit: 0.6, version: 1 })).code).toBe('rule_changed')
    expect((await openUser(stack, 'jon').tryRule('r', { kind: 'delta', limit: 0.6, version: 2 })).status).toBe(404)
    const removal = { user: 'jon', params: { id: 'r' } }
    expect((await stack.ask('portfolio.removeAlertRule', removal)).status).toBe(404)
    for (let index = 1; index < 100; index += 1) await user.setRule(`r${index}`, { kind: 'delta', limit: 0.4 })
    expect(problemOf(await user.tryRule('more', { kind: 'delta' })).code).toBe('too_many_alert_rules')
  })

  test('suggestions name the rules that matter for a position, a stock and a screen', async () => {
    const user = openUser(stack, 'kim')
    stack.market.override('DIV', {
      earnings_date: '2026-07-20',
      dividends: [{ ex_date: '2026-07-15', cash_amount: 0.5, kind: 'regular', estimated: false }] as never,
    })
    await addPosition('kim', { ticker: 'DIV' })
    await user.setRule('all', { kind: 'delta', limit: 0.5 })
    const suggest = async (query: Readonly<Record<string, string>>) =>
      (await stack.get('portfolio.suggestAlertRules', { user: 'kim', query })).suggestions
    const found = await suggest({ position_id: '1783699200000' })
    expect(found.map(({ kind, rule_id }) => [kind, rule_id])).toEqual([
      ['dividend', null],
      ['earnings', null],
      ['delta', 'all'],
      ['days_left', null],
      ['profit_captured', null],
      ['above_strike', null],
    ])
    expect(found[0]?.reason).toBe('The stock goes ex-dividend on Jul 15, 2026.')
    expect((await suggest({ symbol: 'KO' })).map(({ kind }) => kind)).toEqual(['iv_rank_above', 'iv_rank_below'])
    const missing = { user: 'kim', query: { position_id: 'none' } }
    expect((await stack.ask('portfolio.suggestAlertRules', missing)).status).toBe(404)
  })
})

describe('a live market', () => {
  let stack: Stack
  let nowMs = 0
  beforeAll(async () => {
    stack = await openStack({ means: receivers.means, now: () => nowMs })
  })
  afterAll(() => stack.close())

  /** Evaluates after a refresh at a time, with quotes of the same or an earlier time. */
  async function evaluateAt(time: string, quotedAt = time, state: 'idle' | 'running' = 'idle') {
    nowMs = Date.parse(time)
    stack.market.override('universe', { data_class: 'live', as_of: time })
    stack.market.override('KO', { data_class: 'live', as_of: quotedAt, market_time: time })
    stack.screener.refresh(time, state)
    // A new process has no quotes in its memory.
    const replica = await stack.openReplica()
    await replica.alerts.evaluate()
    await replica.runtime.close()
  }

  test('a long refresh of the screener does not delay alerts on positions', async () => {
    const user = openUser(stack, 'bob')
    await evaluateAt('2026-07-09T14:00:00.000Z')
    await stack.get('portfolio.add', { user: 'bob', body: inventPosition() })
    await user.setRule('delta', { kind: 'delta', limit: 0.6 })
    const during = ['2026-07-09T14:01:00.000Z', '2026-07-09T14:06:00.000Z'] as const
    await evaluateAt(during[0], during[0], 'running')
    expect(await user.listRules()).toMatchObject([{ state: 'does_not_hold' }])
    stack.market.overrideCalls('KO', { delta: 0.62 })
    await evaluateAt(during[1], during[1], 'running')
    expect(await user.listMessages()).toMatchObject([{ as_of: during[1] }])
    stack.market.overrideCalls('KO', { delta: 0.3 })
  })

  test('the day of a message is that of the market session, so nothing repeats at midnight, on a weekend or before new quotes', async () => {
    const user = openUser(stack, 'ann')
    const readDays = async (rule: string) =>
      (await user.listMessages()).filter(({ rule_id }) => rule_id === rule).map(({ market_day }) => market_day)
    await evaluateAt('2026-07-10T19:00:00.000Z')
    await stack.get('portfolio.add', { user: 'ann', body: inventPosition() })
    await user.setRule('long', { kind: 'days_left', limit: 30 })
    await user.setRule('short', { kind: 'days_left', limit: 11 })
    const lastOfFriday = '2026-07-10T20:00:00.000Z'
    await evaluateAt(lastOfFriday)
    await evaluateAt('2026-07-11T04:30:00.000Z', lastOfFriday)
    await evaluateAt('2026-07-12T16:00:00.000Z')
    expect([await readDays('long'), await readDays('short')]).toEqual([['2026-07-10'], []])
    await evaluateAt('2026-07-13T13:30:10.000Z', lastOfFriday)
    expect([await readDays('long'), await readDays('short')]).toEqual([['2026-07-10'], ['2026-07-13']])
    await evaluateAt('2026-07-13T14:00:00.000Z')
    expect([await readDays('long'), await readDays('short')]).toEqual([['2026-07-13', '2026-07-10'], ['2026-07-13']])
  })
})
