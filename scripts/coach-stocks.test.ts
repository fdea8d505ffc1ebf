import { expect, test } from '@jest/globals'
import { resolve } from '../services/coach/src/engines/offline/conversation/follow-up.ts'
import { readMessage } from '../services/coach/src/engines/offline/reading/read-message.ts'
import { openDirectory } from '../services/coach/src/engines/offline/stocks/directory.ts'
import { listLargeCaps } from '../services/market-data/src/providers/large-cap-names.ts'

const AS_OF = '2026-11-24T15:30:00.000Z'
const listed = listLargeCaps()
const directory = openDirectory(listed)
const alone = { before: null, rows: [] }
const ask = (message: string, context: Parameters<typeof resolve>[1] = alone) =>
  resolve(readMessage(message, AS_OF, directory), context, null)
const first = ask('price of KO')
const afterKo = { before: first.kind === 'question' ? first.question : null, rows: [] }

const questions: readonly ((name: string) => string)[] = [
  (name) => `price of ${name}`,
  (name) => `what is ${name} trading at`,
  (name) => `and ${name}?`,
]

/** The stocks that a message is answered about, or asked about. */
function read(message: string, context: typeof alone | typeof afterKo) {
  const resolved = ask(message, context)
  if (resolved.kind === 'question') return { answered: resolved.question.slots.stocks, asked: [] }
  return { answered: [], asked: resolved.kind === 'which_stock' ? resolved.candidates : [] }
}

test('the simulated market has 503 stocks', () => {
  expect(listed).toHaveLength(503)
})

test.each<[string, (stock: (typeof listed)[number]) => string]>([
  ['lower case', ({ symbol }) => symbol.toLowerCase()],
  ['upper case', ({ symbol }) => symbol],
  ['company name', ({ name }) => name],
])(
  'every stock of the simulated market is found by its %s, alone and after another stock, or asked about',
  (_form, spell) => {
    const wrong: string[] = []
    for (const [index, stock] of listed.entries()) {
      // Every stock in one phrasing, and every fourth in all of them.
      for (const question of index % 4 === 0 ? questions : questions.slice(0, 1)) {
        const message = question(spell(stock))
        for (const context of [alone, afterKo]) {
          const { answered, asked } = read(message, context)
          // "It" refers to the previous stock, although IT is also a symbol.
          const isPronoun = /\bit\b/u.test(message) && answered.every((one) => one === 'KO')
          const isRight = answered.length === 1 && answered[0] === stock.symbol
          if (!isRight && !asked.includes(stock.symbol) && !isPronoun) wrong.push(`${message}: ${answered.join()}`)
        }
      }
    }
    expect(wrong).toEqual([])
  },
)

test.each(['price of gold', 'what is zorp trading at', 'and snowflake?', 'price of ZZQX', 'how is zorp doing'])(
  'an unknown name is not taken for the stock before: %s',
  (message) => {
    expect(read(message, afterKo).answered).not.toContain('KO')
  },
)

test.each([
  ['price of BRKB', 'BRK.B'],
  ['brk/b calls', 'BRK.B'],
  ['BRK-B stock price', 'BRK.B'],
  ['how is BRK B doing', 'BRK.B'],
  ['$aapl chain', 'AAPL'],
  ['what is FB trading at', 'META'],
  ["what's F trading at", 'F'],
  ['NOW', 'NOW'],
  ['rate ON', 'ON'],
])(
  'other spellings of a symbol, and symbols that are words in a place of a stock, are found: %s',
  (message, symbol) => {
    expect(readMessage(message, AS_OF, directory).slots.stocks).toEqual([symbol])
  },
)
