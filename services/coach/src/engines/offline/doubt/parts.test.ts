import { describe, expect, test } from '@jest/globals'
import { asksJudgement, readParts } from './parts.ts'

describe('readParts', () => {
  test.each<[string, string, string[]]>([
    [
      'when does Costco report? and what does a 30 delta call pay',
      '',
      ['when does Costco report?', 'and what does a 30 delta call pay'],
    ],
    ['price of KO and when is its earnings', '', ['price of KO', 'when is its earnings']],
    ['I hold KO here and what is its price', '', ['I hold KO here and what is its price']],
    [
      'I hold 200 Intel from 34. Is there a call above my cost?',
      'I hold 200 Intel from 34',
      ['Is there a call above my cost?'],
    ],
    [
      'Bought 200 PFE at 27. What can I get in 6 weeks, and is that any good?',
      'Bought 200 PFE at 27',
      ['What can I get in 6 weeks', 'is that any good?'],
    ],
    ['what does J.M. Smucker pay for a month', '', ['what does J.M. Smucker pay for a month']],
    ['sold it at 1.25. breakeven?', 'sold it at 1.25', ['breakeven?']],
  ])('splits %j', (message, situation, questions) => {
    expect(readParts(message)).toEqual({ situation, questions })
  })

  test('keeps a condition with its question, and a verb that continues it', () => {
    expect(readParts('If it drops 5% and what if it rises?').questions).toHaveLength(1)
    expect(readParts('any call that pays a dollar and is still 4% out?').questions).toHaveLength(1)
  })

  test('keeps a message whole that asks nothing or too much', () => {
    const statement = 'XOM, about 30 days. A delta of 0.20.'
    expect(readParts(statement)).toEqual({ situation: '', questions: [statement] })
    const many = 'what is it? how is it? when is it? why is it?'
    expect(readParts(many)).toEqual({ situation: '', questions: [many] })
  })
})

test.each([
  ['is that thin?', true],
  ['and is it any good', true],
  ['Should I?', true],
  ['is this too risky for me', true],
  ['does it cross earnings?', false],
  ['is it a weekly or a monthly?', false],
  ['what is a good delta?', false],
])('asksJudgement(%j) is %j', (part, expected) => {
  expect(asksJudgement(part)).toBe(expected)
})
