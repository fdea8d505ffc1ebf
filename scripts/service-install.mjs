/**
 * `npm run service:install` writes a systemd unit that starts Callwright at boot. As root the unit belongs to the system
 * and runs as the owner of the checkout; otherwise it belongs to the user. `-- --print` prints the unit and writes nothing.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { loadSettings } from './lib/env-file.mjs'
import { programIn } from './lib/programs.mjs'
import { readSettings } from './lib/settings.mjs'
import { buildUnit } from './lib/systemd-unit.mjs'
import { root } from './lib/tool.mjs'

const UNIT = 'callwright.service'

loadSettings()
const isSystem = process.getuid?.() === 0
const dataDir = resolve(root, readSettings(process.env).dataDir)

function ownerName() {
  const { uid } = statSync(root)
  if (uid === process.getuid()) return userInfo().username
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : String(uid)
}

/** PATH without the checkout's own programs, which npm puts first. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder !== '' && !folder.includes('node_modules'))
  .join(delimiter)
const node = programIn(path, ['node'])
if (node === null) throw new Error('Install Node 20 or newer outside of this checkout first.')
const unit = buildUnit({ root, node, user: isSystem ? ownerName() : null, dataDir, path })

function install() {
  const file = isSystem ? join('/etc/systemd/system', UNIT) : join(homedir(), '.config', 'systemd', 'user', UNIT)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, unit)
  const control = isSystem ? 'systemctl' : 'systemctl --user'
  const log = isSystem ? `journalctl -u ${UNIT}` : `journalctl --user -u ${UNIT}`
  const lines = [
    `Wrote ${file}`,
    `Stop a Callwright that you started by hand, then run: ${control} daemon-reload && ${control} enable --now ${UNIT}`,
    ...(isSystem ? [] : [`To keep it running while you are signed out: loginctl enable-linger ${userInfo().username}`]),
    `Status and output: ${control} status ${UNIT}; ${log}`,
    `Remove it again: ${control} disable --now ${UNIT} && rm ${file}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

if (process.argv.includes('--print')) process.stdout.write(unit)
else if (programIn(path, ['systemctl']) === null) {
  process.stderr.write('systemd was not found on this machine. Run npm start from your own init system instead.\n')
  process.exitCode = 1
} else install()
