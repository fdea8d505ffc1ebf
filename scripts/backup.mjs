/**
 * `npm run backup -- FILE` writes all data and secrets into one file, while Callwright runs or not.
 * `npm run backup -- --dir FOLDER --keep 7` names the file after the time and deletes all but the newest seven.
 * With BACKUP_PASSPHRASE, the file is encrypted. `npm run restore -- FILE` reads it (docs/backup.md).
 */
import { parseArgs } from 'node:util'
import { backUp, chooseFile, removeOldBackups } from './lib/backup.mjs'
import { loadSettings } from './lib/env-file.mjs'
import { readSettings } from './lib/settings.mjs'

const USAGE = 'Usage: npm run backup -- FILE, or npm run backup -- --dir FOLDER [--keep NUMBER]'
const options = { dir: { type: 'string' }, keep: { type: 'string' } }
const formatSize = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

async function main() {
  loadSettings()
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { dir, keep } = values
  const [named, ...others] = positionals
  const kept = keep === undefined ? null : Number(keep)
  const isValid = others.length === 0 && (named === undefined) !== (dir === undefined)
  if (!isValid || (kept !== null && !(Number.isInteger(kept) && kept >= 1 && dir !== undefined))) throw new Error(USAGE)
  const passphrase = process.env.BACKUP_PASSPHRASE || null
  const { file, rows, bytes } = await backUp({
    settings: readSettings(process.env),
    file: chooseFile({ file: named, dir }),
    passphrase,
  })
  const removed = kept === null ? [] : removeOldBackups(dir, kept)
  const how = passphrase === null ? 'not encrypted, and it contains every secret' : 'encrypted'
  process.stdout.write(`${file}: ${rows} rows, ${formatSize(bytes)}, ${how}\n`)
  if (removed.length > 0) process.stdout.write(`Deleted: ${removed.join(', ')}\n`)
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
