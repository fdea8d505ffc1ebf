import { describe, expect, test } from '@jest/globals'
import type { Question } from '../conversation/fit-intent.ts'
import { noSlots } from '../reading/slots.ts'
import { say } from '../replies.ts'
import { isGrounded, lacksFigures } from './ground.ts'

const ask = (intent: Question['intent'], text: string, slots: Partial<Question['slots']> = {}): Question => ({
  ...{ intent, text, slots: { ...noSlots, ...slots }, asksWhy: false, isCarried: false },
})

describe('isGrounded', () => {
  test.each([
    ['screen', 'best stocks for calls', true],
    ['screen', 'what stock did the senator buy', false],
    ['market', 'when is the next holiday', true],
    ['market', 'most heavily bought calls', false],
    ['price', 'ko', true],
  ] as const)('%s: %j is %j', (intent, text, expected) => {
    expect(isGrounded(ask(intent, text), say(['MSFT, DXCM']))).toBe(expected)
  })

  test('takes a condition for a ground', () => {
    expect(isGrounded(ask('screen', 'tech names', { sector: 'technology' }), say(['MSFT']))).toBe(true)
  })

  test('takes a search of all stocks for no answer about own ones', () => {
    const question = ask('screen', 'which of my names are the best rated')
    expect(isGrounded(question, say(['OMC, PLTR']))).toBe(false)
    expect(isGrounded(question, say(['2 of the stocks that you hold fit']))).toBe(true)
  })

  test('takes an answer that knows no figure for none', () => {
    const reply = say(['I found no figure that I know in that question, so this is the P&L of each.'])
    expect(isGrounded(ask('ranking', 'which stock do i have too much of'), reply)).toBe(false)
  })
})

test('a calculation without its figures lacks them', () => {
  const reply = say(['To calculate the breakeven, I need the premium.'])
  expect(lacksFigures(ask('profit', 'my breakeven'), reply)).toBe(true)
  expect(lacksFigures(ask('profit', 'my breakeven'), say(['Breakeven $44.00.']))).toBe(false)
})
