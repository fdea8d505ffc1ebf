import { chmodSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { cleanUp, makeFolder, startProcess, until } from '../testing/children.ts'
import { areInstalled, checkPackages, installPackages } from './install.mjs'
import { inRoot } from './root.mjs'

afterEach(cleanUp)

const say = () => {}
const lockOf = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/tool': { version } } })

describe('packages are installed', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/tool': { version: '1.2.3', integrity: 'sha512-a' },
    'node_modules/tool-darwin-arm64': { version: '1.2.3', optional: true },
    'node_modules/@own/part': { resolved: 'part', link: true },
  }
  const tool = { version: '1.2.3', integrity: 'sha512-a' }
  const part = { resolved: 'part', link: true }

  test.each([
    ['each in its version, without those of other platforms', { tool, part }, true],
    ['another version', { tool: { ...tool, version: '1.2.2' }, part }, false],
    ['other content of the same version', { tool: { ...tool, integrity: 'sha512-b' }, part }, false],
    ['one is missing', { part }, false],
    ['an own part is missing', { tool }, false],
  ])('%s', (_case, found: { tool?: object; part?: object }, expected) => {
    const installed = { 'node_modules/tool': found.tool, 'node_modules/@own/part': found.part }
    expect(areInstalled(wanted, installed)).toBe(expected)
  })
})

/** A checkout whose npm notes its begin, then waits for the file `go`, installs and notes its end. */
function makeCheckout() {
  const folder = makeFolder()
  const [npm, notes, go] = ['npm', 'notes', 'go'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(join(folder, 'package-lock.json'), lockOf('2.0.0'))
  writeFileSync(
    npm,
    `#!${process.execPath}
    const fs = require('node:fs')
    fs.appendFileSync(${JSON.stringify(notes)}, 'begin\\n')
    const wait = setInterval(() => {
      if (!fs.existsSync(${JSON.stringify(go)})) return
      clearInterval(wait)
      fs.appendFileSync(${JSON.stringify(notes)}, 'end\\n')
      fs.mkdirSync('node_modules', { recursive: true })
      fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
    }, 5)`,
  )
  chmodSync(npm, 0o755)
  const noted = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
  return { folder, npm, noted, letGo: () => writeFileSync(go, '') }
}

const installer = ({ folder, npm }: { folder: string; npm: string }) =>
  startProcess(`
    import { installPackages } from ${JSON.stringify(pathToFileURL(inRoot('scripts', 'lib', 'install.mjs')).href)}
    installPackages(console.log, ${JSON.stringify({ folder, npm })}).then(console.log)`)

describe('an installation', () => {
  test('runs once, however many ask for it at once', async () => {
    const checkout = makeCheckout()
    const all = await Promise.all(Array.from({ length: 4 }, () => installer(checkout)))
    const waiting = () => all.filter(({ output }) => output().includes('waiting for the installation of process'))
    await until('the others to wait', () => waiting().length === 3 && checkout.noted() === 'begin\n')
    checkout.letGo()
    await until('all to be done', () => all.every(({ output }) => /installed|up to date/.test(output())))
    expect(checkout.noted()).toBe('begin\nend\n')
    expect(all.filter(({ output }) => output().includes('installed'))).toHaveLength(1)
  })

  test('goes on alone when who started it is killed', async () => {
    const checkout = makeCheckout()
    const first = await installer(checkout)
    await until('its begin', () => checkout.noted() === 'begin\n')
    first.child.kill('SIGKILL')
    await until('the death', () => !first.isAlive())
    const second = await installer(checkout)
    await until('the second to wait', () => second.output().includes('waiting'))
    checkout.letGo()
    await until('the second to be done', () => second.output().includes('up to date'))
    expect(checkout.noted()).toBe('begin\nend\n')
  })

  test('that failed leaves the way free', async () => {
    const { folder, npm, letGo } = makeCheckout()
    await expect(installPackages(say, { folder, npm: join(folder, 'none') })).rejects.toThrow('npm ci failed')
    letGo()
    expect(await installPackages(say, { folder, npm })).toBe('installed')
  })
})

test('a command that only reads replaces nothing: it says what to run', async () => {
  const { folder, npm, noted } = makeCheckout()
  const installed = join(folder, 'node_modules', '.package-lock.json')
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(installed, lockOf('1.0.0'))
  await expect(checkPackages(say, { folder, npm })).rejects.toThrow('run npm ci, then this again')
  expect([noted(), readFileSync(installed, 'utf8')]).toEqual(['', lockOf('1.0.0')])
  writeFileSync(installed, lockOf('2.0.0'))
  utimesSync(installed, 0, 0)
  expect(await checkPackages(say, { folder, npm })).toBe('up to date')
})
