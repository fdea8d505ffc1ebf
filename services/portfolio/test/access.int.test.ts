import { type EndpointId, endpointTable, listEndpoints } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const owner = 'alice'
const stranger = 'bob'
const position = inventPosition({ notes: 'private' })
const params = { id: position.id }
const csvOf = (strike: number) =>
  `id,ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\n${position.id},KO,2026-06-26,2026-07-24,${strike},2.5,60\n`

/** Every row and event of the owner, byte for byte. */
async function readOwned() {
  const rows = await stack.database.selectFrom('position').selectAll().where('userId', '=', owner).execute()
  const events = await stack.database.selectFrom('positionEvent').selectAll().where('userId', '=', owner).execute()
  const kept = await stack.database.selectFrom('keptAnswer').selectAll().where('userId', '=', owner).execute()
  return JSON.stringify([rows, events, kept])
}

/** What a stranger who knows the id does with each endpoint, and what he is answered. */
const attempts: Readonly<Record<string, { asked: object; status: number }>> = {
  'portfolio.list': { asked: {}, status: 200 },
  'portfolio.attention': { asked: {}, status: 200 },
  'portfolio.export': { asked: {}, status: 200 },
  'portfolio.update': { asked: { params, body: { contracts: 9 } }, status: 404 },
  'portfolio.remove': { asked: { params }, status: 404 },
  'portfolio.add': { asked: { body: inventPosition({ strike_price: 99 }) }, status: 200 },
  'portfolio.migrate': { asked: { body: [inventPosition({ strike_price: 99 })] }, status: 200 },
  'portfolio.import': { asked: { body: { csv: csvOf(99) } }, status: 200 },
  'portfolio.erase': { asked: { params: { id: owner } }, status: 403 },
  'portfolio.exportUser': { asked: { params: { id: owner } }, status: 403 },
  'portfolio.seedDemo': { asked: { params: { id: owner } }, status: 403 },
}

describe("another user's positions (S05)", () => {
  beforeAll(async () => {
    const headers = { 'idempotency-key': 'shared-key' }
    await stack.get('portfolio.add', { user: owner, body: position, headers })
  })

  test('every endpoint of the service is tried', () => {
    expect(Object.keys(attempts).sort()).toEqual([...listEndpoints('portfolio')].sort())
  })

  test.each(Object.entries(attempts))('%s neither shows nor touches them', async (id, { asked, status }) => {
    const before = await readOwned()
    const answer = await stack.ask(id as EndpointId, { user: stranger, ...asked })
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain('private')
    expect(answer.text).not.toContain(owner)
    expect(await readOwned()).toBe(before)
  })

  test('an id that another has is answered as one that nobody has', async () => {
    for (const id of ['portfolio.update', 'portfolio.remove'] as const) {
      const body = id === 'portfolio.update' ? { body: { contracts: 2 } } : {}
      const [theirs, nobodys] = await Promise.all(
        [params.id, 'nobody-has-this'].map((known) => stack.ask(id, { user: 'eve', params: { id: known }, ...body })),
      )
      const strip = (text = '') => ({ ...JSON.parse(text), request_id: '' })
      expect(strip(theirs?.text)).toEqual(strip(nobodys?.text))
    }
  })

  test("another's Idempotency-Key is one's own", async () => {
    const asked = { user: 'carol', body: inventPosition({ id: 'c' }), headers: { 'idempotency-key': 'shared-key' } }
    expect(await stack.get('portfolio.add', asked)).toMatchObject({ position: { id: 'c' } })
  })

  test('both have their own row of the same id', async () => {
    expect(await stack.listOne(owner)).toMatchObject({ strike_price: 65, notes: 'private' })
    expect(await stack.listOne(stranger)).toMatchObject({ id: position.id, strike_price: 99, notes: null })
  })
})

describe('without a user', () => {
  test.each(listEndpoints('portfolio').filter((id) => endpointTable[id].access === 'user'))(
    '%s is refused',
    async (id) => {
      const asked = { ...attempts[id]?.asked, as: { kind: 'anonymous' as const } }
      expect((await stack.ask(id, asked)).status).toBe(401)
      expect((await stack.ask(id, { ...asked, as: { kind: 'service' as const } })).status).toBe(401)
    },
  )
})

describe('properties that are not the client’s to set (S06)', () => {
  const extras = [
    ...[
      ['user_id', 'bob'],
      ['cc_pnl', 1e6],
      ['current_price', 1],
      ['shares', 500],
      ['role', 'admin'],
    ],
    ...[
      ['created_at', '2020-01-01T00:00:00Z'],
      ['deleted_at', null],
      ['constructor', 1],
      ['prototype', 1],
    ],
  ] as const
  test.each(extras)('%s is refused, and nothing is stored', async (name, value) => {
    const user = 'setter'
    const added = await stack.ask('portfolio.add', { user, body: { ...inventPosition(), [name]: value } })
    expect(added.status).toBe(400)
    expect(problemOf(added).errors?.map(({ field }) => field)).toEqual([name])
    const changed = await stack.ask('portfolio.update', { user, params, body: { [name]: value } })
    expect(changed.status).toBe(400)
    expect(await stack.listIds(user)).toEqual([])
  })

  test.each(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])('%s is refused', async (text) => {
    for (const [id, body] of [
      ['portfolio.add', text],
      ['portfolio.migrate', `[${text}]`],
      ['portfolio.import', text],
    ] as const) {
      expect((await stack.ask(id, { user: 'setter', body })).status).toBe(400)
    }
    expect((await stack.ask('portfolio.update', { user: 'setter', params, body: text })).status).toBe(400)
  })

  test('a position keeps its id: a change names none', async () => {
    const answer = await stack.ask('portfolio.update', { user: owner, params, body: { id: 'other' } })
    expect(answer.status).toBe(400)
  })
})
