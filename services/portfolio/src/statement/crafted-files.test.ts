import { describe, expect, test } from '@jest/globals'
import { readInThread } from './read-in-thread.ts'
import { readStatement } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

const HEADER = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount'

// Each of these would take minutes if a pattern or a table grew with the square of the text.
describe('a text that is made to take long', () => {
  test.each([
    ['one endless name', `<?xml?><Trade ${'a'.repeat(190_000)}>`],
    ['elements that never close', `<?xml?>${'<Trade '.repeat(28_000)}`],
    ['attributes without a value', `<?xml?><Trade ${'a= '.repeat(60_000)}>`],
    ['a column for every record', `[${Array.from({ length: 16_000 }, (_, index) => `{"${index}":1}`).join()}]`],
    ['more records than rows are allowed', `[${'{},'.repeat(60_000)}{}]`],
    ['texts instead of records', `["${'a'.repeat(190_000)}"]`],
  ])('%s is refused as a whole', (_, csv) => {
    expect(() => readStatement({ csv })).toThrow(UnreadableFile)
  })

  test('a cell with more characters than a broker writes is refused by line', () => {
    const day = `1${' '.repeat(190_000)}2`
    const statement = readStatement({ csv: `${HEADER}\n${day},Buy,XYZ,Xyz,1,1,,1\n01/13/2026,Buy,XYZ,Xyz,1,1,,1` })
    expect('readings' in statement && statement.readings.slice(1)).toMatchObject([
      { kind: 'refused', line: 2, reason: expect.stringContaining('more than 2000 characters') },
      { kind: 'trade' },
    ])
  })

  test('ends the thread that reads it, and the next file is read', async () => {
    const csv = `${HEADER}\n${'01/13/2026,Buy,XYZ,Xyz,1,1,,1\n'.repeat(8_000)}`
    const reading = [1, 2, 3].map(() => readInThread({ csv }, { patienceMs: 0 }))
    for (const { status } of await Promise.allSettled(reading)) expect(status).toBe('rejected')
    await expect(reading[2]).rejects.toThrow(UnreadableFile)
    expect(await readInThread({ csv })).toMatchObject({ format: { id: 'schwab' } })
  })
})

test('a list or an object in a JSON file is no cell', () => {
  const transaction = { Date: { toString: 1 }, Action: ['Buy'], Symbol: null, Quantity: 1, Price: true, Amount: '$1' }
  const more = { Description: '', 'Fees & Comm': '' }
  const csv = JSON.stringify({ BrokerageTransactions: [{ ...transaction, ...more }] })
  const statement = readStatement({ csv })
  expect('readings' in statement && statement.readings).toMatchObject([{ kind: 'ignored' }, { line: 2 }])
})

describe('a file with unknown columns', () => {
  const csv = 'Date,Type,,Price,Price,Price 2\n2026-01-13,Sold,x,1.5,2.5,3.5\n'

  test('has a name for every column, even if names repeat or lack', () => {
    const found = readStatement({ csv })
    expect('header' in found && found.header).toEqual(['Date', 'Type', 'Column 3', 'Price', 'Price (3)', 'Price 2'])
  })

  test.each([
    ['Price', 1.5],
    ['Price (3)', 2.5],
    ['Price 2', 3.5],
  ])('is read with its column %s', (price, value) => {
    const columns = { day: 'Date', action: 'Type', quantity: 'Price', symbol: 'Column 3', price }
    const map = { name: 'My bank', columns, actions: { Sold: 'sell' as const }, price_per: 'share' as const }
    const statement = readStatement({ csv, map })
    expect('readings' in statement && statement.readings[1]).toMatchObject({ trade: { symbol: 'X', price: value } })
  })
})

test.each(['', 'Callwright stock screener\nAs of,2026-11-20\n\n'])(
  'a screen exported here after %j is no history',
  (facts) => {
    const csv = `\uFEFF${facts}Symbol,Company,Callwright Rating (0-100),Price (USD)\nQAAA,Alpha,80,120.5\n`
    expect(() => readStatement({ csv })).toThrow('exported from the Screener')
  },
)
