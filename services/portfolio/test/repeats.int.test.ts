import { once } from 'node:events'
import { connect } from 'node:net'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
  await stack.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack.close())

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'b7b0c0de-1' }

  test('answers the same request with the first answer, whatever happened since', async () => {
    const user = 'retrier'
    const asked = { user, body: inventPosition(), headers }
    const first = await stack.get('portfolio.add', asked)
    await stack.get('portfolio.update', { user, params: { id: first.position.id }, body: { contracts: 4 } })
    expect(await stack.get('portfolio.add', asked)).toEqual(first)
    expect(await stack.listOne(user)).toMatchObject({ contracts: 4 })
  })

  test('holds for changes and deletions too: a repeated deletion is no 404', async () => {
    const user = 'remover'
    const params = { id: inventPosition().id }
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const first = await stack.get('portfolio.remove', { user, params, headers })
    expect(await stack.get('portfolio.remove', { user, params, headers })).toEqual(first)
  })

  test('at once: one writes, all answer the same', async () => {
    const user = 'clicker'
    const asked = { user, body: [inventPosition({ id: 'a' }), inventPosition({ id: 'b' })], headers }
    const answers = await Promise.all(Array.from({ length: 8 }, () => stack.get('portfolio.migrate', asked)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const events = await stack.database.selectFrom('positionEvent').select('kind').where('userId', '=', user).execute()
    expect(events).toHaveLength(2)
  })

  test('of another request is refused, and nothing is written', async () => {
    const user = 'confuser'
    await stack.get('portfolio.add', { user, body: inventPosition(), headers })
    const other = await stack.ask('portfolio.add', { user, body: inventPosition({ id: 'other' }), headers })
    expect([other.status, problemOf(other).code]).toEqual([422, 'idempotency_key_reused'])
    expect(await stack.listIds(user)).toHaveLength(1)
  })

  test('of what failed is free again', async () => {
    const user = 'fixer'
    const bad = await stack.ask('portfolio.add', { user, body: inventPosition({ entry_premium: 1.00001 }), headers })
    expect(bad.status).toBe(400)
    expect(await stack.get('portfolio.add', { user, body: inventPosition(), headers })).toMatchObject({
      outcome: 'created',
    })
  })

  test.each(['', 'a b', 'é', 'k'.repeat(256)])('%j is none', async (key) => {
    const answer = await stack.ask('portfolio.add', { body: inventPosition(), headers: { 'idempotency-key': key } })
    expect([answer.status, problemOf(answer).code]).toEqual([400, 'invalid_idempotency_key'])
  })
})

describe('a client that leaves between question and answer (F41)', () => {
  test('at 20 points of the exchange, and asks again: exactly one row', async () => {
    for (let point = 0; point < 20; point += 1) {
      const user = `leaver-${point}`
      await sendAndLeave(user, JSON.stringify(inventPosition()), point / 19)
      await waitFor(
        'the second try',
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

  test('in mid-migration, and migrates again: every row once', async () => {
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

  /** Sends this part of a request, all of it at 1, and hangs up without reading a byte of the answer. */
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
