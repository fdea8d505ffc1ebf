import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { buildPath } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { bearer, openGateway, type TestGateway } from './support.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await openGateway()
})
afterAll(() => gateway.close())

const view = buildPath('screener.view')
const page = { stocks: Array.from({ length: 50 }, (_value, index) => ({ symbol: `S${index}`, cc_score: index / 2 })) }
const text = JSON.stringify(page)

/** The answer as it goes over the wire: fetch would unpack it. */
function ask(path: string, headers: Record<string, string>): Promise<{ head: string; body: Buffer }> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port: gateway.port })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
    socket.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const end = bytes.indexOf('\r\n\r\n')
      resolve({ head: bytes.subarray(0, end).toString('latin1').toLowerCase(), body: bytes.subarray(end + 4) })
    })
    socket.write([`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...lines, '', ''].join('\r\n'))
  })
}

const askFor = (accepted: string) =>
  ask(view, { authorization: bearer(gateway.token()).authorization, 'accept-encoding': accepted })

describe('JSON for a reader who takes gzip', () => {
  beforeAll(() => {
    gateway.stubs.screener.answerWith((_request, reply) =>
      reply.header('etag', '"v1"').type('application/json; charset=utf-8').send(text),
    )
  })

  test.each(['gzip', 'br, gzip;q=0.5', 'deflate, GZIP'])('goes out packed (%s)', async (accepted) => {
    const { head, body } = await askFor(accepted)
    expect(head).toContain('content-encoding: gzip')
    expect(head).toContain(`content-length: ${body.length}`)
    expect(head).toContain('vary: accept-encoding')
    expect(head).toContain('etag: w/"v1"')
    expect(body.length).toBeLessThan(text.length / 2)
    expect(gunzipSync(body).toString('utf8')).toBe(text)
  })

  test.each(['', 'br', 'identity', 'gzip;q=0', 'br, gzip; q=0.000, identity', 'xgzip'])(
    'and as it is for one who does not (%s)',
    async (accepted) => {
      const { head, body } = await askFor(accepted)
      expect(head).not.toContain('content-encoding')
      expect(head).toContain('vary: accept-encoding')
      expect(head).toContain('etag: "v1"')
      expect(body.toString('utf8')).toBe(text)
    },
  )

  test.each([
    ['short', '{"a":1}', 'application/json'],
    ['of another type', text, 'text/csv'],
  ])('not what is %s', async (_name, body, type) => {
    gateway.stubs.screener.answerWith((_request, reply) => reply.type(type).send(body))
    const answer = await askFor('gzip')
    expect(answer.head).not.toMatch(/content-encoding|accept-encoding/)
    expect(answer.body.toString('utf8')).toBe(body)
  })

  test('nor what auth says, whatever its length', async () => {
    gateway.auth.answerPublicWith((_request, reply) => reply.type('application/json').send(text))
    const { head, body } = await ask(buildPath('auth.me'), {
      authorization: bearer(gateway.token()).authorization,
      'accept-encoding': 'gzip',
    })
    expect(head).not.toContain('content-encoding')
    expect(body.toString('utf8')).toBe(text)
  })
})
