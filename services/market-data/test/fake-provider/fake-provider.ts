import type { MarketData } from '../../src/providers/provider.ts'
import { type StubAnswer, type StubRequest, startStubServer } from '../providers/stub-server.ts'
import type { Fault } from './faults.ts'
import type { MassivePlan } from './massive-page.ts'
import { renderAsMassive, USUAL_PLAN } from './massive-wire.ts'
import { renderAsPublicSources } from './public-wire.ts'
import { toWireMarket } from './wire-market.ts'

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>

export interface FakeProviderOptions {
  readonly market: MarketData
  /** Defaults to a free port. */
  readonly port?: number
  /** Features of the key's plan; any that are omitted are as in the usual plan. */
  readonly plan?: Partial<MassivePlan>
  /** Clock of the provider; defaults to the market's. */
  readonly now?: () => number
}

/**
 * Provider on loopback that serves a market in the formats of Massive, the SEC and the Treasury, and can simulate the
 * failures of real providers. It does not depend on a test runner.
 */
export async function startFakeProvider({ market, port, plan, now }: FakeProviderOptions) {
  const wireMarket = toWireMarket(market)
  const routers = [renderAsMassive(wireMarket, { ...USUAL_PLAN, ...plan }, now), renderAsPublicSources(wireMarket)]
  const broken: { readonly only: RegExp; readonly fault: Fault }[] = []
  const server = await startStubServer(port === undefined ? {} : { port })

  async function answerRegularly(request: StubRequest): Promise<StubAnswer> {
    for (const router of routers) {
      const answer = await router(request)
      if (answer !== null) return answer
    }
    return { status: 404, body: '{"status":"NOT_FOUND","message":"Nothing here."}' }
  }
  server.route((request) => {
    const found = broken.findLast(({ only }) => only.test(request.path))
    const answer = () => answerRegularly(request)
    return found === undefined ? answer() : found.fault({ request, answer })
  })
  const callsTo = (only: RegExp) => server.requests.filter(({ path }) => only.test(path))

  return {
    url: server.url,
    host: server.host,
    /** Every call since the start or the last `forgetCalls`, with path, query, headers and time. */
    calls: server.requests,
    countCalls: (only = /./): number => callsTo(only).length,
    countByPath(): Readonly<Record<string, number>> {
      const counts: Record<string, number> = {}
      for (const { path } of server.requests) counts[path] = (counts[path] ?? 0) + 1
      return counts
    },
    forgetCalls: server.forgetRequests,
    /** Applies a fault to all paths or to matching ones; if several match a path, the last one applies. */
    fail(fault: Fault, only = /./): void {
      broken.push({ only, fault })
    },
    heal(): void {
      broken.length = 0
    },
    /** Refuses connections until `comeBack`. */
    goDown: server.stop,
    comeBack: server.start,
    close: server.close,
  }
}
