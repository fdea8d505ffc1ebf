import { MAX_POSITIONS } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const kindsOf = async (user: string) =>
  (
    await stack.database
      .selectFrom('positionEvent')
      .select('kind')
      .where('userId', '=', user)
      .orderBy('sequence')
      .execute()
  ).map(({ kind }) => kind)

describe('adding', () => {
  test('stores a position once; a repeat is known, different content is a conflict', async () => {
    const user = 'adder'
    const body = inventPosition({ ticker: 'ko', notes: ' wheel ' })
    const first = await stack.get('portfolio.add', { user, body })
    expect(first).toMatchObject({
      outcome: 'created',
      position: { id: body.id, ticker: 'KO', contracts: 1, shares: 100, notes: 'wheel', strike_price: 65 },
    })
    expect(await stack.get('portfolio.add', { user, body })).toEqual({ ...first, outcome: 'known' })
    const other = await stack.ask('portfolio.add', { user, body: { ...body, strike_price: 66 } })
    expect([other.status, problemOf(other).code]).toEqual([409, 'other_content'])
    expect(await kindsOf(user)).toEqual(['open'])
  })

  test('restores a deleted id in its old place, with the new terms', async () => {
    const user = 'undoer'
    const [first, second] = [inventPosition({ id: 'a' }), inventPosition({ id: 'b', contracts: 2 })]
    await stack.get('portfolio.add', { user, body: first })
    await stack.get('portfolio.add', { user, body: second })
    await stack.get('portfolio.remove', { user, params: { id: 'a' } })
    expect(await stack.listIds(user)).toEqual(['b'])
    const back = await stack.get('portfolio.add', { user, body: { ...first, entry_premium: 2.6 } })
    expect(back).toMatchObject({ outcome: 'restored', position: { entry_premium: 2.6 } })
    expect(await stack.listIds(user)).toEqual(['a', 'b'])
    expect(await kindsOf(user)).toEqual(['open', 'open', 'delete', 'restore'])
  })

  test('asks before it stores equal terms again within a minute', async () => {
    const user = 'double clicker'
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'one' }) })
    const again = await stack.ask('portfolio.add', { user, body: inventPosition({ id: 'two' }) })
    expect([again.status, problemOf(again).code]).toEqual([409, 'equal_terms'])
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'two', confirm_equal: true }) })
    expect(await stack.listIds(user)).toEqual(['one', 'two'])
  })

  test('stops at the limit, even for concurrent requests', async () => {
    const user = 'collector'
    const rows = Array.from({ length: MAX_POSITIONS - 1 }, (_, index) => inventPosition({ id: `row-${index}` }))
    for (const part of [rows.slice(0, 500), rows.slice(500)]) {
      expect(await stack.get('portfolio.migrate', { user, body: part })).toMatchObject({ skipped: [] })
    }
    const bodies = ['x', 'y', 'z'].map((id) => inventPosition({ id, confirm_equal: true }))
    const answers = await Promise.all(bodies.map((body) => stack.ask('portfolio.add', { user, body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await stack.listIds(user)).toHaveLength(MAX_POSITIONS)
  })
})

describe('a ticker', () => {
  test.each(['brk-b', '$BRK/B', 'BRK B', 'BRKB', 'brk.b', 'BRKB260724C00065000'])(
    'written as %s is stored as BRK.B when added, changed or migrated',
    async (symbol) => {
      const user = `writer of ${symbol}`
      const { position } = await stack.get('portfolio.add', { user, body: inventPosition({ ticker: symbol }) })
      expect(position.ticker).toBe('BRK.B')
      const again = await stack.get('portfolio.add', { user, body: inventPosition({ ticker: 'BRK.B' }) })
      expect(again.outcome).toBe('known')
      await stack.get('portfolio.migrate', { user, body: [inventPosition({ id: 'other', ticker: symbol })] })
      const symbols = (await stack.get('portfolio.list', { user })).positions.map((listed) => listed.ticker)
      expect(symbols).toEqual(['BRK.B', 'BRK.B'])
      if (symbol.length > 6) return
      await stack.get('portfolio.add', { user, body: inventPosition({ id: 'ko' }) })
      const changed = await stack.get('portfolio.update', { user, params: { id: 'ko' }, body: { ticker: symbol } })
      expect(changed.position.ticker).toBe('BRK.B')
    },
  )

  test.each(['KO260724P00065000', 'KO260724C00070000', 'K-O-K', 'KO1'])(
    '%s is not a ticker of this call',
    async (symbol) => {
      const answer = await stack.ask('portfolio.add', { user: 'stray', body: inventPosition({ ticker: symbol }) })
      expect([answer.status, problemOf(answer).errors?.[0]?.field]).toEqual([400, 'ticker'])
    },
  )

  test('that the market does not list is stored unchanged', async () => {
    const { position } = await stack.get('portfolio.add', {
      user: 'hopeful',
      body: inventPosition({ ticker: 'zzzzq' }),
    })
    expect(position.ticker).toBe('ZZZZQ')
  })

  test('added while the market is down is recognized when it is back', async () => {
    const user = 'cut off'
    stack.market.breakFor('symbols', 'refuses')
    const body = inventPosition({ ticker: 'BRKB' })
    expect(await stack.get('portfolio.add', { user, body })).toMatchObject({ position: { ticker: 'BRKB' } })
    stack.market.mend()
    expect(await stack.get('portfolio.add', { user, body })).toMatchObject({ outcome: 'known' })
  })
})

describe('impossible dates', () => {
  const christmas = { expiry_date: '2026-12-25' }
  const tomorrow = { entry_date: '2026-07-11' }
  const closed = (day: string, name: string, before: string) =>
    `The expiry date must be a trading day. The market is closed on ${day} (${name}). Options of that week expire on ${before}.`
  const future = 'The entry date must not be in the future: today is Jul 10, 2026.'
  const holiday = { entry_date: '2026-07-03' }
  const notTraded =
    'The entry date must be a trading day. The market was closed on Jul 3, 2026 (Independence Day). ' +
    'The last trading day before it was Jul 2, 2026.'

  test.each([
    [christmas, closed('Dec 25, 2026', 'Christmas Day', 'Dec 24, 2026')],
    [{ expiry_date: '2027-01-01' }, closed('Jan 1, 2027', "New Year's Day", 'Dec 31, 2026')],
    [{ expiry_date: '2027-03-26' }, closed('Mar 26, 2027', 'Good Friday', 'Mar 25, 2027')],
    [{ expiry_date: '2026-08-22' }, closed('Aug 22, 2026', 'Saturday', 'Aug 21, 2026')],
    [{ expiry_date: '2026-11-26' }, closed('Nov 26, 2026', 'Thanksgiving Day', 'Nov 27, 2026')],
    [tomorrow, future],
    [holiday, notTraded],
  ])('%j are rejected when added, changed or migrated', async (days, reason) => {
    const user = `planner of ${Object.values(days)[0]}`
    const refusal = await stack.ask('portfolio.add', { user, body: inventPosition(days) })
    expect([refusal.status, problemOf(refusal).detail]).toEqual([400, reason])
    const { skipped } = await stack.get('portfolio.migrate', { user, body: [inventPosition(days)] })
    expect(skipped.map((row) => row.reason)).toEqual([reason])
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const change = await stack.ask('portfolio.update', { user, params: { id: inventPosition().id }, body: days })
    expect([change.status, problemOf(change).detail]).toEqual([400, reason])
  })

  test('the first and the last possible day are accepted, the days beyond them are not', async () => {
    const user = 'at the ends'
    const range = 'must be from Jan 1, 1970 to Dec 31, 2099.'
    for (const [days, reason] of [
      [{ entry_date: '1970-01-02' }, null],
      [{ expiry_date: '2099-12-31' }, null],
      [{ entry_date: '1969-12-31' }, `The entry date ${range}`],
      [{ expiry_date: '2100-01-04' }, `The expiry date ${range}`],
    ] as const) {
      const answer = await stack.ask('portfolio.add', {
        user,
        body: inventPosition({ ...days, id: `on-${Object.values(days)[0]}` }),
      })
      expect([days, answer.status === 200 ? null : problemOf(answer).detail]).toEqual([days, reason])
    }
  })

  test('that are already stored are accepted, and can be restored after a deletion', async () => {
    const user = 'veteran'
    const body = inventPosition(christmas)
    const params = { id: body.id }
    await stack.get('portfolio.add', { user, body: inventPosition() })
    await stack.database.updateTable('position').set({ expiryDate: '2026-12-25' }).where('userId', '=', user).execute()
    const change = { contracts: 2, expiry_date: '2026-12-25' }
    expect(await stack.get('portfolio.update', { user, params, body: change })).toMatchObject({
      position: { contracts: 2, expiry_date: '2026-12-25' },
    })
    await stack.get('portfolio.remove', { user, params })
    expect(await stack.get('portfolio.add', { user, body })).toMatchObject({ outcome: 'restored' })
    expect(await stack.get('portfolio.migrate', { user, body: [body] })).toMatchObject({ migrated_count: 1 })
  })
})

describe('changing', () => {
  test('updates only the given terms; a repeat writes nothing', async () => {
    const user = 'editor'
    await stack.get('portfolio.add', { user, body: inventPosition({ notes: 'first' }) })
    const params = { id: inventPosition().id }
    const change = { contracts: 3, strike_price: 67.5, notes: null }
    const { position } = await stack.get('portfolio.update', { user, params, body: change })
    expect(position).toMatchObject({ contracts: 3, shares: 300, strike_price: 67.5, notes: null, entry_premium: 2.5 })
    expect((await stack.get('portfolio.update', { user, params, body: change })).position).toEqual(position)
    expect((await stack.get('portfolio.update', { user, params, body: {} })).position).toEqual(position)
    expect(await kindsOf(user)).toEqual(['open', 'edit'])
  })

  test('is rejected if the resulting terms are invalid', async () => {
    const user = 'muddler'
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const params = { id: inventPosition().id }
    const answer = await stack.ask('portfolio.update', { user, params, body: { expiry_date: '2026-06-01' } })
    expect(answer.status).toBe(400)
    expect(problemOf(answer)).toMatchObject({
      detail: 'The expiry date must not be before the entry date.',
      errors: [{ field: 'expiry_date', detail: 'must not be before the entry date' }],
    })
  })

  test('concurrently applies every change on top of the others', async () => {
    const user = 'juggler'
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const params = { id: inventPosition().id }
    const changes = [
      { contracts: 7 },
      { strike_price: 70 },
      { entry_premium: 1.5 },
      { notes: 'n' },
      { entry_price: 61 },
    ]
    await Promise.all(changes.map((body) => stack.get('portfolio.update', { user, params, body })))
    expect(await stack.listOne(user)).toMatchObject(Object.assign({}, ...changes))
    expect(await kindsOf(user)).toHaveLength(6)
  })

  test('adding, changing and deleting one id concurrently keeps ledger and row consistent', async () => {
    const user = 'racer'
    const body = inventPosition()
    const params = { id: body.id }
    await stack.get('portfolio.add', { user, body })
    const round = Array.from({ length: 10 }, (_, index) => [
      stack.ask('portfolio.remove', { user, params }),
      stack.ask('portfolio.add', { user, body }),
      stack.ask('portfolio.update', { user, params, body: { contracts: index + 1 } }),
    ]).flat()
    const statuses = new Set((await Promise.all(round)).map(({ status }) => status))
    expect([...statuses].every((status) => [200, 404, 409].includes(status))).toBe(true)
    const last = (await kindsOf(user)).at(-1)
    expect(await stack.listIds(user)).toHaveLength(last === 'delete' ? 0 : 1)
  })
})

describe('deleting', () => {
  test('removes it from the list; a repeat or an unknown id is a 404', async () => {
    const user = 'deleter'
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const params = { id: inventPosition().id }
    expect(await stack.get('portfolio.remove', { user, params })).toMatchObject({ position: { id: params.id } })
    expect(await stack.listIds(user)).toEqual([])
    for (const id of [params.id, 'never']) {
      const answer = await stack.ask('portfolio.remove', { user, params: { id } })
      expect([answer.status, problemOf(answer).code]).toEqual([404, 'unknown_position'])
    }
    const gone = await stack.ask('portfolio.update', { user, params, body: { contracts: 2 } })
    expect(gone.status).toBe(404)
  })
})

describe('migrating', () => {
  test('adds every valid row and reports the others; a repeat changes nothing', async () => {
    const user = 'migrant'
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'there' }) })
    const body = [
      inventPosition({ id: 'one' }),
      inventPosition({ id: 'there' }),
      inventPosition({ id: 'late', expiry_date: '2026-02-30' }),
      inventPosition({ id: 'one', strike_price: 1 }),
      { id: 'bare' },
      'text',
      null,
      inventPosition({ id: 'two', cc_pnl: 5 }),
      inventPosition({ id: 'three' }),
    ]
    const answer = await stack.get('portfolio.migrate', { user, body })
    expect(answer.migrated_count).toBe(3)
    expect(answer.skipped.map(({ index, id }) => [index, id])).toEqual([
      ...[
        [2, 'late'],
        [3, 'one'],
        [4, 'bare'],
        [5, null],
        [6, null],
        [7, 'two'],
      ],
    ])
    expect(answer.skipped[0]?.reason).toBe('The expiry date must be a valid date.')
    expect(answer.skipped[5]?.reason).toBe('cc_pnl is not a known field.')
    expect(await stack.get('portfolio.migrate', { user, body })).toEqual(answer)
    expect(await stack.listIds(user)).toEqual(['there', 'one', 'three'])
  })

  test('accepts at most 500 rows', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => inventPosition({ id: `m-${index}` }))
    const answer = await stack.ask('portfolio.migrate', { user: 'mover', body: rows })
    expect(answer.status).toBe(400)
    expect(await stack.listIds('mover')).toEqual([])
    expect(await stack.get('portfolio.migrate', { user: 'mover', body: [] })).toMatchObject({ migrated_count: 0 })
  })
})

describe('the ledger', () => {
  test.each([
    ['update', sql`update position_event set kind = 'edit'`],
    ['delete', sql`delete from position_event`],
    ['truncate', sql`truncate position_event`],
    ['a cascading truncate', sql`truncate position cascade`],
  ])('rejects %s', async (_what, statement) => {
    await stack.get('portfolio.add', { user: 'writer', body: inventPosition() })
    await expect(statement.execute(stack.database)).rejects.toThrow('only grows')
  })

  test('has the terms of each event, and columns for events that close a position', async () => {
    const user = 'chronicler'
    await stack.get('portfolio.add', { user, body: inventPosition() })
    await stack.get('portfolio.update', { user, params: { id: inventPosition().id }, body: { contracts: 2 } })
    const events = await stack.database.selectFrom('positionEvent').selectAll().where('userId', '=', user).execute()
    expect(events.map(({ terms }) => terms?.contracts)).toEqual([1, 2])
    await sql`insert into position_event (user_id, position_id, kind, contracts, price, fees_usd, occurred_on)
      values (${user}, ${inventPosition().id}, 'close', 1, 0.4, 0.65, '2026-07-01')`.execute(stack.database)
  })

  test('is erased only with its user, and other users are not affected', async () => {
    for (const user of ['leaver', 'stayer']) {
      const headers = { 'idempotency-key': 'k' }
      await stack.get('portfolio.add', { user, body: inventPosition(), headers })
    }
    const erased = await stack.get('portfolio.erase', { as: { kind: 'service' }, params: { id: 'leaver' } })
    expect(erased).toEqual({ status: 'success', positions: 1, events: 1 })
    const left = await sql`select 1 from position where user_id = 'leaver'
      union all select 1 from position_event where user_id = 'leaver'
      union all select 1 from kept_answer where user_id = 'leaver'`.execute(stack.database)
    expect(left.rows).toEqual([])
    expect(await stack.listIds('stayer')).toHaveLength(1)
    const refused = await stack.ask('portfolio.erase', { user: 'stayer', params: { id: 'stayer' } })
    expect(refused.status).toBe(403)
    const asked = { as: { kind: 'service' }, caller: 'coach', params: { id: 'stayer' } } as const
    expect(await stack.ask('portfolio.erase', asked)).toMatchObject({ status: 403 })
    expect(await stack.listIds('stayer')).toHaveLength(1)
  })

  test('can be exported: the current positions, and every event in order', async () => {
    const user = 'taker'
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'a', notes: 'mine' }) })
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'b', contracts: 2 }) })
    await stack.get('portfolio.update', { user, params: { id: 'a' }, body: { contracts: 3 } })
    await stack.get('portfolio.remove', { user, params: { id: 'b' } })
    await stack.get('portfolio.add', { user: 'other', body: inventPosition({ id: 'a' }) })
    const { history } = await stack.get('portfolio.exportUser', { as: { kind: 'service' }, params: { id: user } })
    expect(history.positions).toMatchObject([{ id: 'a', contracts: 3, notes: 'mine', expiry_date: '2026-07-24' }])
    expect(history.events.map(({ position_id, kind }) => `${kind} ${position_id}`)).toEqual([
      ...['open a', 'open b', 'edit a', 'delete b'],
    ])
    expect(history.events[0]?.terms).toEqual({
      ...{ ticker: 'KO', entry_date: '2026-06-26', expiry_date: '2026-07-24', strike_price: 65, entry_premium: 2.5 },
      ...{ entry_price: 60, contracts: 1, notes: 'mine' },
    })
    expect(history.events[2]?.terms).toMatchObject({ contracts: 3 })
  })

  test('tell the screener which stocks are held by any user, and a deleted position’s are not', async () => {
    const readHeld = async () =>
      (await stack.get('portfolio.heldSymbols', { as: { kind: 'service' }, caller: 'screener' })).symbols
    await stack.get('portfolio.add', { user: 'holder-1', body: inventPosition({ id: 'h1', ticker: 'PEP' }) })
    await stack.get('portfolio.add', { user: 'holder-2', body: inventPosition({ id: 'h2', ticker: 'PEP' }) })
    expect((await readHeld()).filter((symbol) => symbol === 'PEP')).toEqual(['PEP'])
    await stack.get('portfolio.remove', { user: 'holder-1', params: { id: 'h1' } })
    await stack.get('portfolio.remove', { user: 'holder-2', params: { id: 'h2' } })
    expect(await readHeld()).not.toContain('PEP')
  })
})
