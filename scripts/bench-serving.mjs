/**
 * `npm run bench:serving`: how fast quotes, option chains and pages of the screener are served, on stacks of their own with
 * throw-away data. Prints its figures and a verdict for each bar; ends with 1 when one is missed. `-- --only page` measures
 * one part, `answers` or `page`; BENCH_SECONDS is the length of a measured round.
 */
import { parseArgs } from 'node:util'
import { measureAnswers } from './lib/bench-answers.mjs'
import { measurePages } from './lib/bench-page.mjs'
import { watchBusyCores } from './lib/bench-report.mjs'
import { judge } from './lib/bench-verdicts.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'

/** Each with the seconds of a round unless told otherwise, and the steps it reports. */
const parts = {
  answers: { measure: measureAnswers, seconds: 20, steps: 9 },
  page: { measure: measurePages, seconds: 6, steps: 8 },
}

const basePort = Number(process.env.BASE_PORT ?? 18_560)
const closers = []
let ending = null

function chooseParts() {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  if (only === undefined) return Object.values(parts)
  if (!(only in parts)) throw new Error(`There is no part ${only}: choose one of ${Object.keys(parts).join(', ')}`)
  return [parts[only]]
}

async function closeAll() {
  for (const close of closers.splice(0).reverse()) await close()
}

async function main() {
  const chosen = chooseParts()
  const report = createReport(1 + chosen.reduce((sum, { steps }) => sum + steps, 0))
  await prepare(report, checkPackages)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, interrupt)
  onOrphaned(interrupt)
  let isMissed = false
  for (const { measure, seconds } of chosen) {
    const otherCores = await watchBusyCores(2_000)
    const roundSeconds = Number(process.env.BENCH_SECONDS ?? seconds)
    const { text, bars, excuse } = await measure({ basePort, report, closers, otherCores, seconds: roundSeconds })
    const verdict = judge(bars, excuse)
    report.line(`\n${text}\n\n${verdict.lines.join('\n')}\n`)
    isMissed ||= verdict.isMissed
    await closeAll()
  }
  return isMissed ? 1 : 0
}

/** What was opened is closed the other way round, once: what fails because of it ends nothing early. */
function end(code) {
  ending ??= closeAll().finally(() => process.exit(code))
  return ending
}

const interrupt = () => end(130)

main().then(end, (error) => {
  if (ending === null) process.stdout.write(`${error.message}\n`)
  return end(1)
})
