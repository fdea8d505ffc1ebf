import { createRuntime } from '@callwright/service'
import { buildTestConfig, createLogSink, createTestDatabase, openTcpProxy } from '@callwright/service/testing'
import { migrations } from '../../src/db/migrations/index.ts'
import type { Capabilities } from '../../src/providers/provider-definition.ts'
import { createAnswerStore } from '../../src/storage/answer-store.ts'
import { openMarketStore } from '../../src/storage/market-store.ts'
import { createScriptedProvider } from './scripted-provider.ts'

export const ms = Date.parse

/** Clock that changes only when it is set. */
export function createClock(at: string) {
  let nowMs = ms(at)
  return {
    now: () => nowMs,
    set(next: string): void {
      nowMs = ms(next)
    },
  }
}

/** Opens a separate database with stores; `close` closes everything in reverse order. */
export async function openStores() {
  const closers: (() => Promise<unknown>)[] = []
  const database = await createTestDatabase('market-data', migrations)
  closers.push(() => database.drop())
  const { hostname, port } = new URL(database.url)
  const proxy = await openTcpProxy({ host: hostname, port: Number(port) })
  closers.push(() => proxy.close())
  const proxied = new URL(database.url)
  proxied.host = `127.0.0.1:${proxy.port}`

  function openRuntime() {
    const sink = createLogSink()
    const runtime = createRuntime(buildTestConfig(), 'market-data', { logStream: sink.stream })
    closers.push(() => runtime.close())
    return { runtime, sink }
  }

  return {
    proxy,
    proxiedUrl: proxied.href,
    openRuntime,
    /** Opens a store behind the proxy, as in a process. */
    open() {
      const { runtime, sink } = openRuntime()
      const rescaled: string[] = []
      const store = openMarketStore(runtime, proxied.href)
      store.onRescaled((symbol) => rescaled.push(symbol))
      return { runtime, sink, store, rescaled }
    },
    async close(): Promise<void> {
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}
export type Stores = Awaited<ReturnType<typeof openStores>>

type Has<K extends keyof Capabilities> = Required<Pick<Capabilities, K>>
type StoredCapabilities = Has<'bars' | 'splits' | 'dividends' | 'fundamentals' | 'ivHistory'>

export function openMarket(stores: Stores, at: string) {
  const clock = createClock(at)
  const opened = stores.open()
  const provider = createScriptedProvider(clock.now)
  const wrapped = createAnswerStore(opened.store, { now: clock.now }).wrap(provider.sources) as StoredCapabilities
  return {
    ...opened,
    clock,
    provider,
    ...wrapped,
    /** Reads the stored bars by day while the provider is down. */
    async readStored(symbol: string) {
      provider.fail('bars', 'unavailable')
      const { value } = await wrapped.bars.listDailyBars(symbol)
      provider.onAsked('bars', null)
      return new Map((value ?? []).map((bar) => [bar.date, bar]))
    },
  }
}
