import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { cleanUp, LIVE, makeFolder, until } from '../testing/children.ts'
import { createSupervisor } from './supervisor.mjs'

interface Living {
  readonly name: string
  readonly pid: number
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  cleanUp()
})

function openSupervisor(options: { timeout?: number } = {}) {
  const folder = makeFolder()
  const printed: string[] = []
  const dead: Error[] = []
  const supervisor = createSupervisor({
    logDir: folder,
    logAll: false,
    print: (text: string) => printed.push(text),
    onChange: () => {},
    onDead: (error: Error) => dead.push(error),
    ...options,
  })
  open.push(() => supervisor.stop())
  const starts = new Map<string, number>()
  const start = (name: string, { stage = 'service', code = '' } = {}) => {
    starts.set(name, 0)
    return supervisor.start({
      name,
      stage,
      command: process.execPath,
      args: ['-e', `${code}\n${LIVE}`, join(folder, 'order')],
      env: {},
      quiet: true,
      onLine: (line: string) => starts.set(name, (starts.get(name) ?? 0) + Number(line === 'up')),
      ready: async () => starts.get(name) === 1,
    })
  }
  return {
    supervisor,
    start,
    printed,
    dead,
    startsOf: (name: string) => starts.get(name) ?? 0,
    pids: () => supervisor.living().map(({ pid }: Living) => pid),
    order: () => readFileSync(join(folder, 'order'), 'utf8').trim().split('\n'),
  }
}

const isGone = (pid: number) => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

describe('a child', () => {
  test('is restarted if killed; if it keeps ending, the stack stops with its last lines', async () => {
    const { supervisor, start, startsOf, pids, dead } = openSupervisor()
    await supervisor.ready(start('auth'))
    supervisor.settle()
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      process.kill(pids()[0], 'SIGKILL')
      await until(`start ${deaths + 1}`, () => startsOf('auth') === deaths + 1)
      expect(dead).toEqual([])
    }
    const [last] = pids()
    process.kill(last, 'SIGKILL')
    await until('the end', () => dead.length > 0)
    expect(dead[0]?.message).toMatch(/^auth keeps stopping \(SIGKILL\)\.\nLast lines of .*auth\.log:\n {2}up/)
    expect(pids()).toEqual([])
    expect(isGone(last)).toBe(true)
  })

  test('aborts startup with its output if it ends too early', async () => {
    const { supervisor, start, startsOf } = openSupervisor()
    const entry = start('auth', { code: "console.log('no luck'); process.exit(7)" })
    await expect(supervisor.ready(entry)).rejects.toThrow(/^auth stopped \(exit code 7\)\.\n[\s\S]*no luck/)
    expect(() => supervisor.settle()).toThrow('auth stopped')
    expect(startsOf('auth')).toBe(0)
  })

  test('aborts startup if it never becomes ready', async () => {
    const { supervisor, start } = openSupervisor()
    const entry = start('auth', { code: "console.log = () => process.stdout.write('waiting\\n')" })
    await expect(supervisor.ready(entry, 300)).rejects.toThrow('auth was not ready after 0.3 s')
  })
})

describe('stopping', () => {
  const recordOrder = (name: string) =>
    `process.on('SIGTERM', () => { fs.appendFileSync(process.argv[1], '${name}\\n'); process.exit(0) })`

  test('stops the gateway first and the stores last, and prevents further starts', async () => {
    const { supervisor, start, pids, order } = openSupervisor()
    for (const [name, stage] of [
      ['redis', 'store'],
      ['auth', 'service'],
      ['gateway', 'gateway'],
    ] as const) {
      await supervisor.ready(start(name, { stage, code: recordOrder(name) }))
    }
    supervisor.settle()
    const all: number[] = pids()
    expect(all).toHaveLength(3)
    await supervisor.stop()
    expect(order()).toEqual(['gateway', 'auth', 'redis'])
    expect(all.every(isGone)).toBe(true)
    expect(() => start('late')).toThrow('Stopped before late was started')
    expect(pids()).toEqual([])
  })

  test('kills a child that does not stop, and restarts nothing', async () => {
    const { supervisor, start, startsOf, pids, printed } = openSupervisor({ timeout: 200 })
    await supervisor.ready(start('stubborn', { code: "process.on('SIGTERM', () => {})" }))
    supervisor.settle()
    const [pid] = pids()
    await supervisor.stop()
    expect(isGone(pid)).toBe(true)
    expect(printed).toEqual(['[stubborn] did not stop within 0.2 s. Killing it.'])
    expect(startsOf('stubborn')).toBe(1)
  })

  test('cancels a pending restart', async () => {
    const { supervisor, start, startsOf, pids, printed } = openSupervisor()
    await supervisor.ready(start('auth'))
    supervisor.settle()
    process.kill(pids()[0], 'SIGKILL')
    await until('its end', () => printed.length > 0)
    await supervisor.stop()
    expect(startsOf('auth')).toBe(1)
    expect(pids()).toEqual([])
  })
})
