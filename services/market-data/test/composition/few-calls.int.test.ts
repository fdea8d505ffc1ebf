import { waitFor } from '@callwright/service/testing'
import { afterAll, expect, test } from '@jest/globals'
import { answerOf, createOpener, createWire, json, quoteOf, scriptProvider } from './support.ts'

/** They wait for calls to come back, and so all at once. */
const { open, close } = createOpener()
afterAll(close)

/** A free plan's few calls: the next one comes back after more than a question of people or of the screener waits. */
const few = { burst: 5, perSecond: 0.12 }

test.concurrent('a list of several pages is read by a job, however few calls there are', async () => {
  const wire = createWire(async () => new Response('{}'))
  const paged = scriptProvider(
    ['dividends', 'splits'],
    ({ fetch }) => {
      return {
        dividends: {
          async listDividends(symbol) {
            for (const page of [1, 2, 3]) await fetch(`https://provider.test/${symbol}/${page}`)
            return answerOf([])
          },
        },
        splits: {
          async listSplits(symbol) {
            await fetch(`https://provider.test/${symbol}`)
            return answerOf([])
          },
        },
      }
    },
    { limit: few },
  )
  const market = await open({ providers: [paged], fetch: wire.fetch })
  const collected = market.sources.dividends?.listDividends('ACME')
  await waitFor('the first pages', () => wire.calls.length === 2)
  await expect(market.background.splits.listSplits('OTHER')).rejects.toMatchObject({ kind: 'rate_limited' })
  expect((await collected)?.value).toEqual([])
  expect(wire.count('/ACME/')).toBe(3)
})

test.concurrent('a question that ends while its next call waits for a turn is not held against the provider', async () => {
  const wire = createWire(async () => json(quoteOf(101)))
  const provider = scriptProvider(
    ['quotes'],
    ({ fetch }) => ({
      quotes: {
        async findQuote() {
          for (;;) await fetch('https://provider.test/')
        },
      },
    }),
    { limit: { burst: 1, perSecond: 0.8 } },
  )
  const market = await open({ providers: [provider], fetch: wire.fetch })
  await expect(market.interactive.quotes.findQuote('ACME')).rejects.toMatchObject({
    kind: 'unavailable',
    detail: 'no complete answer in time',
  })
  const outcome = (name: string) => market.readMetric('provider_requests_total', { outcome: name })
  await waitFor('the outcome', () => outcome('rate_limited'))
  expect(await outcome('unreadable')).toBe(0)
})
