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

function openSupervisor(options: { timeout?: number; probeInterval?: number; leftOutPause?: number } = {}) {
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
  const start = (name: string, { stage = 'service', code = '', responds = async () => true } = {}) => {
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
      responds,
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

type Supervised = ReturnType<typeof openSupervisor>

const isGone = (pid: number) => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

describe('a child', () => {
  const killFourTimes = async (name: string, { startsOf, pids }: Supervised) => {
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      process.kill(pids()[0], 'SIGKILL')
      await until(`start ${deaths + 1}`, () => startsOf(name) === deaths + 1)
    }
    const [last] = pids()
    process.kill(last, 'SIGKILL')
    await until('its end', () => isGone(last))
  }

  test('is restarted if killed; if the gateway or a store keeps ending, the stack stops with its last lines', async () => {
    const supervised = openSupervisor()
    const { supervisor, start, pids, dead } = supervised
    await supervisor.ready(start('redis', { stage: 'store' }))
    supervisor.settle()
    await killFourTimes('redis', supervised)
    await until('the end', () => dead.length > 0)
    expect(dead[0]?.message).toMatch(/^redis keeps stopping \(SIGKILL\)\.\nLast lines of .*redis\.log:\n {2}up/)
    expect(pids()).toEqual([])
  })

  test('is left out for a while if it is a service that keeps ending, and the others keep running', async () => {
    const supervised = openSupervisor({ leftOutPause: 100 })
    const { supervisor, start, startsOf, dead, printed } = supervised
    await supervisor.ready(start('coach'))
    await supervisor.ready(start('auth'))
    supervisor.settle()
    await killFourTimes('coach', supervised)
    await until('the next try', () => startsOf('coach') === 5)
    expect(printed.at(-1)).toMatch(/^\[coach\] coach keeps stopping \(SIGKILL\)\. Leaving it out; next try in 0\.1 s\./)
    expect([dead, startsOf('auth')]).toEqual([[], 1])
  })

  test('is killed and restarted if it stops responding, even while it is frozen (F34)', async () => {
    let frozen = false
    const { supervisor, start, startsOf, pids, printed } = openSupervisor({ probeInterval: 20 })
    await supervisor.ready(start('auth', { responds: async () => !frozen }))
    supervisor.settle()
    const [first] = pids()
    frozen = true
    process.kill(first, 'SIGSTOP')
    await until('the restart', () => startsOf('auth') === 2)
    frozen = false
    expect(isGone(first)).toBe(true)
    expect(printed.slice(0, 2)).toEqual([
      '[auth] does not respond. Killing it.',
      '[auth] stopped (SIGKILL). Restarting it.',
    ])
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
