import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { cleanUp, makeFolder } from '../testing/children.ts'
import { ensureCluster } from './postgres.mjs'

afterEach(cleanUp)

/** A fake initdb that stores its arguments. It then fails while a file `broken` exists next to it. */
const INITDB = `#!/bin/sh
folder="\${1#--pgdata=}"
password="\${3#--pwfile=}"
cat "$password" > "$folder/PG_VERSION"
test ! -e "$(dirname "$0")/broken"
`

function openPlace() {
  const folder = makeFolder()
  const bin = join(folder, 'native', 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'initdb'), INITDB)
  chmodSync(join(bin, 'initdb'), 0o755)
  const place = join(folder, 'place')
  mkdirSync(place)
  const dataDir = join(place, 'postgres')
  const ensure = () => ensureCluster(dataDir, { native: join(folder, 'native'), user: {}, password: 'secret' })
  return { bin, place, dataDir, ensure }
}

test('creates a database next to its final place and moves it only when complete', () => {
  const { bin, place, dataDir, ensure } = openPlace()
  writeFileSync(join(bin, 'broken'), '')
  expect(ensure).toThrow('initdb failed')
  expect(existsSync(dataDir)).toBe(false)

  writeFileSync(join(bin, 'initdb'), INITDB.replace('/broken', '/nothing'))
  ensure()
  expect(readdirSync(place)).toEqual(['postgres'])
  expect(readdirSync(dataDir).sort()).toEqual(['PG_VERSION', 'callwright.initialised'])
  expect(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8')).toBe('secret\n')
})

test('does not change an existing database', () => {
  const { dataDir, ensure } = openPlace()
  ensure()
  writeFileSync(join(dataDir, 'PG_VERSION'), 'in use')
  ensure()
  expect(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8')).toBe('in use')
})

test.each(['global/pg_control', 'holiday.jpg'])(
  'rejects a folder with %s but without the marker, and does not change it',
  (name) => {
    const { dataDir, ensure } = openPlace()
    const file = join(dataDir, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, 'precious')
    expect(ensure).toThrow(/Nothing was changed.*Move the folder away/)
    expect(readFileSync(file, 'utf8')).toBe('precious')
  },
)
