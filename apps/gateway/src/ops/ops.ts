import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AppError, type OpsScope, type Runtime } from '@callwright/service'
import type { FastifyReply } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { createMonitor, type Monitor, type MonitorOptions, SCRAPE_INTERVAL_MS } from './monitor.ts'
import { serviceNames } from './services.ts'
import { createTargetList } from './targets.ts'

export interface Ops {
  readonly monitor: Monitor
  /** Scrapes immediately, then every ten seconds until the process stops. */
  start(): void
}

export type OpsOverrides = Partial<Pick<MonitorOptions, 'now' | 'listTargets'>>

/** Health pages of the whole stack, served on the gateway's ops port. */
export function openOps(runtime: Runtime, config: GatewayConfig, overrides: OpsOverrides = {}): Ops {
  const { log } = runtime
  const monitor = createMonitor({
    now: Date.now,
    listTargets: createTargetList(runtime, config),
    onChange({ id, service, isUp }) {
      if (isUp) log.info({ process: id, process_of: service }, 'process.answers')
      else log.warn({ process: id, process_of: service }, 'process.silent')
    },
    ...overrides,
  })
  registerRoutes(runtime.ops, monitor)
  return { monitor, start: () => startScraping(runtime, monitor) }
}

function startScraping(runtime: Runtime, monitor: Monitor): void {
  let timer: NodeJS.Timeout | null = null
  let isClosing = false
  async function scrapeLoop(): Promise<void> {
    await monitor.scrape().catch((error: unknown) => runtime.log.error({ err: error }, 'ops.look_failed'))
    if (isClosing) return
    timer = setTimeout(() => void scrapeLoop(), SCRAPE_INTERVAL_MS)
    timer.unref()
  }
  void scrapeLoop()
  runtime.onClose('ops', () => {
    isClosing = true
    if (timer !== null) clearTimeout(timer)
  })
}

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]
const pageHeaders = {
  'content-security-policy': contentPolicy.join(';'),
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const SCRIPT = 'text/javascript; charset=utf-8'
const page = (name: string) => new URL(`page/${name}`, import.meta.url)
const files = {
  'page.css': { type: 'text/css; charset=utf-8', from: page('page.css') },
  'page.js': { type: SCRIPT, from: page('page.js') },
  'views.js': { type: SCRIPT, from: page('views.js') },
  'charts.js': { type: SCRIPT, from: page('charts.js') },
  'dom.js': { type: SCRIPT, from: page('dom.js') },
  'mark.svg': { type: 'image/svg+xml', from: page('mark.svg') },
  'highcharts.js': { type: SCRIPT, from: createRequire(import.meta.url).resolve('highcharts/highcharts.js') },
  'runbook.md': { type: 'text/markdown; charset=utf-8', from: new URL('../../../../docs/runbook.md', import.meta.url) },
} as const

/** Registers the pages under /ops, which contain no data, and their API, which requires the ops token. */
function registerRoutes({ app, requireToken }: OpsScope, monitor: Monitor): void {
  const html = readFileSync(page('page.html'))
  for (const name of ['', '/runbook', ...serviceNames.map((service) => `/${service}`)]) {
    app.get(`/ops${name}`, (_request, reply) => {
      return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(html)
    })
  }
  for (const [name, { type, from }] of Object.entries(files)) {
    const text = readFileSync(from)
    app.get(`/ops/page/${name}`, (_request, reply) => reply.headers(pageHeaders).type(type).send(text))
  }
  app.get('/ops/api/summary', (request, reply) => {
    requireToken(request)
    return sendData(reply, monitor.summarize())
  })
  app.get<{ Params: { name: string } }>('/ops/api/services/:name', (request, reply) => {
    requireToken(request)
    const charts = monitor.readCharts(request.params.name)
    if (charts !== null) return sendData(reply, charts)
    throw new AppError(404, 'not_found', `Unknown service. Use one of ${serviceNames.join(', ')}.`)
  })
}

function sendData(reply: FastifyReply, data: object): FastifyReply {
  return reply.headers({ ...pageHeaders, 'cache-control': 'no-store' }).send(data)
}
