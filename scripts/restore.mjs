/**
 * `npm run restore -- FILE` restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL. An
 * encrypted one needs BACKUP_PASSPHRASE. Afterwards, `npm start` brings it up to this release (docs/backup.md).
 */
import { resolve } from 'node:path'
import { restore } from './lib/backup.mjs'
import { loadSettings } from './lib/env-file.mjs'
import { prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { readSettings } from './lib/settings.mjs'

async function main() {
  loadSettings()
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || others.length > 0) throw new Error('Usage: npm run restore -- FILE')
  const settings = readSettings(process.env)
  await prepare(createReport(1))
  const passphrase = process.env.BACKUP_PASSPHRASE || null
  const { rows, release, createdAt } = await restore({ settings, file: resolve(file), passphrase })
  process.stdout.write(`Restored ${rows} rows of ${createdAt} (release ${release}) into ${settings.dataDir}.\n`)
  process.stdout.write('Every table equals its digest in the backup. Start Callwright with: npm start\n')
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
