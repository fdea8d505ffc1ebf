import type { WireRouter } from '../fake-provider/wire-market.ts'
import { type StubAnswer, type StubRequest, startStubServer } from '../providers/stub-server.ts'

const MINUTE_MS = 60_000
const FILE = /[^/]+\.json$/
const OF_SYMBOL = /\/.+\/nested$/

interface VendorOptions {
  readonly router: WireRouter
  /** Answers other paths, which are not the vendor's calls. */
  readonly beside?: WireRouter
  /** Maximum number of calls in any minute; further ones get a 429. Unlimited if absent. */
  readonly callsPerMinute?: number
  /** Clock of the rate limit. */
  readonly now?: () => number
  /** Response to a call over the limit, given the time until the next call is allowed. */
  readonly refuse?: (waitMs: number, nowMs: number) => StubAnswer
}

export type VendorServer = Awaited<ReturnType<typeof startVendorServer>>

/** Server on loopback that serves a market in one vendor's format, counts the calls and enforces a rate limit. */
export async function startVendorServer(options: VendorOptions) {
  const { router, beside, callsPerMinute, now = Date.now, refuse } = options
  const server = await startStubServer()
  const granted: number[] = []
  let calls = 0
  let refusals = 0

  async function answer(request: StubRequest): Promise<StubAnswer> {
    const other = await beside?.(request)
    if (other) return other
    calls += 1
    const nowMs = now()
    while ((granted[0] ?? nowMs) <= nowMs - MINUTE_MS) granted.shift()
    if (callsPerMinute !== undefined && granted.length >= callsPerMinute) {
      refusals += 1
      const waitMs = (granted[0] ?? nowMs) + MINUTE_MS - nowMs
      return refuse?.(waitMs, nowMs) ?? { status: 429 }
    }
    granted.push(nowMs)
    return (await router(request)) ?? { status: 404, body: '{"message":"not found"}' }
  }
  server.route(answer)

  return {
    ...server,
    /** Calls so far, including refused ones. */
    countCalls: () => calls,
    countRefusals: () => refusals,
    /** Number of calls by the first parts of their paths, without the names of files. */
    countByKind(): Readonly<Record<string, number>> {
      const counts: Record<string, number> = {}
      for (const { path } of server.requests) {
        const kind = path.replace(FILE, '*.json').replace(OF_SYMBOL, '/*/nested').split('/').slice(0, 4).join('/')
        counts[kind] = (counts[kind] ?? 0) + 1
      }
      return counts
    },
  }
}
