import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { endpointTable, type ScreenerRow } from '@callwright/contracts'
import fc from '@callwright/properties'
import { IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { ROW_FORMAT } from '../src/db/schema.ts'
import { redisNames } from '../src/enrichment/queue.ts'
import { drawnAddress, drawnQuery } from './drawn-queries.ts'
import { answerNaively, contradictsItself, type QueryTexts } from './naive-view.ts'
import { inventRow, inventRows } from './rows.ts'
import { storeRows } from './stored-rows.ts'
import { type Answer, type Api, openStack, problemOf, readView, type Stack, type ViewBody } from './support.ts'

describe('view queries', () => {
  const ROWS = 240
  let stack: Stack
  let api: Api
  let rows: readonly ScreenerRow[]

  beforeAll(async () => {
    stack = await openStack()
    await storeRows(stack)
    api = await stack.openApi()
    rows = (await readView(api.ask, { sort_by: 'symbol', sort_order: 'asc' })).stocks
  })
  afterAll(() => stack.close())

  type Pairs = readonly (readonly [string, string])[]

  function expectRefusal(answer: Answer): void {
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toMatch(/application\/problem\+json/)
    expect(problemOf(answer)).toMatchObject({ code: 'validation', errors: expect.any(Array) })
    for (const { field, detail } of problemOf(answer).errors ?? []) {
      expect(problemOf(answer).detail).toContain(field)
      expect(detail).not.toBe('')
    }
    expect(problemOf(answer).errors).not.toEqual([])
  }

  function expectRightAnswer(answer: Answer, query: QueryTexts): void {
    const view = answer.body as ViewBody
    const expected = answerNaively(rows, query)
    expect(answer.status).toBe(200)
    expect(view.stocks.map(({ symbol }) => symbol)).toEqual(expected.stocks.map(({ symbol }) => symbol))
    expect(view).toMatchObject({
      pagination: { total: expected.total, limit: Number(query.limit ?? 50), offset: Number(query.offset ?? 0) },
      total: expected.total,
      universe_total: ROWS,
      weights: 'default',
    })
    expect(view.relaxations).toHaveLength(expected.relaxations.length)
  }

  const hasUniqueNames = (pairs: Pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length

  /** Splits consecutive HTTP responses into their bodies. */
  function splitResponses(bytes: Buffer): Buffer[] {
    const bodies: Buffer[] = []
    for (let at = 0; at < bytes.length; ) {
      const begin = bytes.indexOf('\r\n\r\n', at) + 4
      const [, length] = /content-length: (\d+)/i.exec(bytes.toString('latin1', at, begin)) ?? []
      at = begin + Number(length)
      bodies.push(bytes.subarray(begin, at))
    }
    return bodies
  }

  test('any query string gets the right response or a 400 that lists the invalid fields', async () => {
    let answered = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(drawnAddress, drawnQuery.map(Object.entries<string>)), async (pairs: Pairs) => {
        const query = Object.fromEntries(pairs)
        const answer = await api.ask('screener.view', { query: pairs })
        if (answer.status === 200) {
          answered += 1
          expect(hasUniqueNames(pairs)).toBe(true)
          expectRightAnswer(answer, query)
        } else {
          refused += 1
          expectRefusal(answer)
        }
      }),
    )
    expect([answered > 0, refused > 0]).toEqual([true, true])
  })

  test('every well-formed query is answered unless it contradicts itself', async () => {
    await fc.assert(
      fc.asyncProperty(drawnQuery, async (query) => {
        const answer = await api.ask('screener.view', { query: { ...query } })
        if (contradictsItself(query)) expectRefusal(answer)
        else expectRightAnswer(answer, query)
      }),
    )
  })

  describe('an invalid query', () => {
    test.each([
      [[['rsi_min', 'NaN']], ['rsi_min']],
      [[['min_score', 'Infinity']], ['min_score']],
      [[['min_yield', '1e5']], ['min_yield']],
      [[['volume_max', '0x10']], ['volume_max']],
      [[['volume_max', '']], ['volume_max']],
      [
        [
          ['rsi_min', '10'],
          ['rsi_min', '20'],
        ],
        ['rsi_min'],
      ],
      [[['q', '']], ['q']],
      [[['q', ' \t ']], ['q']],
      [[['q', 'x'.repeat(65)]], ['q']],
      [[['sector', 'Tech']], ['sector']],
      [[['sector', 'constructor']], ['sector']],
      [[['market_cap', 'Mega']], ['market_cap']],
      [[['symbols', 'AAPL,']], ['symbols']],
      [[['symbols', "AAPL' or 1=1"]], ['symbols']],
      [[['symbol_min', '1']], ['symbol_min']],
      [[['__proto__', '1']], ['__proto__']],
      [
        [
          ['rsi_min', '70'],
          ['max_rsi', '60'],
        ],
        ['rsi_min', 'max_rsi'],
      ],
      [
        [
          ['market_cap_min', '2'],
          ['market_cap_max', '1'],
        ],
        ['market_cap_min', 'market_cap_max'],
      ],
      [[['fields', 'rsi,hasOwnProperty']], ['fields']],
      [[['fields', 'rsi,score']], ['fields']],
      [[['fields', '']], ['fields']],
      [[['fields', 'rsi;drop table screener_row']], ['fields']],
    ] satisfies readonly (readonly [Pairs, readonly string[]])[])(
      '%j gets a 400 that names %j',
      async (pairs, fields) => {
        const answer = await api.ask('screener.view', { query: pairs })
        expectRefusal(answer)
        expect(problemOf(answer).errors?.map(({ field }) => field)).toEqual(expect.arrayContaining([...fields]))
      },
    )
  })

  describe('responses', () => {
    test('have the requested fields plus the symbol', async () => {
      const { stocks } = await readView(api.ask, { fields: 'cc_score,rsi', limit: '3' })
      expect(stocks.map((row) => Object.keys(row))).toEqual(
        Array.from({ length: 3 }, () => ['symbol', 'cc_score', 'rsi']),
      )
    })

    test('name the filters to remove if nothing matches', async () => {
      const found = rows.find((row) => row.rsi !== null && row.best_dte !== null)
      const query = { symbols: found?.symbol ?? '', rsi_min: `${(found?.rsi ?? 0) + 1}` }
      const view = await readView(api.ask, query)
      expect(view).toMatchObject({ total: 0, stocks: [], universe_total: ROWS })
      expect(view.relaxations).toContainEqual({ parameter: 'rsi_min', total: 1 })
    })

    test('are not overwritten while a slow client still reads them', async () => {
      const { host, port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }))
      const offsets = Array.from({ length: 14 }, (_, index) => index)
      const expected = await Promise.all(offsets.map((offset) => readView(api.ask, { offset: `${offset}` })))
      const countAnswers = () => api.sink.lines().filter(({ event }) => event === 'request.completed').length
      const before = countAnswers()
      const socket = connect(Number(port), '127.0.0.1').pause()
      const path = endpointTable['screener.view'].path
      for (const offset of offsets) {
        const headers = `host: ${host}\r\n${IDENTITY_HEADER}: ${api.sign('user-1')}\r\n${offset === 13 ? 'connection: close\r\n' : ''}`
        socket.write(`GET ${path}?limit=500&offset=${offset} HTTP/1.1\r\n${headers}\r\n`)
      }
      await waitFor('the first to leave', () => countAnswers() > before)
      for (const offset of [0, 1, 2]) await readView(api.ask, { sort_order: 'asc', offset: `${offset}` })
      const bodies = splitResponses(await buffer(socket))
      const answers: unknown[] = bodies.map((body) => JSON.parse(body.toString()))
      // Compare thousands of rows at once, because printing a diff of them would take a minute.
      expect(isDeepStrictEqual(answers, expected)).toBe(true)
    })

    test('match PostgreSQL after a row has changed', async () => {
      const symbol = rows[0]?.symbol ?? ''
      // The service writes both in one transaction too: a read between the two statements would record this row's
      // version as already read.
      await stack.database.transaction().execute(async (trx) => {
        await trx
          .updateTable('snapshotVersion')
          .set((column) => ({ version: column('version', '+', 1) }))
          .execute()
        await trx
          .updateTable('screenerRow')
          .set({ version: 2, row: JSON.stringify({ ...rows[0], rsi: 12.34 }) })
          .where('symbol', '=', symbol)
          .execute()
      })
      await waitFor('the change', async () => {
        const { stocks } = await readView(api.ask, { symbols: symbol, fields: 'rsi' })
        return stocks[0]?.rsi === 12.34
      })
    })
  })
})

describe('shared rows', () => {
  const rows = inventRows(150)
  let stack: Stack
  let key: string

  beforeEach(async () => {
    stack = await openStack()
    key = redisNames(stack.apiConfig.redisNamespace).sharedRows
    await storeRows(stack, rows)
  })
  afterEach(() => stack.close())

  const untilShared = (holds: (packed: Buffer) => boolean = () => true) =>
    waitFor('the shared rows', async () => {
      const packed = await stack.directRedis.getBuffer(key)
      return packed !== null && holds(packed) ? packed : null
    })

  test('a process that starts without PostgreSQL shows the rows that another one shared, and says so', async () => {
    const first = await stack.openApi()
    const known = await readView(first.ask)
    await untilShared()
    expect(await stack.directRedis.pttl(key)).toBeGreaterThan(0)
    stack.postgres.cut()
    const second = await stack.openApi()
    await waitFor('the rows', async () => (await second.ask('screener.view')).status === 200)
    const shown = await readView(second.ask)
    expect(shown.stocks).toEqual(known.stocks)
    expect(shown).toMatchObject({ cache_status: 'stale', total: 150, message: expect.stringMatching(/database/) })
    stack.postgres.restore()
    await waitFor('PostgreSQL', async () => (await readView(second.ask)).cache_status === 'fresh')
    expect((await readView(second.ask)).stocks).toEqual(known.stocks)
  })

  test('shares changed rows again', async () => {
    const { ask } = await stack.openApi()
    await untilShared()
    await stack.database.deleteFrom('screenerRow').execute()
    await storeRows(stack, [inventRow({ symbol: 'NEW' })])
    await waitFor('the new row', async () => (await readView(ask, { symbols: 'NEW' })).total === 1)
    const packed = await untilShared((found) => gunzipSync(found).includes('"NEW"'))
    expect(gunzipSync(packed).toString()).toContain('"symbol":"NEW"')
  })

  test.each([
    ['garbage', Buffer.from('garbage')],
    ['garbage, compressed', gzipSync('garbage')],
    ['another format', gzipSync('{"format":0,"version":1,"rows":0}\n')],
    ['fewer rows than announced', gzipSync(`{"format":${ROW_FORMAT},"version":1,"rows":2}\n{}\n`)],
    ['invalid rows', gzipSync(`{"format":${ROW_FORMAT},"version":1,"rows":1}\n{"symbol":"AAA"}\n`)],
  ])(
    'ignores %s stored where the shared rows should be',
    async (_name, garbage) => {
      await stack.directRedis.set(key, garbage, 'PX', 60_000)
      stack.postgres.cut()
      const { ask } = await stack.openApi()
      const answer = await ask('screener.view')
      expect([answer.status, problemOf(answer).code]).toEqual([503, 'database_unavailable'])
    },
    60_000,
  )

  test('replaces corrupt shared rows and a corrupt write lock', async () => {
    await stack.directRedis.set(key, 'garbage')
    await stack.directRedis.lpush(`${key}:version-1`, 'garbage')
    await stack.openApi()
    const packed = await untilShared((found) => found.toString() !== 'garbage')
    expect(gunzipSync(packed).toString().trimEnd().split('\n')).toHaveLength(151)
  })
})
