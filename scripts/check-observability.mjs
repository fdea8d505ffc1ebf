/**
 * `npm run check:observability`: promtool reads Prometheus's configuration and rules and the queries of Grafana's
 * dashboards, and proves that each alert fires and clears. Says so where there is no promtool, and then ends with 0.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { OBSERVABILITY, writeObservability } from './lib/observability-documents.mjs'
import { onPath } from './lib/on-path.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/root.mjs'
import { mustRun } from './lib/tool.mjs'

const report = createReport(4)
const documents = [...writeObservability()]
const ofPrometheus = documents
  .map(([path]) => path)
  .filter((path) => path.startsWith('prometheus/'))
  .map((path) => basename(path))
const proofs = ofPrometheus.filter((name) => name.endsWith('.proof.yml'))
const rules = ofPrometheus.filter((name) => !proofs.includes(name))

/** promtool reads queries in rules alone. */
async function checkQueries(check) {
  const panels = documents
    .filter(([path]) => path.endsWith('.json'))
    .flatMap(([path, text]) => JSON.parse(text).panels.map((panel) => ({ ...panel, path })))
  const queries = panels.flatMap(({ path, title, targets = [] }) =>
    targets.map(({ expr, refId }) => ({
      record: 'query',
      labels: { panel: `${path} ${title} ${refId}` },
      expr: expr.replaceAll('$__rate_interval', '1m'),
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
    // The whole check would look for the ops token, which is in the containers alone.
    Configuration: () =>
      check('Configuration', 'check', 'config', '--syntax-only', 'prometheus.yml').then(() => 'reads'),
    Rules: () => check('Rules', 'check', 'rules', ...rules).then(() => rules.join(', ')),
    'Queries of the dashboards': () => checkQueries(check),
    'Each alert fires and clears': () => check('Alerts', 'test', 'rules', ...proofs).then(() => proofs.join(', ')),
  }
  for (const [title, step] of Object.entries(steps)) await report.step(title, step)
}

main().catch((error) => {
  report.line(error.message)
  process.exitCode = 1
})
