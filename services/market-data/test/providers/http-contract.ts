import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import { failureOf, type StubAnswer, type StubServer, startStubServer } from './stub-server.ts'

export interface HttpProviderCase {
  readonly name: string
  /** Opens the provider on the stub and returns its requests, including a ping. */
  readonly open: (stub: StubServer) => readonly (() => Promise<unknown>)[]
  /** Failure kinds for statuses that this provider handles differently from the others. */
  readonly kinds?: Readonly<Record<number, ProviderFailure['kind']>>
  /**
   * How the vendor refuses a single symbol or range with a status that others use for a whole plan, such as a 403. Such
   * a refusal must not end the capability.
   */
  readonly refusals?: readonly StubAnswer[]
  /** Secret that must not appear in any failure. */
  readonly secret?: string
}

const faults: readonly (readonly [string, StubAnswer, ProviderFailure['kind']])[] = [
  ['401', { status: 401 }, 'unauthorized'],
  ['402', { status: 402 }, 'not_entitled'],
  ['403 as HTML', { status: 403, body: '<html>Access Denied</html>' }, 'not_entitled'],
  ['429', { status: 429, headers: { 'retry-after': '30' }, body: '<html>slow down</html>' }, 'rate_limited'],
  ['500', { status: 500 }, 'unavailable'],
  ['503', { status: 503, body: 'upstream connect error' }, 'unavailable'],
  ['HTML', { body: '<!doctype html><title>Sorry</title>' }, 'unreadable'],
  ['an empty 200', { body: '' }, 'unreadable'],
  ['cut JSON', { body: '{"status":"OK","results":[{"t":1' }, 'unreadable'],
  ['more than any answer holds', { body: `{"facts":"${'x'.repeat(9.5e6)}"}` }, 'unreadable'],
]

/**
 * Tests that, whatever the server does, each request rejects with a `ProviderFailure` of the right kind that contains
 * no secrets.
 */
export function describeHttpProvider({ name, open, kinds = {}, refusals = [], secret }: HttpProviderCase): void {
  describe(`${name}, failing`, () => {
    let stub: StubServer
    let elsewhere: StubServer
    beforeAll(async () => {
      stub = await startStubServer()
      elsewhere = await startStubServer()
    })
    beforeEach(() => stub.reset())
    afterAll(() => Promise.all([stub.close(), elsewhere.close()]))

    async function failuresOf(answer: StubAnswer): Promise<ProviderFailure[]> {
      const failures: ProviderFailure[] = []
      stub.route(() => answer)
      const asked = open(stub)
      // All requests use one client, so a large body is sent for only one of them.
      for (const ask of (answer.body?.length ?? 0) > 1e6 ? asked.slice(0, 1) : asked)
        failures.push(await failureOf(ask()))
      return failures
    }

    test.each(faults)('%s', async (_name, answer, usual) => {
      const kind = kinds[answer.status ?? 200] ?? usual
      const retryAfterMs = answer.headers?.['retry-after'] === undefined ? expect.anything() : 30_000
      for (const failure of await failuresOf(answer)) {
        expect({ ...failure, retryAfterMs: failure.retryAfterMs ?? 0 }).toMatchObject({ kind, retryAfterMs })
        const output = `${inspect(failure, { depth: 9, showHidden: true })} ${failure.stack}`
        for (const hidden of [stub.host, ...(secret === undefined ? [] : [secret])])
          expect(output).not.toContain(hidden)
      }
    })

    if (refusals.length > 0)
      test('a refusal of one symbol or range does not end the capability', async () => {
        for (const answer of refusals)
          for (const { kind } of await failuresOf(answer)) expect(['not_entitled', 'unauthorized']).not.toContain(kind)
      })

    test('does not follow a redirect', async () => {
      for (const failure of await failuresOf({ status: 302, headers: { location: `${elsewhere.url}/steal` } })) {
        expect(failure).toMatchObject({ kind: 'unreadable', status: 302 })
      }
      expect(elsewhere.requests).toEqual([])
    })

    test('is unavailable if connections are refused', async () => {
      await stub.stop()
      for (const ask of open(stub)) expect(await failureOf(ask())).toMatchObject({ kind: 'unavailable' })
      await stub.start()
    })
  })
}
