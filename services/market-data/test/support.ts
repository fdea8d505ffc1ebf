import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPath, type EndpointId, endpointTable, type Problem, type Success } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER, type Principal } from '@callwright/service'
import { buildTestConfig, createLogSink, readTestUrl } from '@callwright/service/testing'
import { describe } from '@jest/globals'
import { buildApp } from '../src/app.ts'
import type { MarketData } from '../src/providers/provider.ts'
import { openRecordedMarket } from '../src/providers/recorded/recorded-provider.ts'
import { openSimulatedMarket, type SimulatedMarket } from '../src/providers/simulated/simulated-provider.ts'

export { makeInventedFolder } from '../src/providers/recorded/testing/invented-folder.ts'

/** Folder of the recorded packs, next to the checkout. */
export const sharedData = resolve(import.meta.dirname, '../../../../shared/market-data')
const hasSharedData = existsSync(join(sharedData, 'us-2026-07-10'))
export function describeShared(name: string, tests: () => void): void {
  if (!hasSharedData) process.stderr.write(`\n*** SKIPPED: ${name}: ../shared/market-data is not there ***\n\n`)
  const whenShared = hasSharedData ? describe : describe.skip
  whenShared(name, tests)
}

interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly as?: Principal
}

export type MarketDataUnderTest = Awaited<ReturnType<typeof openMarketDataService>>

const USER: Principal = { kind: 'user', userId: 'user-1', sessionId: 'session-1', isDemo: false }

/** Opens the simulated market pinned to an instant, with a separate cache. */
export function openSimulatedAt(instant: string): SimulatedMarket {
  const market = openSimulatedMarket({ seed: 'callwright', universe: 'large_cap', now: () => Date.parse(instant) })
  return { ...market, revision: randomUUID() }
}

/**
 * Opens the service on the test's Redis, to serve a pack folder or a market that is already open, and sends requests as
 * the gateway and the worker do. Services over the same folder share a cache until a file in it changes.
 */
export async function openMarketDataService(source: string | MarketData, options: { redisUrl?: string } = {}) {
  const config = {
    ...buildTestConfig(),
    redisCacheUrl: options.redisUrl ?? readTestUrl('TEST_REDIS_URL'),
    market:
      typeof source === 'string'
        ? ({ kind: 'recorded', folder: source } as const)
        : ({ kind: 'simulated', seed: 'callwright', universe: 'large_cap', delayMs: 0 } as const),
  }
  const log = createLogSink()
  const market = typeof source === 'string' ? await openRecordedMarket(source, () => undefined) : source
  const { app, runtime } = await buildApp(config, { logStream: log.stream, market })
  const signers = {
    user: createIdentitySigner(config, 'gateway'),
    anonymous: createIdentitySigner(config, 'gateway'),
    service: createIdentitySigner(config, 'screener'),
  }

  const get = (url: string, principal: Principal | null = USER) => send('GET', url, principal)

  async function send(method: 'GET' | 'POST', url: string, principal: Principal | null, payload?: object) {
    const identity = principal === null ? {} : { [IDENTITY_HEADER]: signers[principal.kind]('market-data', principal) }
    const response = await app.inject({ method, url, headers: identity, ...(payload ? { payload } : {}) })
    return { status: response.statusCode, text: response.body, headers: response.headers }
  }

  const sendCall = (id: EndpointId, asked: Call, principal: Principal) =>
    send(endpointTable[id].method === 'POST' ? 'POST' : 'GET', urlOf(id, asked), principal, asked.body)

  function urlOf(id: EndpointId, { params = {}, query = {} }: Call): string {
    const search = new URLSearchParams(query).toString()
    return search === '' ? buildPath(id, params) : `${buildPath(id, params)}?${search}`
  }

  return {
    app,
    runtime,
    log,
    market,
    get,
    /** Expects success and returns the body. */
    async ask<Id extends EndpointId>(id: Id, call: Call = {}): Promise<Success<Id>> {
      const principal = call.as ?? (endpointTable[id].access === 'service' ? { kind: 'service' as const } : USER)
      const { status, text } = await sendCall(id, call, principal)
      if (status !== 200) throw new Error(`${id} answered ${status}: ${text}`)
      return JSON.parse(text) as Success<Id>
    },
    /** Expects a failure and returns the problem. */
    async fail(id: EndpointId, call: Call = {}): Promise<Problem> {
      const { status, text, headers } = await sendCall(id, call, call.as ?? USER)
      if (status < 400) throw new Error(`${id} succeeded: ${text}`)
      if (!String(headers['content-type']).startsWith('application/problem+json'))
        throw new Error(`no problem: ${text}`)
      return JSON.parse(text) as Problem
    },
    async readCounter(name: string, labels: Readonly<Record<string, string>>): Promise<number> {
      const metric = await runtime.metrics.registry.getSingleMetric(name)?.get()
      const matches = (given: Readonly<Record<string, unknown>>) =>
        Object.entries(labels).every(([label, value]) => given[label] === value)
      return (metric?.values ?? [])
        .filter(({ labels: given }) => matches(given))
        .reduce((sum, { value }) => sum + value, 0)
    },
    close: () => runtime.close(),
  }
}
