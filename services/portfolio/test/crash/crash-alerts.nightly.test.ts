import { randomInt } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { crashAlerts } from './crash-alerts.ts'

const seed = Number(process.env.PROPERTY_SEED ?? randomInt(1, 2 ** 31))

test(`no alert is lost or doubled when processes are killed at random moments (PROPERTY_SEED=${seed})`, async () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const { kills, alerts, channels } = await crashAlerts({
    ...{ positions: 100, killsPerRefresh: 2, seed, endsLeases: true, print },
  })
  expect(kills).toBeGreaterThanOrEqual(5)
  expect(alerts).toEqual({ expected: 100, stored: 100, doubled: 0 })
  expect(channels.map(({ kind, lost, doubledWithAnotherId }) => [kind, lost, doubledWithAnotherId])).toEqual([
    ['inbox', 0, 0],
    ['email', 0, 0],
    ['webhook', 0, 0],
    ['push', 0, 0],
  ])
})
