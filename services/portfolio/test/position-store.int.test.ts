import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { PositionBook } from '../src/positions/position-book.ts'
import { createPositionStore } from '../src/positions/position-store.ts'
import { openStack, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const terms = {
  symbol: 'KO',
  entryDate: '2026-06-26',
  expiration: '2026-07-24',
  strike: 65,
  premium: 2.5,
  entryPrice: 60,
  contracts: 1,
  notes: null,
}

async function removeSecond(book: PositionBook) {
  const second = (await book.find(['second'])).get('second')
  if (second === undefined) throw new Error('There is no second position')
  await book.remove(second, false)
}

test('a list that is read during a deletion is whole, and is not returned afterward', async () => {
  const user = 'reader'
  let afterNextSnapshot: (() => Promise<unknown>) | null = null
  const database = stack.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const act = afterNextSnapshot
      if (act !== null && result.rows[0]?.last !== undefined) {
        afterNextSnapshot = null
        await act()
      }
      return result
    },
  })
  const store = createPositionStore(database)
  const read = async () => {
    const { ledger, positions } = await store.read(user)
    return { calls: [...ledger.replayed.calls.keys()], positions: positions.map(({ id }) => id) }
  }
  const both = ['first', 'second']
  await store.write(user, null, (book) => book.open(both.map((id) => ({ id, terms }))))

  // The deletion begins and ends between the snapshot of the read and the rest of the read.
  afterNextSnapshot = () => store.write(user, null, removeSecond)
  expect(await read()).toEqual({ calls: both, positions: both })
  expect(await read()).toEqual({ calls: ['first'], positions: ['first'] })
})
