/**
 * `npm run lock` adds platform packages to package-lock.json. npm omits packages whose manifest it never fetched, and
 * then `npm ci` fails on other platforms. Run this after you recreate the lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, missingEntries } from './lib/lock.mjs'
import { inRoot } from './lib/tool.mjs'

const file = inRoot('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = Object.keys(missingEntries(lock.packages))
if (added.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
process.stdout.write(`package-lock.json: ${added.length} platform packages added\n`)
