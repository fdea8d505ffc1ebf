import { waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import type { Answer } from '../../src/providers/provider.ts'
import { answerOf, chainOf, contractOf, createOpener, newKeyId, quoteOf, scriptProvider } from './support.ts'

const { open, close } = createOpener()
afterEach(close)

test('a symbol whose prices change their scale is forgotten, with all that was asked of it, and no other', async () => {
  const asked: string[] = []
  const tell = <T>(question: string, value: T): Answer<T> => {
    asked.push(question)
    return answerOf(value)
  }
  const provider = scriptProvider(
    ['quotes', 'chains', 'dividends', 'splits'],
    () => ({
      quotes: { findQuote: async (symbol) => tell(`quote ${symbol}`, quoteOf(100)) },
      chains: { findChain: async (symbol) => tell(`chain ${symbol}`, chainOf([contractOf(100)])) },
      dividends: { listDividends: async (symbol) => tell(`dividends ${symbol}`, []) },
      splits: { listSplits: async (symbol) => tell(`splits ${symbol}`, []) },
    }),
    { keyId: newKeyId() },
  )
  const listeners: ((symbol: string) => void)[] = []
  const store = {
    wrap: <T>(sources: T) => sources,
    onRescaled: (listener: (symbol: string) => void) => void listeners.push(listener),
  }
  const { interactive, redis } = await open({ providers: [provider], store })
  const longest = { minDays: 25, maxDays: 400, minStrike: 80_500, maxStrike: 1_250_000, expiration: '2026-08-21' }
  async function askAll(): Promise<string[]> {
    for (const symbol of ['ACM', 'ACME']) {
      await interactive.quotes.findQuote(symbol)
      await interactive.chains.findChain(symbol)
      await interactive.chains.findChain(symbol, { ...longest, type: 'call' })
      await interactive.dividends.listDividends(symbol)
    }
    return asked.splice(0).sort()
  }
  const ofSymbol = ['chain ACM', 'chain ACM', 'dividends ACM', 'quote ACM', 'splits ACM']
  expect(await askAll()).toEqual([...ofSymbol, ...ofSymbol.map((question) => `${question}E`)].sort())
  expect(await askAll()).toEqual([])
  for (const listener of listeners) listener('ACM')
  const isKept = (key: string) => /:ACM(,|$)/.test(key)
  await waitFor('nothing of it', async () => !(await redis.keys(`*${interactive.revision}*`)).some(isKept))
  expect(await askAll()).toEqual(ofSymbol)
})
