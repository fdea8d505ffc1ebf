import { expect, test } from '@jest/globals'
import { openDirectory } from '../services/coach/src/engines/offline/stock-directory.ts'
import { resolveTopic } from '../services/coach/src/engines/offline/topic.ts'
import { understand } from '../services/coach/src/engines/offline/understanding.ts'
import { listLargeCaps } from '../services/market-data/src/providers/large-cap-names.ts'

const AS_OF = '2026-11-24T15:30:00.000Z'
const listed = listLargeCaps()
const directory = openDirectory(listed)
const read = (message: string) => understand(message, AS_OF, directory)
const before = resolveTopic(read('price of KO'), null).topic

const questions: readonly ((name: string) => string)[] = [
  (name) => `price of ${name}`,
  (name) => `what is ${name} trading at`,
  (name) => `and ${name}?`,
]

/** "It" refers to the stock of the previous message, although IT is also a symbol. */
const isPronoun = (message: string) => /\bit\b/u.test(message)

test.each<[string, (stock: (typeof listed)[number]) => string]>([
  ['lower case', ({ symbol }) => symbol.toLowerCase()],
  ['upper case', ({ symbol }) => symbol],
  ['company name', ({ name }) => name],
])('recognizes every stock of the simulated market by its %s, or asks about it', (_form, spell) => {
  const wrong: string[] = []
  for (const [index, stock] of listed.entries()) {
    // Ask about every stock in one phrasing, and about every fourth in all of them.
    for (const question of index % 4 === 0 ? questions : questions.slice(0, 1)) {
      const message = question(spell(stock))
      if (isPronoun(message)) continue
      const meant = read(message)
      for (const earlier of [null, before]) {
        const { topic, said } = resolveTopic(meant, earlier)
        const { symbols, candidates } = topic?.said ?? said
        const isRight = symbols.length === 1 && symbols[0] === stock.symbol
        const isAsked = symbols.length === 0 && candidates.includes(stock.symbol)
        if (topic === null || !(isRight || isAsked)) wrong.push(`${message}: ${[...symbols, ...candidates].join()}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test.each(['price of gold', 'what is zorp trading at', 'and snowflake?', 'price of ZZQX', 'how is zorp doing'])(
  'does not mistake an unknown name for the previous stock: %s',
  (message) => {
    const { topic, said } = resolveTopic(read(message), before)
    expect((topic?.said ?? said).symbols).not.toContain('KO')
  },
)

test.each([
  ['price of BRKB', 'BRK.B'],
  ['brk/b calls', 'BRK.B'],
  ['BRK-B stock price', 'BRK.B'],
  ['how is BRK B doing', 'BRK.B'],
  ['$aapl chain', 'AAPL'],
  ['what is FB trading at', 'META'],
])('recognizes other spellings of a symbol: %s', (message, symbol) => {
  expect(read(message).symbols).toEqual([symbol])
})
