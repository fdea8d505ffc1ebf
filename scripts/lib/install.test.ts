import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { lockOf, makeCheckout } from '../testing/checkout.ts'
import { cleanUp } from '../testing/children.ts'
import { areInstalled, checkPackages, installPackages } from './install.mjs'

afterEach(cleanUp)

const say = () => {}

describe('areInstalled', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/tool': { version: '1.2.3', integrity: 'sha512-a' },
    'node_modules/tool-darwin-arm64': { version: '1.2.3', optional: true },
    'node_modules/@own/part': { resolved: 'part', link: true },
  }
  const tool = { version: '1.2.3', integrity: 'sha512-a' }
  const part = { resolved: 'part', link: true }

  test.each([
    ['all in the right version, without those of other platforms', { tool, part }, true],
    ['another version', { tool: { ...tool, version: '1.2.2' }, part }, false],
    ['other content of the same version', { tool: { ...tool, integrity: 'sha512-b' }, part }, false],
    ['a missing package', { part }, false],
    ['a missing workspace package', { tool }, false],
  ])('%s', (_case, found: { tool?: object; part?: object }, expected) => {
    const installed = { 'node_modules/tool': found.tool, 'node_modules/@own/part': found.part }
    expect(areInstalled(wanted, installed)).toBe(expected)
  })
})

test('a failed installation does not block the next one', async () => {
  const { folder, npm, release } = makeCheckout()
  await expect(installPackages(say, { folder, npm: join(folder, 'none') })).rejects.toThrow('npm ci failed')
  release()
  expect(await installPackages(say, { folder, npm })).toBe('installed')
})

test('checkPackages never replaces installed packages and says what to run', async () => {
  const { folder, npm, recorded } = makeCheckout()
  const installed = join(folder, 'node_modules', '.package-lock.json')
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(installed, lockOf('1.0.0'))
  await expect(checkPackages(say, { folder, npm })).rejects.toThrow('Run npm ci, then try again')
  expect([recorded(), readFileSync(installed, 'utf8')]).toEqual(['', lockOf('1.0.0')])
  writeFileSync(installed, lockOf('2.0.0'))
  utimesSync(installed, 0, 0)
  expect(await checkPackages(say, { folder, npm })).toBe('up to date')
})
