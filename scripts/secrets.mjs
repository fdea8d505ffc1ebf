/**
 * `npm run secrets` creates the secrets that are missing in DATA_DIR. Only the production profile needs it, because its
 * processes never create any (docs/runbook.md).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSecrets } from './lib/container.mjs'
import { loadSettings } from './lib/env-file.mjs'
import { readSettings } from './lib/settings.mjs'

loadSettings()
const { dataDir } = readSettings(process.env)
mkdirSync(dataDir, { recursive: true, mode: 0o700 })
createSecrets(dataDir)
process.stdout.write(`${join(dataDir, 'secrets')} has every secret. Keep a backup of it: npm run backup\n`)
