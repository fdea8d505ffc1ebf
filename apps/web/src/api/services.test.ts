import { beforeEach, describe, expect, test } from '@jest/globals'
import { createNetwork } from '../testing/fake-network.ts'
import { type ApiRequest, request, send } from './http.ts'
import { type ApiServices, createServices, prefetch } from './services.ts'

describe('prefetch', () => {
  const me = request('auth.me', { attempts: 1 })
  const status = request('screener.enrichmentStatus')

  beforeEach(() => window.localStorage.clear())

  function openServices({ token = 'token-1', seconds = 900 }: { token?: string | null; seconds?: number } = {}) {
    const sent: { path: string; token: string | null }[] = []
    const services = createServices({
      fetch: async (input, init) => {
        sent.push({ path: new URL(String(input)).pathname, token: new Headers(init?.headers).get('authorization') })
        return new Response(`{"answer":${sent.length}}`, { headers: { 'content-type': 'application/json' } })
      },
      clock: { wallMs: () => 1_000, monotonicMs: () => 1_000 },
      findStorage: () => window.localStorage,
      locks: undefined,
      wait: async () => {},
      random: () => 0.5,
    })
    const user = {
      id: 'user-1',
      username: 'robin',
      email: 'robin@example.test',
      fullName: null,
      isDemo: false,
      demoEndsAt: null,
    }
    if (token !== null) services.credentials.save({ token, expiresInSeconds: seconds, user })
    return { services, sent }
  }

  const ask = async ({ fetch }: ApiServices, asked = me, token = 'token-1') => {
    const outcome = await send(fetch, asked, { token, signal: new AbortController().signal })
    return outcome.ok ? outcome.body : outcome.error.kind
  }

  describe('a prefetched response', () => {
    test('is requested at once and used for the first matching request only', async () => {
      const { services, sent } = openServices()
      const early = prefetch(services, (send) => send(me))
      expect(sent).toEqual([{ path: '/api/auth/me', token: 'Bearer token-1' }])
      expect(await ask(early)).toEqual({ answer: 1 })
      expect(await ask(early)).toEqual({ answer: 2 })
      expect(sent).toHaveLength(2)
    })

    test('is not used for another request', async () => {
      const { services } = openServices()
      const early = prefetch(services, (send) => send(me))
      expect(await ask(early, status)).toEqual({ answer: 2 })
      expect(await ask(early)).toEqual({ answer: 1 })
    })

    test('is not used after another user has signed in', async () => {
      const { services } = openServices()
      const early = prefetch(services, (send) => send(me))
      expect(await ask(early, me, 'token-2')).toEqual({ answer: 2 })
    })

    test('is followed by the request that depends on it, and remains available to the page', async () => {
      const { services, sent } = openServices()
      const find = (body: unknown) => (JSON.stringify(body) === '{"answer":1}' ? status : me)
      const early = prefetch(services, (send) => send(me, (body) => send(find(body))))
      await new Promise((resolve) => setTimeout(resolve))
      expect(sent.map(({ path }) => path)).toEqual(['/api/auth/me', status.path])
      expect(await ask(early)).toEqual({ answer: 1 })
      expect(await ask(early, status)).toEqual({ answer: 2 })
    })

    test('is followed by the dependent request even if the page is already waiting for it', async () => {
      const { services, sent } = openServices()
      const early = prefetch(services, (send) => send(me, () => send(status)))
      expect(await ask(early)).toEqual({ answer: 1 })
      expect(await ask(early, status)).toEqual({ answer: 2 })
      expect(sent).toHaveLength(2)
    })

    test('passes a failure to its consumer only', async () => {
      const { services } = openServices()
      const failing = { ...services, fetch: () => Promise.reject(new TypeError('fetch failed')) }
      expect(await ask(prefetch(failing, (send) => send(me)))).toBe('unreachable')
    })
  })

  test.each([
    ['without a session', { token: null }],
    ['with a token that must be renewed first', { seconds: 59 }],
  ])('%s, prefetches nothing', (_name, options) => {
    const { services, sent } = openServices(options)
    expect(prefetch(services, (send) => send(me))).toBe(services)
    expect(sent).toEqual([])
  })
})

describe('keepalive', () => {
  test.each<[string, ApiRequest, boolean]>([
    ['clearing the history', request('coach.clearHistory'), true],
    ['a sign-out', request('auth.logout'), true],
    ['a GET', request('coach.listHistory'), false],
    ['a request with a body', request('portfolio.add', { body: {} as never }), false],
  ])('%s survives closing the page, or not', async (_what, asked, outlivesPage) => {
    const network = createNetwork()
    await send(network.fetch, asked, { token: null, signal: new AbortController().signal })
    expect(network.callsTo(asked.id)[0]?.outlivesPage).toBe(outlivesPage)
  })
})
