/**
 * `npm run check:observability` checks Prometheus's configuration and rules and the dashboards' queries with promtool,
 * and tests that each alert fires and clears. Without promtool, prints a warning and exits with 0.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPath } from './lib/programs.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot, mustRun } from './lib/tool.mjs'

const OBSERVABILITY = 'deploy/observability'
const report = createReport(4)

/** Wraps dashboard queries in recording rules, because promtool reads queries only from rules. */
async function checkQueries(check) {
  const dashboards = inRoot(OBSERVABILITY, 'grafana', 'dashboards')
  const files = await readdir(dashboards)
  const texts = await Promise.all(files.map((file) => readFile(join(dashboards, file), 'utf8')))
  const panels = texts.flatMap((text, index) =>
    JSON.parse(text).panels.map((panel) => ({ ...panel, file: files[index] })),
  )
  const queries = panels.flatMap(({ file, title, targets = [] }) =>
    targets.map(({ expr, refId }) => ({
      record: 'query',
      labels: { panel: `${file} ${title} ${refId}` },
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$service', '.*'),
    })),
  )
  const folder = await mkdtemp(join(tmpdir(), 'callwright-queries-'))
  try {
    const file = join(folder, 'queries.json')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'queries', rules: queries }] }))
    await check('Queries', 'check', 'rules', file)
  } finally {
    await rm(folder, { recursive: true })
  }
  return `${queries.length} queries`
}

async function main() {
  const promtool = onPath(['promtool'])
  if (promtool === null) {
    report.line('!! No promtool found: rules, alerts and queries NOT CHECKED. Install Prometheus (Debian: prometheus).')
    return
  }
  const check = (what, ...args) => mustRun(what, promtool, args, { cwd: inRoot(OBSERVABILITY, 'prometheus') })
  const steps = {
    // Checks only the syntax. The full check needs the ops token, which exists only in the containers.
    Configuration: () =>
      check('Configuration', 'check', 'config', '--syntax-only', 'prometheus.yml').then(() => 'valid'),
    Rules: () => check('Rules', 'check', 'rules', 'rules.yml').then(() => 'rules.yml'),
    'Dashboard queries': () => checkQueries(check),
    'Each alert fires and clears': () =>
      check('Alerts', 'test', 'rules', 'alerts.proof.yml').then(() => 'alerts.proof.yml'),
  }
  for (const [title, step] of Object.entries(steps)) await report.step(title, step)
}

main().catch((error) => {
  report.line(error.message)
  process.exitCode = 1
})
