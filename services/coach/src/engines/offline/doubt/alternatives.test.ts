import { expect, test } from '@jest/globals'
import type { Question } from '../conversation/fit-intent.ts'
import { readMessage } from '../reading/read-message.ts'
import { noSlots } from '../reading/slots.ts'
import { openDirectory } from '../stocks/directory.ts'
import { hasSums, listAlternatives } from './alternatives.ts'

const directory = openDirectory([
  { symbol: 'DIS', name: 'Walt Disney' },
  { symbol: 'KO', name: 'Coca-Cola' },
])
const read = (message: string) => readMessage(message, '2026-11-27T18:00:00Z', directory)
const before: Question = {
  intent: 'calls',
  slots: { ...noSlots, stocks: ['DIS'] },
  text: 'disney call',
  asksWhy: false,
  isCarried: false,
}
const labelsOf = (...args: Parameters<typeof listAlternatives>) => listAlternatives(...args).map(({ label }) => label)

test('the readings offered keep the stock of the question before, and include the one whose figure is named', () => {
  const labels = labelsOf(read('are there earnings before then?'), { before, fact: null }, null)
  expect(labels).toHaveLength(3)
  expect(labels).toContain('Earnings and dividend dates of a stock: DIS')
})

test('a general question gets entries beside tools, and the answered reading is not offered again', () => {
  const reading = read('what does gamma do to me in the last week')
  const context = { before: null, fact: null }
  const [first] = listAlternatives(reading, context, null)
  expect(first).toMatchObject({ intent: 'concept', slots: { entry: 'Gamma in the last week' } })
  const answered = { ...before, intent: 'concept' as const, slots: { ...noSlots, entry: 'Gamma in the last week' } }
  expect(labelsOf(reading, context, null, answered)).not.toContain('Gamma in the last week')
})

test.each([
  ['stock 63 call strike 60 price 4.10', true],
  ['delta between 0.2 and 0.3', false],
  ['30 days, 5% out', false],
])('hasSums(%j) is %j', (message, expected) => {
  expect(hasSums(message)).toBe(expected)
})
