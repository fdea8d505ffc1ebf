import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildPath, type EnrichmentStatus } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { type Api, openStack, type Stack } from './support.ts'

const DATA = 'data: '

let stack: Stack
beforeEach(async () => {
  stack = await openStack()
})
afterEach(() => stack.close())

async function follow({ app }: Api, user: string) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sign = createIdentitySigner(stack.apiConfig, 'gateway')
  const identity = sign('screener', { kind: 'user', userId: user, sessionId: 'session', isDemo: false })
  const path = buildPath('screener.enrichmentEvents')
  const request = get({ host: '127.0.0.1', port, path, agent: false, headers: { [IDENTITY_HEADER]: identity } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const statuses = () =>
    text
      .split('\n')
      .filter((line) => line.startsWith(DATA))
      .map((line) => JSON.parse(line.slice(DATA.length)) as EnrichmentStatus)
  return { response, statuses }
}

test('a run is told from its start to its end, to everybody alike, on either replica', async () => {
  const apis = [await stack.openApi(), await stack.openApi()]
  stack.market.holdAfter(12)
  const streams = await Promise.all(apis.flatMap((api) => ['one', 'two'].map((user) => follow(api, user))))
  for (const { response } of streams) {
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/event-stream')
  }
  await stack.openWorker()
  const everybody = (what: string, isSo: (status: EnrichmentStatus) => boolean) =>
    waitFor(what, () => streams.every(({ statuses }) => statuses().some(isSo)))
  await everybody('the run half done', ({ state, active, done }) => state === 'running' && active === 4 && done > 5)
  stack.market.release()
  await everybody('its end', ({ state, done }) => state === 'idle' && done === allSymbols.length - 2)
  for (const { statuses } of streams) {
    const told = statuses().filter(({ run_id }) => run_id !== null)
    expect(new Set(told.map(({ run_id }) => run_id)).size).toBe(1)
    const done = told.map((status) => status.done)
    expect(done).toEqual([...done].sort((a, b) => a - b))
    expect(told.at(-1)).toMatchObject({ failed: 2, queued: 0, active: 0, eta_seconds: null })
    expect(allSymbols).toContain(told.at(-1)?.last_symbol)
  }
  const text = await apis[0]?.runtime.metrics.registry.metrics()
  expect(text).toMatch(/screener_event_streams\{[^}]*\} 2/)
})

test('a stop of the process does not wait for those who listen', async () => {
  const api = await stack.openApi()
  const streams = [await follow(api, 'one'), await follow(api, 'two')]
  const ends = streams.map(({ response }) => once(response, 'close'))
  await api.runtime.close()
  await Promise.all(ends)
  expect(api.sink.text()).not.toContain('resource.close_late')
})

test('PostgreSQL away: who comes is told what was told last, and everybody again once it is back', async () => {
  const api = await stack.openApi()
  const { statuses } = await follow(api, 'one')
  await waitFor('the run', () => statuses().at(-1)?.queued === allSymbols.length)
  stack.postgres.cut()
  await waitFor('a look that fails', () => api.sink.lines().some(({ loop }) => loop === 'enrichment events'))
  const late = await follow(api, 'two')
  await waitFor('the last status', () => late.statuses().length === 1)
  expect(late.statuses()).toEqual(statuses().slice(-1))
  stack.postgres.restore()
  await stack.openWorker()
  const isOver = (told: typeof statuses) => told().at(-1)?.state === 'idle'
  await waitFor('the end of the run', () => isOver(statuses) && isOver(late.statuses), 20_000)
})
