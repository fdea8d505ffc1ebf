/** @jest-environment node */
import { expect, test } from '@jest/globals'
import type { AttentionEntry } from '../../../api/portfolio-endpoints.ts'
import { buildListedPosition } from '../../../testing/portfolio-builders.ts'
import { listAttention } from './attention-lines.ts'

type Reason = AttentionEntry['reasons'][number]

const because = (id: Reason['id'], group: Reason['group'] = 'action'): Reason => ({
  id,
  group,
  sentence: `As of ${id}`,
})

function build(reasons: readonly Reason[], changes: Partial<AttentionEntry> = {}): AttentionEntry {
  return {
    id: 'position-1',
    ticker: 'QAAA',
    strike: 130,
    expiration: '2026-07-17',
    days: 7,
    level: 2,
    coveredCallPnlUsd: 100,
    reasons: [...reasons],
    dividendAtStakeUsd: null,
    ...changes,
  }
}

const listed = buildListedPosition({
  quote: { delta: 0.6412, currentPremium: 1 },
  pnl: { coveredCallPnlPct: 52.34 },
})

test.each([
  ['days_left', 7, 'QAAA expires in 7 days'],
  ['days_left', 1, 'QAAA expires tomorrow'],
  ['days_left', 0, 'QAAA expires today'],
  ['delta', 7, 'QAAA delta is 0.641'],
  ['profit', 7, 'QAAA is at +52.3%'],
  ['profit_captured', 7, 'QAAA has earned 66.67% of its premium'],
  ['dividend', 7, 'QAAA may be called for its dividend'],
  ['special_dividend', 7, 'QAAA pays a special dividend: its strike will change'],
  ['earnings', 7, 'QAAA reports before it expires'],
  ['expired', 0, 'QAAA has expired'],
] as const)('%s with %d days left reads "%s"', (id, days, text) => {
  expect(listAttention([build([because(id)], { days })], [listed])).toMatchObject([{ text, reason: id }])
})

test.each(['delta', 'profit', 'profit_captured'] as const)(
  '%s without its figure is told in the words of the server',
  (id) => {
    expect(listAttention([build([because(id)])], [])).toMatchObject([{ text: `QAAA: As of ${id}.` }])
  },
)

test('a position stands once, with what asks for action before what does not, and all reasons behind it', () => {
  const entries = [
    build([because('earnings', 'other')], { id: 'look' }),
    build([because('dividend', 'other'), because('delta'), because('days_left')], { id: 'act' }),
  ]
  expect(listAttention(entries, [])).toMatchObject([
    { id: 'act', asksAction: true, reason: 'delta', detail: 'As of dividend.\nAs of delta.\nAs of days_left.' },
    { id: 'look', asksAction: false, reason: 'earnings' },
  ])
})
