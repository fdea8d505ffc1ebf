/**
 * `npm run crash:alerts` kills the portfolio service at random moments while it evaluates alert rules and sends, then
 * counts alerts and messages. Exits with 1 if one is lost or doubled. CRASH_POSITIONS, CRASH_KILLS (after each of two
 * refreshes) and CRASH_SEED change the defaults; a seed repeats the moments.
 */
import { randomInt } from 'node:crypto'
import { crashAlerts } from './crash-alerts.ts'

const { CRASH_POSITIONS, CRASH_KILLS, CRASH_SEED } = process.env
const seed = Number(CRASH_SEED ?? randomInt(1, 2 ** 31))
const print = (line: string) => void process.stdout.write(`${line}\n`)

print(`CRASH_SEED=${seed}`)
const startedMs = performance.now()
const { kills, killsInEvaluation, killsInDelivery, alerts, channels } = await crashAlerts({
  positions: Number(CRASH_POSITIONS ?? 1_000),
  killsPerRefresh: Number(CRASH_KILLS ?? 10),
  endsLeases: false,
  seed,
  print,
})
const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
const rows = [
  ['', 'expected', 'stored or received', 'repeated with the same id', 'doubled', 'lost'],
  ['---', '---:', '---:', '---:', '---:', '---:'],
  ['alerts', alerts.expected, alerts.stored, '', alerts.doubled, alerts.expected - alerts.stored],
  ...channels.map((each) => [
    each.kind,
    ...[each.expected, each.received, each.repeatedWithSameId, each.doubledWithAnotherId, each.lost],
  ]),
]
const moments = `${killsInEvaluation} while rules were being evaluated, ${killsInDelivery} while messages were being sent`
print(`${kills} kills (${moments}), seed ${seed}, ${minutes} minutes\n`)
print(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
const isFaulty =
  alerts.doubled > 0 ||
  alerts.stored !== alerts.expected ||
  channels.some(({ doubledWithAnotherId, lost }) => doubledWithAnotherId > 0 || lost !== 0)
process.exitCode = isFaulty ? 1 : 0
