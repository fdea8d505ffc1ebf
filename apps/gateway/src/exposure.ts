import { BlockList, isIP } from 'node:net'
import type { Runtime } from '@callwright/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Risks of an instance that others can reach, seen in the requests that arrive. */
export type Risk = 'public' | 'proxy_not_trusted' | 'plain_http'

const local = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  local.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  local.addSubnet(network, prefix, 'ipv6')
}

/** Whether a host name or address is reachable from this machine or its own network only. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  const version = isIP(name)
  if (version !== 0) return local.check(name, version === 4 ? 'ipv4' : 'ipv6')
  return !name.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(name)
}

/** Risks that one request shows. A trusted proxy's header adds addresses to `ips`. */
export function findRisks(request: Pick<FastifyRequest, 'hostname' | 'protocol' | 'headers' | 'ips'>): Risk[] {
  const { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': forwardedProtocol } = request.headers
  const isPublic = !isLocalHost(request.hostname)
  const risks: Risk[] = isPublic ? ['public'] : []
  if (forwardedFor !== undefined && (request.ips ?? []).length < 2) risks.push('proxy_not_trusted')
  if (isPublic && request.protocol === 'http' && forwardedProtocol !== 'https') risks.push('plain_http')
  return risks
}

/** Counts risky requests for the health pages, and logs each risk once. */
export function watchExposure(app: FastifyInstance, runtime: Runtime): void {
  const counter = runtime.metrics.counter(
    'gateway_exposed_requests_total',
    'Requests that show that this instance is public, or a risk of its set-up',
    ['risk'],
    { known: { risk: ['public', 'proxy_not_trusted', 'plain_http'] } },
  )
  const logged = new Set<Risk>()
  app.addHook('onRequest', (request, _reply, done) => {
    for (const risk of findRisks(request)) {
      counter.inc({ risk })
      if (!logged.has(risk)) {
        runtime.log[risk === 'public' ? 'info' : 'warn'](
          { risk, host: request.hostname, peer: request.socket.remoteAddress },
          'exposure.found',
        )
        logged.add(risk)
      }
    }
    done()
  })
}
