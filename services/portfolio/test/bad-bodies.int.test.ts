import { once } from 'node:events'
import { connect } from 'node:net'
import { MAX_LEDGER_LENGTH } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

describe('bad bodies', () => {
  /** One invalid value of each kind per field. The nightly run generates many more (S07). */
  const badFields: readonly (readonly [field: string, value: unknown])[] = [
    ...['', ' ', 1, 'K O K', 'TOOLONGG', 'K\u0000O', 'К', '=KO', 'x'.repeat(65)].map(
      (value) => ['ticker', value] as const,
    ),
    ...['', '2026-02-30', '2026-1-1', '2026-07-24T00:00:00Z', '1969-12-31', '9999-12-31', 20260724].map(
      (value) => ['entry_date', value] as const,
    ),
    ...['2026-13-01', ' 2026-07-24', '２０２６-07-24', null].map((value) => ['expiry_date', value] as const),
    ...['65', true, [], {}, 0, -0.01, 1e7, 0.00001, 1.23456].map((value) => ['strike_price', value] as const),
    ...['60', 0, -1, 1e300, 99.999999].map((value) => ['entry_price', value] as const),
    ...['1', false, -0.01, 1.23456].map((value) => ['entry_premium', value] as const),
    ...[0, -1, 1.5, '1', 10_001, null].map((value) => ['contracts', value] as const),
    ...[7, {}, 'a\u0000b', 'a\u202eb', '\ud800', 'n'.repeat(1_001)].map((value) => ['notes', value] as const),
  ]
  /** Bodies that are invalid as a whole: a bad id, dates out of order, a missing field, or no object at all. */
  const badWholes: readonly unknown[] = [
    ...['', ' ', 7, 'a b', 'a/b', 'é', "a'--", '../a', 'x'.repeat(65)].map((id) => ({ ...inventPosition(), id })),
    { ...inventPosition(), entry_date: '2026-07-25' },
    ...['id', 'ticker', 'entry_date', 'expiry_date', 'strike_price', 'entry_premium', 'entry_price'].map((name) =>
      Object.fromEntries(Object.entries(inventPosition()).filter(([field]) => field !== name)),
    ),
    ...[7, 'text', true, []],
  ]
  const badPositions = [...badFields.map(([field, value]) => ({ ...inventPosition(), [field]: value })), ...badWholes]

  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
  })
  afterAll(() => stack.close())

  const user = 'fuzz'
  const countStored = async () =>
    (await stack.database.selectFrom('position').select('id').where('userId', '=', user).execute()).length

  async function expectRefusal(
    id: 'portfolio.add' | 'portfolio.update' | 'portfolio.import',
    asked: { body: unknown },
  ) {
    const answer = await stack.ask(id, { user, ...asked } as Parameters<Stack['ask']>[1])
    expect([asked.body, [400, 422].includes(answer.status)]).toEqual([asked.body, true])
    const { code, errors, detail } = problemOf(answer)
    expect(detail).not.toBe('')
    if (code === 'validation') expect(errors?.length).toBeGreaterThan(0)
  }

  test('invalid positions are rejected when added, and none is stored (S07)', async () => {
    for (const body of badPositions) await expectRefusal('portfolio.add', { body })
    expect(await countStored()).toBe(0)
  })

  test('invalid positions are skipped by a migration, each with its reason', async () => {
    const answer = await stack.get('portfolio.migrate', { user, body: badPositions })
    expect(answer).toMatchObject({ migrated_count: 0 })
    expect(answer.skipped.map(({ index }) => index)).toEqual(badPositions.map((_position, index) => index))
    for (const { reason } of answer.skipped) expect(reason).toMatch(/\.$/)
    expect(await countStored()).toBe(0)
  })

  test('invalid changes are rejected, and the position is unchanged', async () => {
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const before = await stack.listOne(user)
    const params = { id: before.id }
    const changes = [
      ...badFields.map(([field, value]) => ({ [field]: value })),
      [],
      'text',
      7,
      { expiry_date: '2026-06-25' },
    ]
    for (const body of changes) await expectRefusal('portfolio.update', { params, body } as { body: unknown })
    expect(await stack.listOne(user)).toEqual(before)
    await stack.get('portfolio.remove', { user, params })
  })

  test('invalid files are rejected as a whole, invalid rows one by one', async () => {
    const header = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts'
    const good = ['KO', '2026-06-26', '2026-07-24', '65', '1', '60', '1']
    const badCells = ['', '-1', '1e3', '0x10', '2026-02-30', 'K O K', '=1+1', '1.23456', '∞', '١', '12:00']
    const rows = badCells.map((cell, index) => good.with(index % 6, cell).join(','))
    const answer = await stack.importPositions({ user, body: { csv: `${header}\n${rows.join('\n')}\n` } })
    expect(answer.counts).toMatchObject({ created: 0, known: 0, restored: 0, refused: rows.length })
    for (const csv of ['', 7, 'x'.repeat(MAX_LEDGER_LENGTH + 1), '\n\n', 'a,b\n1,2']) {
      await expectRefusal('portfolio.import', { body: { csv } })
    }
    for (const body of [{}, [], 'csv']) await expectRefusal('portfolio.import', { body })
    expect(await stack.listIds(user)).toEqual([])
  })

  test.each([
    [
      '{"id":"x","ticker":"KO","entry_date":"2026-06-26","expiry_date":"2026-07-24","strike_price":1e309,"entry_premium":1,"entry_price":60}',
      'strike_price',
    ],
    [
      '{"id":"x","ticker":"KO","entry_date":"2026-06-26","expiry_date":"2026-07-24","strike_price":65,"entry_premium":-0,"entry_price":60}',
      'entry_premium',
    ],
  ])('%s is rejected because of %s', async (body, field) => {
    const answer = await stack.ask('portfolio.add', { user, body })
    expect(answer.status).toBe(400)
    expect(problemOf(answer).errors?.map((error) => error.field)).toEqual([field])
  })

  test.each(['', '{', 'null', '[1,', '{"id":1}{}', '\u0000'])('%j is not a valid body', async (body) => {
    expect((await stack.ask('portfolio.add', { user, body })).status).toBe(400)
  })

  test.each(['a'.repeat(65), 'a b', 'a%2Fb', '..', 'é'])('a URL with the id %s is rejected', async (id) => {
    expect([400, 404]).toContain((await stack.ask('portfolio.remove', { user, params: { id } })).status)
  })
})

describe('repeats', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
    await stack.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => stack.close())

  describe('an Idempotency-Key', () => {
    const headers = { 'idempotency-key': 'b7b0c0de-1' }

    test('returns the first response to a repeat, even after other changes', async () => {
      const user = 'retrier'
      const asked = { user, body: inventPosition(), headers }
      const first = await stack.get('portfolio.add', asked)
      await stack.get('portfolio.update', { user, params: { id: first.position.id }, body: { contracts: 4 } })
      expect(await stack.get('portfolio.add', asked)).toEqual(first)
      expect(await stack.listOne(user)).toMatchObject({ contracts: 4 })
    })

    test('applies to changes and deletions too: a repeated deletion is not a 404', async () => {
      const user = 'remover'
      const params = { id: inventPosition().id }
      await stack.get('portfolio.add', { user, body: inventPosition() })
      const first = await stack.get('portfolio.remove', { user, params, headers })
      expect(await stack.get('portfolio.remove', { user, params, headers })).toEqual(first)
    })

    test('used concurrently, writes once and returns the same response to all', async () => {
      const user = 'clicker'
      const asked = { user, body: [inventPosition({ id: 'a' }), inventPosition({ id: 'b' })], headers }
      const answers = await Promise.all(Array.from({ length: 8 }, () => stack.get('portfolio.migrate', asked)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      const events = await stack.database
        .selectFrom('positionEvent')
        .select('kind')
        .where('userId', '=', user)
        .execute()
      expect(events).toHaveLength(2)
    })

    test('reused for a different request is rejected, and nothing is written', async () => {
      const user = 'confuser'
      await stack.get('portfolio.add', { user, body: inventPosition(), headers })
      const other = await stack.ask('portfolio.add', { user, body: inventPosition({ id: 'other' }), headers })
      expect([other.status, problemOf(other).code]).toEqual([422, 'idempotency_key_reused'])
      expect(await stack.listIds(user)).toHaveLength(1)
    })

    test('from a failed request can be used again', async () => {
      const user = 'fixer'
      const bad = await stack.ask('portfolio.add', { user, body: inventPosition({ entry_premium: 1.00001 }), headers })
      expect(bad.status).toBe(400)
      expect(await stack.get('portfolio.add', { user, body: inventPosition(), headers })).toMatchObject({
        outcome: 'created',
      })
    })

    test.each(['', 'a b', 'é', 'k'.repeat(256)])('%j is not a valid key', async (key) => {
      const answer = await stack.ask('portfolio.add', { body: inventPosition(), headers: { 'idempotency-key': key } })
      expect([answer.status, problemOf(answer).code]).toEqual([400, 'invalid_idempotency_key'])
    })
  })

  describe('a client that disconnects during a request (F41)', () => {
    test('at any of 20 points in the exchange, and then retries, stores exactly one row', async () => {
      for (let point = 0; point < 20; point += 1) {
        const user = `leaver-${point}`
        await sendAndLeave(user, JSON.stringify(inventPosition()), point / 19)
        await waitFor(
          'the retry',
          async () => (await stack.ask('portfolio.add', { user, body: inventPosition() })).status === 200,
        )
        expect(await stack.listIds(user)).toHaveLength(1)
        const events = await stack.database
          .selectFrom('positionEvent')
          .select('kind')
          .where('userId', '=', user)
          .execute()
        expect(events).toEqual([{ kind: 'open' }])
      }
    })

    test('during a migration, and then retries, stores every row once', async () => {
      const rows = Array.from({ length: 50 }, (_, index) => inventPosition({ id: `row-${index}` }))
      for (const part of [0.5, 0.99, 1]) {
        const user = `mover-${part}`
        await sendAndLeave(user, JSON.stringify(rows), part, '/migrate')
        expect(await stack.get('portfolio.migrate', { user, body: rows })).toMatchObject({ migrated_count: 50 })
        const events = await stack.database
          .selectFrom('positionEvent')
          .select('kind')
          .where('userId', '=', user)
          .execute()
        expect(events).toHaveLength(50)
      }
    })

    /** Sends a fraction of a request (1 means all of it) and disconnects without reading the response. */
    async function sendAndLeave(user: string, body: string, part: number, path = ''): Promise<void> {
      const address = stack.app.server.address()
      if (address === null || typeof address === 'string') throw new Error('not listening')
      const sign = createIdentitySigner(stack.config, 'gateway')
      const text = [
        `POST /api/portfolio/positions${path} HTTP/1.1`,
        'host: portfolio',
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        `${IDENTITY_HEADER}: ${sign('portfolio', { kind: 'user', userId: user, sessionId: 's', isDemo: false })}`,
        '',
        body,
      ].join('\r\n')
      const socket = connect(address.port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(text.slice(0, Math.ceil(text.length * part)), () => socket.destroy())
      await once(socket, 'close')
    }
  })
})
