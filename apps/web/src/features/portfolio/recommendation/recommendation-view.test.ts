/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { buildPositionRow } from '../../../testing/portfolio-builders.ts'
import { listKeyMetrics, listRuleLines } from './recommendation-view.ts'

const readStandings = (changes: Parameters<typeof buildPositionRow>[0]) => {
  const { recommendation, metrics } = buildPositionRow(changes)
  return listRuleLines(recommendation, metrics.state === 'expired').map(({ name, standing }) => `${name}: ${standing}`)
}

test('the rule that holds decides; those after it are not reached', () => {
  expect(readStandings({ quote: { delta: 0.6 } })).toEqual([
    'Roll Out & Up: decides',
    'Let Assign: not_reached',
    'Close (50% Profit): not_reached',
    'Close: not_reached',
    'Hold: not_reached',
  ])
})

test('Hold is what no rule leaves', () => {
  expect(readStandings({})).toEqual([
    'Roll Out & Up: passed',
    'Let Assign: passed',
    'Close (50% Profit): passed',
    'Close: passed',
    'Hold: decides',
  ])
})

test('a rule that what is known does not settle is open, and decides nothing', () => {
  expect(readStandings({ quote: { delta: null } })).toContain('Roll Out & Up: open')
  expect(readStandings({ quote: { delta: null } })).not.toContain('Hold: decides')
})

test('no rule reaches an expired call', () => {
  expect(readStandings({ position: { expiryDate: '2026-07-09' } })).toEqual(
    expect.arrayContaining(['Roll Out & Up: not_reached', 'Hold: not_reached']),
  )
})

test('rules say the values they looked at', () => {
  const { recommendation } = buildPositionRow({ quote: { delta: 0.6 } })
  const [first, second] = listRuleLines(recommendation, false)
  expect(first?.text).toBe('The delta is 0.600 (at least 0.500).')
  const close = listRuleLines(buildPositionRow({ position: { entryPremium: 1 } }).recommendation, false)[3]
  expect(close?.text).toMatch(/^The static yield is 5\.5% a year \(under 10\.0% a year\); the headroom/)
  expect(second?.text).toMatch(/^Not reached\. The time left is 28 days \(over 7 days\); the headroom is 7\.88%/)
})

test('key metrics carry their formats; what is not known has none', () => {
  const known = Object.fromEntries(listKeyMetrics(buildPositionRow().metrics).map(({ name, text }) => [name, text]))
  expect(known).toEqual({
    Delta: '0.200',
    'Days to Expiry': '28',
    'Headroom %': '7.88',
    'Headroom/EM': '0.95',
    'Static Yield %': '16.6',
    'Profit Captured %': '33.3',
    'Time Elapsed %': '50.0',
    'Current Premium $': '2.00',
  })
  const unknown = listKeyMetrics(
    buildPositionRow({ quote: { price: null, delta: null, currentPremium: null } }).metrics,
  )
  expect(unknown.filter(({ text }) => text === null).map(({ name }) => name)).toEqual([
    'Delta',
    'Headroom %',
    'Headroom/EM',
    'Profit Captured %',
    'Current Premium $',
  ])
})
