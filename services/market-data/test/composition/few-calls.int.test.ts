import { waitFor } from '@callwright/service/testing'
import { afterEach, expect, jest, test } from '@jest/globals'
import { answerOf, createOpener, createWire, scriptProvider } from './support.ts'

jest.setTimeout(30_000)

const { open, close } = createOpener()
afterEach(close)

/** A free plan's few calls: the next one comes back after more than a question of people or of the screener waits. */
const few = { burst: 5, perSecond: 0.12 }

test('a list of several pages is read by a job, however few calls there are', async () => {
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
