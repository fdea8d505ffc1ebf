import type { Owner } from '@callwright/contracts'
import { type Reader, url } from '../config.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** One process of a service. */
export interface ServiceAddress {
  readonly url: string
  /** Where its `/readyz` and `/metrics` are. */
  readonly opsUrl: string
}

const http = ['http', 'https'] as const
/** Default offset from a service's port to its ops port. */
const OPS_PORT_OFFSET = 20

/**
 * Addresses of a service: `<prefix>_URL` lists one or more, separated by commas. `<prefix>_OPS_URL` lists as many ops
 * addresses; by default they are 20 ports above.
 */
export function serviceAddresses(prefix: string): Reader<readonly ServiceAddress[]> {
  return (env) => {
    const opsUrls = env[`${prefix}_OPS_URL`]?.trim() ? readList(env, `${prefix}_OPS_URL`) : null
    const urls = readList(env, `${prefix}_URL`)
    if (!urls.ok) return urls
    if (opsUrls !== null && !opsUrls.ok) return opsUrls
    if (opsUrls !== null && opsUrls.value.length !== urls.value.length) {
      return { ok: false, problem: `${prefix}_OPS_URL must list as many URLs as ${prefix}_URL` }
    }
    const value = urls.value.map((each, index) => ({ url: each, opsUrl: opsUrls?.value[index] ?? guessOpsUrl(each) }))
    return { ok: true, value }
  }
}

function readList(env: Parameters<Reader<string>>[0], name: string): ReturnType<Reader<readonly string[]>> {
  const found: string[] = []
  const entries = (env[name] ?? '').split(',').filter((entry) => entry.trim() !== '')
  for (const entry of entries.length === 0 ? [''] : entries) {
    const read = url(name, http)({ [name]: entry })
    if (!read.ok) return read
    if (!found.includes(read.value)) found.push(read.value)
  }
  return { ok: true, value: found }
}

function guessOpsUrl(serviceUrl: string): string {
  const guess = new URL(serviceUrl)
  guess.port = String(Number(guess.port || (guess.protocol === 'https:' ? 443 : 80)) + OPS_PORT_OFFSET)
  return guess.origin
}

/** Two probes fit into half of the shortest deadline, so that a request can still use another address. */
const PROBE_EVERY_MS = 500
const PROBE_TIMEOUT_MS = 800

export interface AddressRing {
  /** The next address in turn. One that is left out is used only if all are. */
  next(): ServiceAddress
  /** Another ready address, or null if there is none. */
  nextAfter(failed: ServiceAddress): ServiceAddress | null
  isReady(address: ServiceAddress): boolean
  /** Whether another address is ready. */
  hasOther(address: ServiceAddress): boolean
  /** Leaves out an address until its next successful probe. Without another address, this has no effect. */
  leaveOut(address: ServiceAddress, error: unknown): void
}

/**
 * Takes turns among a service's addresses. If there are several, probes the readiness of each one twice a second, and
 * leaves out those that are not ready.
 */
export function openAddressRing(runtime: Runtime, owner: Owner, addresses: readonly ServiceAddress[]): AddressRing {
  const [first] = addresses
  if (first === undefined) throw new Error(`${owner} has no address`)
  const away = new Set<ServiceAddress>()
  let turn = 0

  function take(candidates: readonly ServiceAddress[]): ServiceAddress | null {
    if (candidates.length === 0) return null
    turn = (turn + 1) % Number.MAX_SAFE_INTEGER
    return candidates[turn % candidates.length] ?? null
  }

  function leaveOut(address: ServiceAddress, error: unknown): void {
    if (addresses.length === 1 || away.has(address)) return
    away.add(address)
    runtime.log.warn({ upstream: owner, address: address.url, err: error }, 'upstream.left_out')
  }

  async function probe(address: ServiceAddress): Promise<void> {
    try {
      const response = await fetch(`${address.opsUrl}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`/readyz returned ${response.status}`)
      if (away.delete(address)) runtime.log.info({ upstream: owner, address: address.url }, 'upstream.back')
    } catch (error) {
      leaveOut(address, error)
    }
  }

  if (addresses.length > 1) {
    const running = new Set<ServiceAddress>()
    const timer = setInterval(() => {
      for (const address of addresses.filter((each) => !running.has(each))) {
        running.add(address)
        void probe(address).finally(() => running.delete(address))
      }
    }, PROBE_EVERY_MS)
    timer.unref()
    runtime.onClose(`addresses of ${owner}`, () => clearInterval(timer))
  }

  const ready = () => addresses.filter((address) => !away.has(address))
  return {
    next: () => take(ready()) ?? take(addresses) ?? first,
    nextAfter: (failed) => take(ready().filter((address) => address !== failed)),
    isReady: (address) => !away.has(address),
    hasOther: (address) => ready().some((other) => other !== address),
    leaveOut,
  }
}

const neverSentCodes = [
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Whether no connection was made, so that the service cannot have received the request. */
export function wasNeverSent(error: unknown): boolean {
  const { code, syscall, cause } = (error ?? {}) as { code?: unknown; syscall?: unknown; cause?: unknown }
  if (code === 'ETIMEDOUT' && syscall !== 'connect') return false
  return neverSentCodes.includes(String(code)) || (cause !== undefined && wasNeverSent(cause))
}
