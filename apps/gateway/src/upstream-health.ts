import { connect } from 'node:net'
import type { Runtime } from '@callwright/service'
import type { GatewayConfig } from './config.ts'
import { readUpstreamUrl, upstreams } from './upstreams.ts'

const CONNECT_TIMEOUT_MS = 1_000

/** Registers each service as a soft dependency. The gateway is not ready if no service is reachable. */
export function watchUpstreams(runtime: Runtime, config: GatewayConfig): void {
  const reach = upstreams.map((owner) => () => openConnection(readUpstreamUrl(config, owner)))
  for (const [index, owner] of upstreams.entries()) {
    const run = reach[index]
    if (run) runtime.health.addCheck({ name: `${owner}:reachable`, componentType: 'component', kind: 'soft', run })
  }
  runtime.health.addCheck({
    name: 'services:anyReachable',
    componentType: 'component',
    kind: 'hard',
    run: async () => {
      await Promise.any(reach.map((run) => run()))
    },
  })
}

function openConnection(address: string): Promise<void> {
  const { hostname, port, protocol } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('No connection in time')))
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}
