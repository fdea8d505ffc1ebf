import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { makeCheckout } from '../testing/checkout.ts'
import { cleanUp, startProcess, until } from '../testing/children.ts'
import { inRoot } from './tool.mjs'

afterEach(cleanUp)

const installer = ({ folder, npm }: { folder: string; npm: string }) =>
  startProcess(`
    import { installPackages } from ${JSON.stringify(pathToFileURL(inRoot('scripts', 'lib', 'install.mjs')).href)}
    installPackages(console.log, ${JSON.stringify({ folder, npm })}).then(console.log)`)

describe('an installation', () => {
  test('runs once for concurrent processes', async () => {
    const checkout = makeCheckout()
    const all = await Promise.all(Array.from({ length: 4 }, () => installer(checkout)))
    const waiting = () => all.filter(({ output }) => output().includes('waiting for the installation by process'))
    await until('the others to wait', () => waiting().length === 3 && checkout.recorded() === 'begin\n')
    checkout.release()
    await until('all to be done', () => all.every(({ output }) => /installed|up to date/.test(output())))
    expect(checkout.recorded()).toBe('begin\nend\n')
    expect(all.filter(({ output }) => output().includes('installed'))).toHaveLength(1)
  })

  test('continues if the process that started it is killed', async () => {
    const checkout = makeCheckout()
    const first = await installer(checkout)
    await until('its start', () => checkout.recorded() === 'begin\n')
    first.child.kill('SIGKILL')
    await until('its end', () => !first.isAlive())
    const second = await installer(checkout)
    await until('the second to wait', () => second.output().includes('waiting'))
    checkout.release()
    await until('the second to be done', () => second.output().includes('up to date'))
    expect(checkout.recorded()).toBe('begin\nend\n')
  })
})
