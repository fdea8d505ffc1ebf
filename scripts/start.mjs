/**
 * `npm start` runs the whole product from a fresh clone. It installs packages, continues on the pinned Node, starts
 * PostgreSQL, Redis, the services, a worker and the gateway, and keeps them running until Ctrl-C.
 */
import { loadSettings } from './lib/env-file.mjs'
import { onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { chooseMarket, portTable, publicUrl, readSettings } from './lib/settings.mjs'
import { checkNotRunning, createStack } from './lib/stack.mjs'
import { stopTools } from './lib/tool.mjs'

const report = createReport(8)
// The terminal may be closed while the stack stops.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

let stack = null
let ending = null

async function shutDown(code, reason) {
  if (code === 0) report.line(reason)
  else if (stack?.isRunning()) report.line(`Stopping everything: ${reason.split('\n')[0]}`)
  stopTools()
  await stack?.down()
  report.line(code === 0 ? 'stopped' : reason)
  process.exit(code)
}

function end(code, reason) {
  ending ??= shutDown(code, reason)
  return ending
}

const interrupted = () => end(0, 'Stopping ...')

async function main() {
  loadSettings()
  const settings = readSettings(process.env)
  // Checked before packages are installed, because a running product uses the installed ones.
  checkNotRunning(settings.dataDir)
  await prepare(report)
  const market = await chooseMarket(process.env)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupted)
  onOrphaned(interrupted)
  report.line(market.note)
  stack = createStack({ settings, market, report, onDead: (error) => end(1, error.message) })
  await stack.up()
  if (ending !== null) return
  report.line(`Logs: ${settings.dataDir}/logs (LOG=1 prints all logs here). Press Ctrl-C to stop.`)
  const opsUrl = publicUrl({ ...settings, basePort: portTable(settings.basePort).gateway.opsPort })
  const opsToken = process.env.OPS_TOKEN ? 'OPS_TOKEN' : `${settings.dataDir}/secrets/ops-token`
  report.line(`Health: ${opsUrl}/ops (token: ${opsToken})`)
  report.line(`ready ${publicUrl(settings)}`)
}

main().catch((error) => end(1, error.message))
