import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanUp, makeFolder } from '../testing/children.ts'
import { makeInventedMarket } from './market-data.mjs'

jest.setTimeout(20_000)
afterEach(cleanUp)

test('an invented market of an older maker is made anew, a current one is left alone', async () => {
  const folder = join(makeFolder(), 'invented-pack')
  const manifest = join(folder, 'manifest.json')
  mkdirSync(folder)
  const older = '{"invented":true,"generator":0}\n'
  writeFileSync(manifest, older)
  await makeInventedMarket(folder)
  expect(readFileSync(manifest, 'utf8')).not.toBe(older)
  const { mtimeMs } = statSync(manifest)
  await makeInventedMarket(folder)
  expect(statSync(manifest).mtimeMs).toBe(mtimeMs)
})
