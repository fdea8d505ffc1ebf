import { randomUUID } from 'node:crypto'
import { type EndpointId, endpointTable, listEndpoints } from '@callwright/contracts'
import { commonMetrics, MAX_SERIES, readMetrics } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { seed, testExamples } from './demo-examples.ts'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

describe('access', () => {
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

  const closing = { event_id: 'e1', kind: 'close', occurred_on: '2026-07-01', contracts: 1, price: 1 }
  const dividend = { event_id: 'e2', kind: 'dividend', occurred_on: '2026-07-01', ex_date: '2026-07-01', amount_usd: 1 }
  const confirmation = { suggestion_id: `expiry:${position.id}`, event_id: 'e3', expected_kind: 'expire' }

  const alert = { id: 'rule-1' }
  const token = 'x'.repeat(32)

  async function readOwned() {
    const rows = await stack.database.selectFrom('position').selectAll().where('userId', '=', owner).execute()
    const events = await stack.database.selectFrom('positionEvent').selectAll().where('userId', '=', owner).execute()
    const kept = await stack.database.selectFrom('keptAnswer').selectAll().where('userId', '=', owner).execute()
    const alerts = await Promise.all(
      (['alertRule', 'alertChannel', 'alertMessage', 'alertDelivery', 'alertSettings', 'calendarFeed'] as const).map(
        (table) => stack.database.selectFrom(table).selectAll().where('userId', '=', owner).execute(),
      ),
    )
    return JSON.stringify([rows, events, kept, alerts])
  }

  const columnMap = {
    name: 'My bank',
    price_per: 'share',
    actions: {},
    columns: { day: 'Day', action: 'Action', quantity: 'Quantity' },
  }

  /** By endpoint: a request that another user who knows the id could send, and the expected status. */
  const attempts: Readonly<Record<string, { asked: object; status: number }>> = {
    'portfolio.list': { asked: {}, status: 200 },
    'portfolio.attention': { asked: {}, status: 200 },
    'portfolio.export': { asked: {}, status: 200 },
    'portfolio.recordCallEvent': { asked: { params, body: closing }, status: 404 },
    'portfolio.listCallEvents': { asked: { params }, status: 404 },
    'portfolio.listChains': { asked: {}, status: 200 },
    'portfolio.getChain': { asked: { params }, status: 404 },
    'portfolio.updateChain': { asked: { params, body: { note: 'theirs' } }, status: 404 },
    'portfolio.recordChainEvent': { asked: { params, body: dividend }, status: 404 },
    'portfolio.joinChain': { asked: { params, body: { chain_id: 'other' } }, status: 404 },
    'portfolio.income': { asked: {}, status: 200 },
    'portfolio.holdings': { asked: {}, status: 200 },
    'portfolio.tax': { asked: {}, status: 200 },
    'portfolio.previewRolls': { asked: { body: { position_id: position.id } }, status: 404 },
    'portfolio.suggestions': { asked: {}, status: 200 },
    'portfolio.confirmSuggestions': { asked: { body: { items: [confirmation] } }, status: 200 },
    'portfolio.dismissSuggestion': {
      asked: { body: { suggestion_id: confirmation.suggestion_id, event_id: 'd' } },
      status: 404,
    },
    'portfolio.update': { asked: { params, body: { contracts: 9 } }, status: 404 },
    'portfolio.remove': { asked: { params }, status: 404 },
    'portfolio.add': { asked: { body: inventPosition({ strike_price: 99 }) }, status: 200 },
    'portfolio.migrate': { asked: { body: [inventPosition({ strike_price: 99 })] }, status: 200 },
    'portfolio.import': { asked: { body: { csv: csvOf(99) } }, status: 200 },
    'portfolio.undoImport': { asked: { params }, status: 404 },
    'portfolio.listImportMaps': { asked: {}, status: 200 },
    'portfolio.saveImportMap': { asked: { body: { header: ['Day'], map: columnMap } }, status: 200 },
    'portfolio.removeImportMap': { asked: { params: { id: 'map-1' } }, status: 200 },
    'portfolio.listAlertRules': { asked: {}, status: 200 },
    'portfolio.putAlertRule': { asked: { params: alert, body: { kind: 'delta', version: 1 } }, status: 404 },
    'portfolio.removeAlertRule': { asked: { params: alert }, status: 404 },
    'portfolio.suggestAlertRules': { asked: { query: { position_id: 'unknown' } }, status: 404 },
    'portfolio.listAlertChannels': { asked: {}, status: 200 },
    'portfolio.putAlertChannel': {
      asked: { params: { id: 'app' }, body: { kind: 'app', name: 'theirs', enabled: false } },
      status: 200,
    },
    'portfolio.removeAlertChannel': { asked: { params: { id: 'app' } }, status: 200 },
    'portfolio.verifyAlertChannel': { asked: { params: { id: 'mail' }, body: { code: '123456' } }, status: 404 },
    'portfolio.testAlertChannel': { asked: { params: { id: 'mail' } }, status: 404 },
    'portfolio.listAlertMessages': { asked: {}, status: 200 },
    'portfolio.readAlertMessage': { asked: { params: { id: 'message' } }, status: 404 },
    'portfolio.readAllAlertMessages': { asked: {}, status: 200 },
    'portfolio.countUnreadAlerts': { asked: {}, status: 200 },
    'portfolio.listAlertDeliveries': { asked: {}, status: 200 },
    'portfolio.getAlertSettings': { asked: {}, status: 200 },
    'portfolio.putAlertSettings': {
      asked: { body: { time_zone: 'UTC', quiet_from: null, quiet_to: null, digest_at: null } },
      status: 200,
    },
    'portfolio.alertPushKey': { asked: {}, status: 200 },
    'portfolio.showUnsubscribe': { asked: { params: { token } }, status: 404 },
    'portfolio.unsubscribe': { asked: { params: { token } }, status: 404 },
    'portfolio.getCalendar': { asked: {}, status: 200 },
    'portfolio.renewCalendar': { asked: {}, status: 200 },
    'portfolio.removeCalendar': { asked: {}, status: 200 },
    'portfolio.calendarFeed': { asked: { params: { token: `${token}.ics` } }, status: 404 },
    'portfolio.erase': { asked: { params: { id: owner } }, status: 403 },
    'portfolio.exportUser': { asked: { params: { id: owner } }, status: 403 },
    'portfolio.heldSymbols': { asked: {}, status: 403 },
    'portfolio.seedDemo': { asked: { params: { id: owner } }, status: 403 },
  }

  describe("another user's positions (S05)", () => {
    beforeAll(async () => {
      const headers = { 'idempotency-key': 'shared-key' }
      await stack.get('portfolio.add', { user: owner, body: position, headers })
      const rule = { kind: 'days_left', position_id: position.id, limit: 30 }
      await stack.get('portfolio.putAlertRule', { user: owner, params: alert, body: rule })
      await stack.get('portfolio.putAlertChannel', { user: owner, params: { id: 'app' }, body: { kind: 'app' } })
      await stack.get('portfolio.renewCalendar', { user: owner })
      await stack.alerts.evaluate()
    })

    test('are tested with every endpoint', () => {
      expect(Object.keys(attempts).sort()).toEqual([...listEndpoints('portfolio')].sort())
    })

    test.each(Object.entries(attempts))('%s neither reveals nor changes them', async (id, { asked, status }) => {
      const before = await readOwned()
      const answer = await stack.ask(id as EndpointId, { user: stranger, ...asked })
      expect(answer.status).toBe(status)
      expect(answer.text).not.toContain('private')
      expect(answer.text).not.toContain(owner)
      expect(await readOwned()).toBe(before)
    })

    test("another user's id gets the same response as an unknown one", async () => {
      for (const id of ['portfolio.update', 'portfolio.remove'] as const) {
        const body = id === 'portfolio.update' ? { body: { contracts: 2 } } : {}
        const [theirs, nobodys] = await Promise.all(
          [params.id, 'nobody-has-this'].map((known) => stack.ask(id, { user: 'eve', params: { id: known }, ...body })),
        )
        const strip = (text = '') => ({ ...JSON.parse(text), request_id: '' })
        expect(strip(theirs?.text)).toEqual(strip(nobodys?.text))
      }
    })

    test('the same Idempotency-Key can be used by two users', async () => {
      const asked = { user: 'carol', body: inventPosition({ id: 'c' }), headers: { 'idempotency-key': 'shared-key' } }
      expect(await stack.get('portfolio.add', asked)).toMatchObject({ position: { id: 'c' } })
    })

    test('two users can have positions with the same id', async () => {
      expect(await stack.listOne(owner)).toMatchObject({ strike_price: 65, notes: 'private' })
      expect(await stack.listOne(stranger)).toMatchObject({ id: position.id, strike_price: 99, notes: null })
    })
  })

  describe('without a user', () => {
    test.each(listEndpoints('portfolio').filter((id) => endpointTable[id].access === 'user'))(
      '%s is rejected',
      async (id) => {
        const asked = { params: { id: 'any' }, ...attempts[id]?.asked, as: { kind: 'anonymous' as const } }
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
    test.each(extras)('%s is rejected, and nothing is stored', async (name, value) => {
      const user = 'setter'
      const added = await stack.ask('portfolio.add', { user, body: { ...inventPosition(), [name]: value } })
      expect(added.status).toBe(400)
      expect(problemOf(added).errors?.map(({ field }) => field)).toEqual([name])
      const changed = await stack.ask('portfolio.update', { user, params, body: { [name]: value } })
      expect(changed.status).toBe(400)
      expect(await stack.listIds(user)).toEqual([])
    })

    test.each(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])('%s is rejected', async (text) => {
      for (const [id, body] of [
        ['portfolio.add', text],
        ['portfolio.migrate', `[${text}]`],
        ['portfolio.import', text],
      ] as const) {
        expect((await stack.ask(id, { user: 'setter', body })).status).toBe(400)
      }
      expect((await stack.ask('portfolio.update', { user: 'setter', params, body: text })).status).toBe(400)
    })

    test('a change cannot contain an id', async () => {
      const answer = await stack.ask('portfolio.update', { user: owner, params, body: { id: 'other' } })
      expect(answer.status).toBe(400)
    })
  })
})

describe('demo', () => {
  const service = { kind: 'service' } as const

  describe('the examples of a simulated market', () => testExamples({ MARKET_DATA_PROVIDER: 'simulated' }))

  describe('without a market', () => {
    let stack: Stack
    beforeAll(async () => {
      stack = await openStack()
    })
    afterAll(() => stack.close())

    test('seeding returns 503, and nothing is stored', async () => {
      stack.market.breakFor('*', 'refuses')
      const answer = await stack.ask('portfolio.seedDemo', { as: service, params: { id: 'visitor' } })
      expect([answer.status, problemOf(answer).code]).toEqual([503, 'market_unavailable'])
      stack.market.mend()
      expect(await stack.listIds('visitor')).toEqual([])
    })

    test('no examples are added if no stock matches', async () => {
      expect(await seed(stack, 'visitor')).toEqual({ status: 'success', positions: 0 })
    })

    test('only the auth service may call it', async () => {
      const asked = { as: service, caller: 'coach', params: { id: 'visitor' } } as const
      expect((await stack.ask('portfolio.seedDemo', asked)).status).toBe(403)
      expect((await stack.ask('portfolio.exportUser', asked)).status).toBe(403)
    })
  })
})

describe('metrics', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
  })
  afterAll(() => stack.close())

  test('count writes by outcome, and never by user, symbol or path', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = inventPosition()
    await stack.get('portfolio.add', { body: first, headers: key })
    await stack.get('portfolio.add', { body: first, headers: key })
    expect((await stack.ask('portfolio.add', { body: { ...first, strike_price: 66 } })).status).toBe(409)
    expect((await stack.ask('portfolio.add', { body: { ...first, strike_price: 67 }, headers: key })).status).toBe(422)
    expect((await stack.ask('portfolio.remove', { params: { id: 'none-such' } })).status).toBe(404)
    await stack.get('portfolio.update', { params: { id: first.id }, body: { strike_price: 70 } })
    const rows = ['1783699200001', '1783699200002'].map((id) => inventPosition({ id }))
    const migration = { body: rows, headers: { 'idempotency-key': randomUUID() } }
    await stack.get('portfolio.migrate', migration)
    await stack.get('portfolio.migrate', migration)
    const csv =
      'ticker,strike_price,entry_premium,entry_price,entry_date,expiry_date\nKO,65,2.5,60,2026-06-26,2026-07-24\n'
    await stack.get('portfolio.import', { query: { dry_run: 'true' }, body: { csv } })
    await stack.get('portfolio.list')
    stack.postgres.cut()
    expect((await stack.ask('portfolio.remove', { params: { id: first.id } })).status).toBe(503)
    stack.postgres.restore()

    const { names, series, find, findUnbounded } = await readMetrics(stack.runtime)
    const own = ['portfolio_writes_total', 'portfolio_migrated_positions_total']
    expect([...commonMetrics, ...own].filter((name) => !names.has(name))).toEqual([])
    expect(series.length).toBeLessThan(MAX_SERIES)
    expect(findUnbounded(['user-1', 'KO', first.id, '1783699200001'])).toEqual([])
    const countOf = (operation: string) =>
      ['created', 'replayed', 'conflict', 'error'].map((outcome) =>
        find('portfolio_writes_total', { operation, outcome }),
      )
    expect(countOf('add')).toEqual([1, 1, 2, 0])
    expect(countOf('update')).toEqual([1, 0, 0, 0])
    expect(countOf('remove')).toEqual([0, 0, 0, 1])
    expect(countOf('migrate')).toEqual([1, 1, 0, 0])
    expect(countOf('import')).toEqual([0, 0, 0, 0])
    expect(find('portfolio_migrated_positions_total')).toBe(2)
    expect(find('load_shed_requests_total', { reason: 'writes_waiting' })).toBe(0)
    expect(find('circuit_breaker_state', { upstream: 'market-data' })).toBe(0)
  })
})
