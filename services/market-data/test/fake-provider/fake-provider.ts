import type { MarketData } from '../../src/providers/provider.ts'
import { type StubAnswer, type StubRequest, startStubServer } from '../providers/stub-server.ts'
import type { Fault } from './faults.ts'
import type { MassivePlan } from './massive-page.ts'
import { renderAsMassive, USUAL_PLAN } from './massive-wire.ts'
import { renderAsPublicSources } from './public-wire.ts'
import { toWireMarket } from './wire-market.ts'

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>

export interface FakeProviderOptions {
  /** What it knows: any market, by its clock. */
  readonly market: MarketData
  /** Any free one where it is not said. */
  readonly port?: number
  /** What the key gives; the parts that are not said are those of the usual plan. */
  readonly plan?: Partial<MassivePlan>
  /** Its own clock, which is the market's where it is not said. */
  readonly now?: () => number
}

/**
 * A provider on loopback that speaks as Massive, the SEC and the Treasury do, renders a market in it, and can be put out
 * of order in every way a real one is. It needs nothing of a test runner.
 */
export async function startFakeProvider({ market, port, plan, now }: FakeProviderOptions) {
  const wireMarket = toWireMarket(market)
  const routers = [renderAsMassive(wireMarket, { ...USUAL_PLAN, ...plan }, now), renderAsPublicSources(wireMarket)]
  const broken: { readonly only: RegExp; readonly fault: Fault }[] = []
  const server = await startStubServer(port === undefined ? {} : { port })

  async function answerSoundly(request: StubRequest): Promise<StubAnswer> {
    for (const router of routers) {
      const answer = await router(request)
      if (answer !== null) return answer
    }
    return { status: 404, body: '{"status":"NOT_FOUND","message":"Nothing here."}' }
  }
  server.route((request) => {
    const found = broken.findLast(({ only }) => only.test(request.path))
    const answer = () => answerSoundly(request)
    return found === undefined ? answer() : found.fault({ request, answer })
  })
  const callsTo = (only: RegExp) => server.requests.filter(({ path }) => only.test(path))

  return {
    url: server.url,
    host: server.host,
    /** Every call since the start or the last `forgetCalls`: path, query, headers, time. */
    calls: server.requests,
    countCalls: (only = /./): number => callsTo(only).length,
    /** Calls by path. */
    countByPath(): Readonly<Record<string, number>> {
      const counts: Record<string, number> = {}
      for (const { path } of server.requests) counts[path] = (counts[path] ?? 0) + 1
      return counts
    },
    forgetCalls: server.forgetRequests,
    /** From now on the paths that match, or all, answer so. What was said last holds. */
    fail(fault: Fault, only = /./): void {
      broken.push({ only, fault })
    },
    /** Everything answers soundly again. */
    heal(): void {
      broken.length = 0
    },
    /** Nobody listens: connections are refused, until `comeBack`. */
    goDown: server.stop,
    comeBack: server.start,
    close: server.close,
  }
}
