import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { cleanUp, makeFolder, startProcess, until } from '../testing/children.ts'
import { takeFolderLock } from './folder-lock.mjs'
import { clearStaleLock } from './postgres.mjs'
import { readRun, recordProcesses, stopLeftovers, writeRun } from './run-file.mjs'
import { inRoot } from './tool.mjs'

afterEach(cleanUp)

test('ends processes of an earlier run, but not one that reuses a process id', async () => {
  const folder = makeFolder()
  const [leftover, unrelated] = [await startProcess(), await startProcess()]
  recordProcesses(folder, [
    { name: 'auth', stage: 'service', pid: leftover.pid, identity: leftover.identity },
    { name: 'reused', stage: 'service', pid: unrelated.pid, identity: 'another start' },
  ])
  const messages: string[] = []
  expect(await stopLeftovers(folder, (text: string) => messages.push(text))).toEqual(['auth'])
  expect(messages).toEqual(['Stopping an earlier run: auth'])
  expect([leftover.isAlive(), unrelated.isAlive()]).toEqual([false, true])
})

test('a worker joins a stack only while its supervisor runs', async () => {
  const folder = makeFolder()
  expect(readRun(folder)).toBeNull()
  const { child, pid, identity, isAlive } = await startProcess()
  writeRun(folder, { supervisor: { pid, identity }, basePort: 1 })
  expect(readRun(folder)).toMatchObject({ basePort: 1 })
  child.kill('SIGKILL')
  await until('its end', () => !isAlive())
  expect(readRun(folder)).toBeNull()
})

describe('the lock file of a PostgreSQL whose parent was killed', () => {
  const lockOf = (folder: string, pid: number) => {
    const file = join(folder, 'postmaster.pid')
    writeFileSync(file, `${pid}\n${folder}\n`)
    return file
  }

  test('stops the old server first', async () => {
    const folder = makeFolder()
    const server = await startProcess('', ['postgres', '-D', folder])
    const lock = lockOf(folder, server.pid)
    await clearStaleLock(folder)
    expect([server.isAlive(), existsSync(lock)]).toEqual([false, false])
  })

  test('does not stop a program that reuses the process id', async () => {
    const folder = makeFolder()
    const unrelated = await startProcess()
    const lock = lockOf(folder, unrelated.pid)
    await clearStaleLock(folder)
    expect([unrelated.isAlive(), existsSync(lock)]).toEqual([true, false])
  })
})

describe('the lock of a data folder', () => {
  const contender = (folder: string) => {
    const from = (name: string) => JSON.stringify(pathToFileURL(inRoot('scripts', 'lib', name)).href)
    return startProcess(`
      import { takeFolderLock } from ${from('folder-lock.mjs')}
      import { identityOf } from ${from('processes.mjs')}
      process.stdin.once('data', () => {
        const holder = takeFolderLock(${JSON.stringify(folder)}, { pid: process.pid, identity: identityOf(process.pid) })
        console.log(holder === null ? 'mine' : 'held by ' + holder.pid)
      })`)
  }

  async function race(folder: string) {
    const all = await Promise.all(Array.from({ length: 5 }, () => contender(folder)))
    for (const { child } of all) child.stdin?.write('go')
    await until('all results', () => all.every(({ output }) => /mine|held by/.test(output())))
    const winners = all.filter(({ output }) => output().includes('mine'))
    const [winner] = winners
    if (winner === undefined) throw new Error('No process took the lock')
    const others = all.filter((one) => one !== winner).map(({ output }) => output().replace('up\n', '').trim())
    return { winner, winners, others }
  }

  test('is taken by exactly one of several concurrent processes, and again after its holder is killed', async () => {
    const folder = makeFolder()
    for (let round = 0; round < 3; round += 1) {
      const { winner, winners, others } = await race(folder)
      expect(winners).toHaveLength(1)
      expect(new Set(others)).toEqual(new Set([`held by ${winner.pid}`]))
      winner.child.kill('SIGKILL')
      await until('its end', () => !winner.isAlive())
    }
  })

  test('is kept when its holder takes it again', () => {
    const folder = makeFolder()
    const self = { pid: process.pid, identity: 'self' }
    expect(takeFolderLock(folder, self, () => 'self')).toBeNull()
    expect(takeFolderLock(folder, self, () => 'self')).toBeNull()
  })
})
