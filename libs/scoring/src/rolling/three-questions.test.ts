import { expect, test } from '@jest/globals'
import { askThreeQuestions } from './three-questions.ts'

const YES = { newStrike: 110, costBasis: 100, daysAdded: 28, netCreditUsd: 0.5 }

test.each([
  ['three times yes', {}, [true, true, true], true],
  ['strike at the cost', { newStrike: 100 }, [false, true, true], false],
  ['a cent above', { newStrike: 100.01 }, [true, true, true], true],
  ['14 days', { daysAdded: 14 }, [true, true, true], true],
  ['13 days', { daysAdded: 13 }, [true, false, true], false],
  ['even', { netCreditUsd: 0 }, [true, true, false], false],
  ['a cent of credit', { netCreditUsd: 0.01 }, [true, true, true], true],
  ['cost unknown', { costBasis: null }, [null, true, true], null],
  ['credit unknown', { netCreditUsd: null }, [true, true, null], null],
  ['one no settles it', { costBasis: null, netCreditUsd: null, daysAdded: 7 }, [null, false, null], false],
])('%s', (_name, change, answers, roll) => {
  const verdict = askThreeQuestions({ ...YES, ...change })
  const { strike_above_cost, enough_days, net_credit } = verdict.answers
  expect([strike_above_cost, enough_days, net_credit]).toEqual(answers)
  expect(verdict.roll).toBe(roll)
})
