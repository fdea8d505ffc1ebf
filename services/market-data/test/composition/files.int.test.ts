import { afterEach, describe, expect, test } from '@jest/globals'
import { createProviderClient } from '../../src/providers/http/provider-client.ts'
import { type FileParser, parseVendorJson } from '../../src/providers/http/vendor-files.ts'
import type { ChainFilter, OptionQuote } from '../../src/providers/provider.ts'
import {
  answerOf,
  chainOf,
  contractOf,
  createOpener,
  createWire,
  MINUTE,
  newKeyId,
  quoteOf,
  type Reply,
  scriptProvider,
} from './support.ts'

interface ChainFile {
  readonly price: number
  readonly contracts: readonly OptionQuote[]
}

const parser = {
  module: new URL('../../src/providers/http/vendor-files.ts', import.meta.url).href,
  parse: parseVendorJson,
} as FileParser<ChainFile>

/** A provider that answers quotes and chains from one file per symbol. */
function fileProvider(keyId: string) {
  return scriptProvider(
    ['quotes', 'chains'],
    ({ fetch, timeoutMs, files, now }) => {
      const client = createProviderClient({
        provider: 'scripted',
        baseUrl: 'https://provider.test',
        fetch,
        timeoutMs,
        maxBytes: 16 * 1_024 * 1_024,
      })
      const find = (symbol: string) =>
        files.find({ key: symbol, lifetime: 'prices', parser, load: () => client.getText(`/file/${symbol}`) })
      const stamp = () => ({ dataClass: 'delayed', asOfMs: now() }) as const
      return {
        quotes: { findQuote: async (symbol) => answerOf(quoteOf((await find(symbol)).price), stamp()) },
        chains: { findChain: async (symbol) => answerOf(chainOf((await find(symbol)).contracts), stamp()) },
      }
    },
    { keyId },
  )
}

describe('files', () => {
  const { open, close } = createOpener()
  afterEach(close)

  async function openReplicas(reply: (path: string, call: number) => Reply, at = '2026-07-08T15:00:00Z') {
    const wire = createWire(reply)
    const clock = { ms: Date.parse(at) }
    const keyId = newKeyId()
    const replica = () => open({ providers: [fileProvider(keyId)], clock, fetch: wire.fetch })
    return { wire, clock, first: await replica(), second: await replica() }
  }

  const file = (price: number, filler = '') => JSON.stringify({ price, contracts: [contractOf(100)], filler })

  test('are requested once for all requests, filters, priorities and replicas', async () => {
    const { wire, clock, first, second } = await openReplicas(() => new Response(file(101)))
    const filters: ChainFilter[] = [{ type: 'call' }, { type: 'put', maxDays: 40 }, { expiration: '2026-08-21' }]
    const asked = [first, second].flatMap(({ interactive }) => [
      interactive.quotes.findQuote('ACME'),
      ...filters.map((filter) => interactive.chains.findChain('ACME', filter)),
    ])
    expect((await Promise.all(asked)).map(({ value }) => value !== null)).toEqual(asked.map(() => true))
    for (const { background } of [first, second]) await background.chains.findChain('ACME', { minDays: 1 })
    expect(wire.calls).toEqual(['/file/ACME'])
    clock.ms += 6 * MINUTE
    expect((await second.interactive.chains.findChain('ACME', { minDays: 2 })).value).not.toBeNull()
    expect(wire.calls).toHaveLength(2)
  })

  test('with closing prices are used until the next session', async () => {
    const { wire, clock, first, second } = await openReplicas(() => new Response(file(101)), '2026-07-10T20:20:00Z')
    await first.interactive.quotes.findQuote('ACME')
    clock.ms = Date.parse('2026-07-13T13:40:00Z')
    await second.interactive.chains.findChain('ACME', { type: 'call' })
    expect(wire.calls).toHaveLength(1)
    clock.ms = Date.parse('2026-07-13T13:46:00Z')
    await second.interactive.chains.findChain('ACME', { type: 'put' })
    expect(wire.calls).toHaveLength(2)
  })

  test('that are large are parsed in a worker thread, with the same result and the same failures', async () => {
    const filler = 'x'.repeat(6 * 1_024 * 1_024)
    const { first } = await openReplicas(
      (path) => new Response(path.endsWith('BAD') ? file(1, filler).slice(0, -9) : file(101, filler)),
    )
    // Background requests have more time, which 6 MB need on a busy machine.
    expect((await first.background.quotes.findQuote('ACME')).value?.lastPrice).toBe(101)
    await expect(first.background.quotes.findQuote('BAD')).rejects.toMatchObject({
      kind: 'unreadable',
      detail: 'returned truncated or malformed JSON',
    })
  })

  test('that fail to load are requested again by the next request', async () => {
    const { wire, first } = await openReplicas((_path, call) =>
      call === 1 ? new Response('<html>') : new Response(file(101)),
    )
    await expect(first.interactive.quotes.findQuote('ACME')).rejects.toMatchObject({ kind: 'unreadable' })
    expect((await first.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(101)
    expect(wire.calls).toHaveLength(2)
  })
})
