/**
 * `npm run lock`: npm leaves platform packages out of package-lock.json when it never fetched their manifest, and
 * `npm ci` then fails on other platforms. Run this after the lock was made from scratch.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, missingEntries } from './lib/lock.mjs'
import { inRoot } from './lib/root.mjs'

const file = inRoot('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = Object.keys(missingEntries(lock.packages))
if (added.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
process.stdout.write(`package-lock.json: ${added.length} platform packages added\n`)
