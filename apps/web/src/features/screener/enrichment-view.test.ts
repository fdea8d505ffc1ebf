import { expect, test } from '@jest/globals'
import type { Enrichment } from '../../api/screen.ts'
import { describeEnrichment, summarizeRun } from './enrichment-view.ts'

const run: Enrichment = {
  state: 'running',
  startedBy: 'user',
  total: 503,
  done: 309,
  failed: 3,
  secondsLeft: 44.6,
  finishedAt: null,
  failures: [],
  incomplete: [],
  message: null,
}
const finished: Enrichment = { ...run, state: 'idle', finishedAt: '2026-07-10T20:05:00Z', done: 500 }

test.each([
  [{}, 'Enriching 312 of 503, 45 s left'],
  [{ secondsLeft: null }, 'Enriching 312 of 503'],
  [{ secondsLeft: 200 }, 'Enriching 312 of 503, 4 min left'],
  [{ state: 'stopping' }, 'Stopping, 312 of 503 done'],
  [{ message: 'No worker is running.' }, '312 of 503. No worker is running.'],
] as const)('a run with %j reads "%s"', (changes, text) => {
  expect(describeEnrichment({ ...run, ...changes })).toMatchObject({ kind: 'running', text })
})

test.each([
  ['user', 'running', true],
  ['platform', 'running', false],
  [null, 'running', false],
  ['user', 'stopping', false],
] as const)('a run of %s that is %s can be stopped: %s', (startedBy, state, canStop) => {
  expect(describeEnrichment({ ...run, startedBy, state })).toMatchObject({ canStop })
})

test.each([
  [{ total: 0, done: 0, failed: 0 }, 0],
  [{ total: 4, done: 1, failed: 1 }, 50],
  [{ total: 4, done: 9, failed: 0 }, 100],
])('%j is %d percent', (counts, percent) => {
  expect(describeEnrichment({ ...run, ...counts })).toMatchObject({ percent })
})

test.each([
  [{}, 'Enriched 500 stocks, Jul 10, 16:05 ET', '3 failed'],
  [{ failed: 0 }, 'Enriched 500 stocks, Jul 10, 16:05 ET', null],
  [{ finishedAt: null }, 'Not enriched yet', null],
  [{ finishedAt: null, message: 'No enrichment has run yet.' }, 'No enrichment has run yet.', null],
])('an ended run with %j reads "%s" and "%s"', (changes, text, failedText) => {
  expect(describeEnrichment({ ...finished, ...changes })).toEqual({
    kind: 'idle',
    text,
    failedText,
    incompleteText: null,
  })
})

test.each([
  [4, '4 incomplete'],
  [499, '499 incomplete'],
  [500, '500 or more incomplete'],
])('%i rows without all their figures read "%s"', (count, incompleteText) => {
  const incomplete = Array.from({ length: count }, (_, index) => ({ symbol: `Q${index}`, reason: 'no chain' }))
  expect(describeEnrichment({ ...finished, failed: 0, incomplete })).toMatchObject({ failedText: null, incompleteText })
})

test('the end is told in a sentence', () => {
  expect(summarizeRun({ ...finished, failed: 0 })).toBe('Enrichment finished: 500 stocks')
  expect(summarizeRun(finished)).toBe('Enrichment finished: 500 stocks, 3 failed')
})
