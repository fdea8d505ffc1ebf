import { expect, test } from '@jest/globals'
import { questions } from '../../providers/questions.ts'
import { nameQuestion } from './question-key.ts'

function name(endpoint: string, ...args: readonly unknown[]) {
  const question = questions.find((each) => each.endpoint === endpoint)
  if (question === undefined) throw new Error(endpoint)
  return nameQuestion(question, args)
}

test('questions are told apart by what is asked, however it is written', () => {
  expect(name('quote', 'BRK.B').key).toBe('quote:BRK.B')
  expect(name('universe').key).toBe('universe:')
  expect(name('bars', 'ACME', undefined).key).toBe('bars:ACME')
  expect(name('bars', 'ACME', '2025-03-28').key).toBe('bars:ACME')
  const one = name('chain', 'ACME', { type: 'call', expiration: '2026-08-21' })
  expect(one.key).toBe('chain:ACME,expiration=2026-08-21:type=call')
  expect(name('chain', 'ACME', { expiration: '2026-08-21', type: 'call' }).key).toBe(one.key)
  expect(name('chain', 'ACME', { expiration: '2026-08-21' }).key).not.toBe(one.key)
})

test('what a person typed is told by its digest alone', () => {
  const typed = 'a'.repeat(200)
  const { key, args } = name('search', { text: `${typed}:limit=1`, limit: 25 })
  expect(key).toMatch(/^search:[0-9a-f]{32}$/)
  expect(args).toEqual([{ text: `${typed}:limit=1`, limit: 25 }])
  expect(name('search', { text: 'apple', limit: 25 }).key).not.toBe(name('search', { text: 'apple', limit: 50 }).key)
  expect(name('search', { text: 'x:limit=25', limit: 5 }).key).not.toBe(name('search', { text: 'x', limit: 5 }).key)
})

test('a chain is asked for a little wider than it is wanted, so that near questions share an answer', () => {
  const { args, key } = name('chain', 'ACME', { minDays: 25, maxDays: 50, minStrike: 182.35, maxStrike: 263.4 })
  expect(args).toEqual(['ACME', { minDays: 25, maxDays: 54, minStrike: 180, maxStrike: 270 }])
  expect(name('chain', 'ACME', { minDays: 25, maxDays: 50, minStrike: 183.1, maxStrike: 261 }).key).toBe(key)
  expect(name('chain', 'PENNY', { minStrike: 0.123, maxStrike: 0 }).args).toEqual([
    'PENNY',
    { minStrike: 0.12, maxStrike: 0 },
  ])
})

test('a rate is asked for the nearest tenor there is', () => {
  expect(name('rate', 33).args).toEqual([30])
  expect(name('rate', 400).key).toBe('rate:365')
})
