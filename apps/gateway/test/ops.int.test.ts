import { randomUUID } from 'node:crypto'
import { schemaController } from '@callwright/service'
import { addressesOf, DEAD_PORT_URL, readTestUrl } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import Fastify from 'fastify'
import { Redis } from 'ioredis'
import type { Monitor, Summary } from '../src/ops/monitor.ts'
import { serviceNames } from '../src/ops/services.ts'
import { createFakeStack } from './fake-stack.ts'
import { createResources } from './faulty-upstreams.ts'
import { bearer, openGateway, readProblem } from './support.ts'

const { keep, closeAll } = createResources()
afterEach(closeAll)

const OPS_TOKEN = 'a-token-of-the-ops-port'

type Options = Parameters<typeof openGateway>
type Charts = NonNullable<ReturnType<Monitor['readCharts']>>

async function openOps(config: Options[0] = {}, ops: Options[1] = {}) {
  const gateway = keep(await openGateway({ opsToken: OPS_TOKEN, ...config }, ops))
  const opsUrl = `http://127.0.0.1:${await gateway.runtime.startOps()}`
  return {
    ...gateway,
    opsUrl,
    ask: (path: string, token: string | null = OPS_TOKEN) =>
      fetch(opsUrl + path, { headers: token === null ? {} : bearer(token) }),
    async readSummary() {
      const answer = await fetch(`${opsUrl}/ops/api/summary`, { headers: bearer(OPS_TOKEN) })
      return (await answer.json()) as Summary
    },
  }
}

/** Ops port that serves only metrics. */
async function openMetrics(read: () => string) {
  const app = Fastify({ schemaController, forceCloseConnections: true })
  const seen: (string | undefined)[] = []
  app.get('/metrics', (request, reply) => {
    seen.push(request.headers.authorization)
    return reply.type('text/plain').send(read())
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return keep({ url, seen, close: () => app.close() })
}

const findService = ({ services }: Summary, name: string) => services.find((service) => service.name === name)

describe('access to the health pages (S31)', () => {
  const files = ['page.js', 'views.js', 'charts.js', 'dom.js', 'page.css', 'runbook.md'].map(
    (name) => `/ops/page/${name}`,
  )
  const pages = ['/ops', ...serviceNames.map((name) => `/ops/${name}`), '/ops/runbook', ...files]
  const data = ['/ops/api/summary', '/ops/api/services/auth']

  test('the public port serves none of them', async () => {
    const gateway = await openOps()
    for (const path of [...pages, ...data, '/metrics', '/readyz', '/livez', '/startupz', '/ops/', '/OPS']) {
      for (const headers of [{}, bearer(OPS_TOKEN), bearer(gateway.token())]) {
        const page = await fetch(gateway.url + path, {
          headers: { ...headers, accept: 'text/html' },
          redirect: 'manual',
        })
        expect([path, page.status, page.headers.get('location')]).toEqual([path, 302, '/'])
        const answer = await fetch(gateway.url + path, { headers })
        expect([path, answer.status]).toEqual([path, 404])
      }
    }
  })

  test('data requires the token, in the header only', async () => {
    const gateway = await openOps()
    for (const path of [...data, '/metrics']) {
      for (const token of [null, 'wrong', `${OPS_TOKEN}x`, '']) {
        const answer = await gateway.ask(path, token)
        const problem = await readProblem(answer)
        expect([path, token, answer.status, problem.code]).toEqual([path, token, 401, 'ops_token_required'])
      }
      expect((await gateway.ask(`${path}?token=${OPS_TOKEN}`, null)).status).toBe(401)
      expect((await gateway.ask(path)).status).toBe(200)
    }
  })

  test('pages require no token, contain no data and load nothing from other origins', async () => {
    const gateway = await openOps()
    await gateway.monitor.scrape()
    const texts = await Promise.all(
      pages.map(async (path) => {
        const answer = await gateway.ask(path, null)
        expect([path, answer.status]).toEqual([path, 200])
        const policy = answer.headers.get('content-security-policy') ?? ''
        expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self'/)
        expect(policy).not.toMatch(/unsafe|https?:|\*/)
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        return answer.text()
      }),
    )
    expect(new Set(texts.slice(0, serviceNames.length + 2)).size).toBe(1)
    expect(texts.join('\n')).not.toContain(OPS_TOKEN)
    expect(texts.join('\n')).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/)
    expect(texts[0]).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})

describe('the API', () => {
  test('explains an unknown service', async () => {
    const gateway = await openOps()
    const missing = await gateway.ask('/ops/api/services/billing')
    expect([missing.status, (await readProblem(missing)).detail]).toEqual([
      404,
      'Unknown service. Use one of gateway, auth, market-data, screener, workers, portfolio, coach.',
    ])
  })

  test('returns the charts of a service, and the library that draws them with its license', async () => {
    const stack = createFakeStack()
    const gateway = await openOps({}, { now: stack.now, listTargets: stack.listTargets })
    await gateway.monitor.scrape()
    const { times, charts } = (await (await gateway.ask('/ops/api/services/auth')).json()) as Charts
    expect(times).toHaveLength(1)
    expect(charts.find(({ title }) => title === 'Memory')?.lines[0]?.points).toEqual([80_000_000])
    const library = await (await gateway.ask('/ops/page/highcharts.js', null)).text()
    expect(library.slice(0, 400)).toContain('www.highcharts.com/license')
  })
})

describe('a degraded stack', () => {
  test('returns a summary even with every service down, with the effect on users for each', async () => {
    const gateway = await openOps()
    await gateway.monitor.scrape()
    const summary = await gateway.readSummary()
    expect(summary.overall).toBe('fail')
    const [own, ...others] = summary.services
    expect(own).toMatchObject({ name: 'gateway', replicas: 1, version: '0.0.0+test' })
    expect(others.map(({ name, status, replicas }) => [name, status, replicas])).toEqual(
      serviceNames.slice(1).map((name) => [name, 'fail', 0]),
    )
    for (const { verdict, red } of others) {
      expect(verdict).toMatchObject({ word: 'Down', runbook: 'docs/runbook.md#service-down' })
      expect(verdict.sentence.length).toBeGreaterThan(10)
      expect(red).toEqual({ rps: null, errorRatio: null, p50: null, p95: null, p99: null })
    }
    expect((await gateway.ask('/ops')).status).toBe(200)
  })

  test('shows bad metrics within a minute', async () => {
    const stack = createFakeStack()
    let nowMs = stack.now()
    const process = stack.process('portfolio')
    const portfolio = await openMetrics(() => process.write())
    const targets = (await stack.listTargets()).map((target) =>
      target.id !== 'portfolio'
        ? target
        : { ...target, scrape: async () => (await fetch(`${portfolio.url}/metrics`)).text() },
    )
    const gateway = await openOps({}, { now: () => nowMs, listTargets: async () => targets })
    const run = async (scrapes: number, counts: Parameters<typeof process.count>[1]) => {
      for (let scrape = 0; scrape < scrapes; scrape += 1) {
        nowMs += 10_000
        process.count('requests', counts)
        await gateway.monitor.scrape()
      }
    }
    await run(6, { ok: 20 })
    expect(findService(await gateway.readSummary(), 'portfolio')).toMatchObject({ status: 'pass', problems: [] })
    await run(6, { failed: 20 })
    const bad = findService(await gateway.readSummary(), 'portfolio')
    expect(bad).toMatchObject({
      status: 'warn',
      verdict: { runbook: 'docs/runbook.md#failing-or-slow' },
      red: { errorRatio: expect.closeTo(0.5, 1) },
    })
  })

  test('returns labels and ids that contain markup unchanged, as text', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    const stack = createFakeStack()
    stack.process('auth').gauge(`dependency_up{dependency="${markup}"}`, 1)
    const gateway = await openOps({}, { now: stack.now, listTargets: stack.listTargets })
    await gateway.monitor.scrape()
    const answer = await gateway.ask('/ops/api/summary')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    const summary = (await answer.json()) as Summary
    expect(findService(summary, 'auth')?.dependencies.map(({ name }) => name)).toEqual([markup])
  })
})

describe('discovery of processes', () => {
  const metrics = (service: string) =>
    `app_build_info{version="2",commit="c",service="${service}"} 1\nprocess_ready 1\n`

  test('finds services at their ops ports, and workers in their registry', async () => {
    const redisNamespace = `ops-${randomUUID()}`
    const auth = await openMetrics(() => metrics('auth'))
    const worker = await openMetrics(() => metrics('screener-worker'))
    const redis = new Redis(readTestUrl('TEST_REDIS_URL'))
    const register = (id: string, text: string) =>
      redis.multi().set(`${redisNamespace}:worker:${id}`, text, 'EX', 15).sadd(`${redisNamespace}:workers`, id).exec()
    await register('w-1', JSON.stringify({ id: 'w-1', opsAddress: worker.url, version: '2' }))
    await register('w-2', 'garbage')
    await register('w-3', JSON.stringify({ id: 'w-3', opsAddress: 'file:///etc/passwd' }))
    redis.disconnect()

    const gateway = await openOps({ redisNamespace, auth: addressesOf(DEAD_PORT_URL, auth.url) })
    await gateway.monitor.scrape()
    const summary = await gateway.readSummary()
    expect(findService(summary, 'auth')).toMatchObject({ status: 'pass', replicas: 1, version: '2+c' })
    expect(findService(summary, 'workers')).toMatchObject({
      replicas: 1,
      version: '2+c',
      processes: [{ id: 'w-1', isUp: true }],
    })
    expect([...auth.seen, ...worker.seen]).toEqual([`Bearer ${OPS_TOKEN}`, `Bearer ${OPS_TOKEN}`])
  })

  test('measures free disk space and clock drift', async () => {
    const auth = await openMetrics(() => metrics('auth'))
    const gateway = await openOps({ auth: addressesOf(DEAD_PORT_URL, auth.url) })
    await gateway.monitor.scrape()
    const free = await gateway.readMetric('data_disk_free_ratio')
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThanOrEqual(1)
    expect(await gateway.readMetric('process_clock_drift_seconds', { process: 'auth' })).toBeLessThan(2)
  })
})
