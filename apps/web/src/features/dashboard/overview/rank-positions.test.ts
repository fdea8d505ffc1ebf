/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { buildListedPosition } from '../../../testing/portfolio-builders.ts'
import { rankLosers, rankWinners } from './rank-positions.ts'

const rank = (id: string, pct: number | null, usd: number | null) =>
  buildListedPosition({ position: { id }, pnl: { coveredCallPnlPct: pct, coveredCallPnlUsd: usd } })

const idsOf = (ranked: ReturnType<typeof rankWinners>) => ranked.map(({ listed }) => listed.position.id)

test('winners rank by percent, whatever the dollars; three at most', () => {
  const positions = [rank('rich', 2, 9_000), rank('best', 12, 100), rank('third', 5, 300), rank('second', 8, 50)]
  expect(idsOf(rankWinners(positions))).toEqual(['best', 'second', 'third'])
})

test('losers rank by percent, the worst first; three at most', () => {
  const positions = [rank('a', -1, -900), rank('b', -30, -10), rank('c', -2, -20), rank('d', -4, -5)]
  expect(idsOf(rankLosers(positions))).toEqual(['b', 'd', 'c'])
})

test('equal percents rank by dollars', () => {
  expect(idsOf(rankWinners([rank('small', 5, 50), rank('large', 5, 500)]))).toEqual(['large', 'small'])
  expect(idsOf(rankLosers([rank('small', -5, -50), rank('large', -5, -500)]))).toEqual(['large', 'small'])
})

test('what is not known has no rank, and what is level is neither', () => {
  const positions = [rank('unknown', null, null), rank('half', 5, null), rank('level', 0, 0), rank('won', 1, 1)]
  expect(idsOf(rankWinners(positions))).toEqual(['won'])
  expect(idsOf(rankLosers(positions))).toEqual([])
})
