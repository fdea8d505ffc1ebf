import type { Socket } from 'node:net'
import { buildPath } from '@callwright/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createKeeper, get, openTcpServer } from './faulty-upstreams.ts'
import { requestText, sendRaw } from './raw.ts'
import { bearer, DEAD_PORT_URL, openGateway, readProblem } from './support.ts'

const { keep, closeAll } = createKeeper()
afterEach(closeAll)

const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
const view = buildPath('screener.view')

describe('T1: a dead service', () => {
  test('is 503 with Retry-After, in words of ours, and names no host', async () => {
    const gateway = keep(await openGateway({ marketDataUrl: DEAD_PORT_URL }))
    const answer = await get(gateway, quote)
    const text = await answer.clone().text()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readProblem(answer)).toMatchObject({
      code: 'upstream_unavailable',
      detail: 'The market data service is not available right now. Please try again.',
    })
    expect(text).not.toMatch(/127\.0\.0\.1|ECONN|:9\b/)
    expect((await get(gateway, view)).status).toBe(200)
  })

  test.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ])('one that %s is 503 too', async (_name, act) => {
    const gateway = keep(await openGateway({ marketDataUrl: keep(await openTcpServer(act)).url }))
    const answer = await get(gateway, quote)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([503, 'upstream_unavailable'])
  })
})

describe('T2: a service that answers 503', () => {
  const busy = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(503).type('application/problem+json').header('retry-after', '7').send({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'We are busy.',
      code: 'busy',
      request_id: 'other',
      secret: 'not ours to show',
    })

  test('is asked once, and its own words reach the reader', async () => {
    const gateway = keep(await openGateway())
    gateway.stubs['market-data'].answerWith(busy)
    const answer = await get(gateway, quote)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
    const problem = await readProblem(answer)
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'We are busy.',
      code: 'busy',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(gateway.hits).toHaveLength(1)
    expect(gateway.hits[0]?.headers['x-request-id']).toBe(problem.request_id)
  })
})

test('a pipelined second request is answered after the first, each on its own account', async () => {
  const gateway = keep(await openGateway())
  const authorization = `authorization: ${bearer(gateway.token()).authorization}`
  const first = [`GET ${quote} HTTP/1.1`, 'host: localhost', authorization, '', ''].join('\r\n')
  const { statuses } = await sendRaw(gateway.port, first + requestText('GET', view))
  expect(statuses).toEqual([200, 401])
})

test('the gateway is ready while any service is up, and not when none is', async () => {
  const dead = {
    marketDataUrl: DEAD_PORT_URL,
    screenerUrl: DEAD_PORT_URL,
    portfolioUrl: DEAD_PORT_URL,
    coachUrl: DEAD_PORT_URL,
  }
  const gateway = keep(await openGateway(dead))
  await gateway.runtime.health.runAll()
  expect(gateway.runtime.health.read().status).toBe('warn')
  await gateway.stubs.auth.close()
  await gateway.runtime.health.runAll()
  expect(gateway.runtime.health.read().status).toBe('fail')
})
