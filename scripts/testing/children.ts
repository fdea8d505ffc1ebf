import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { identityOf } from '../lib/processes.mjs'

/** Code for a process that runs until it is killed or its parent ends. */
export const LIVE = "process.stdin.resume(); process.stdin.on('end', () => process.exit(0)); console.log('up');"

const cleanups: (() => void)[] = []

/** Ends everything that the test started. Call it after each test. */
export function cleanUp(): void {
  for (const clean of cleanups.splice(0).reverse()) clean()
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-scripts-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function until(what: string, condition: () => boolean): Promise<void> {
  const end = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`)
    await delay(10)
  }
}

interface LiveProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly identity: string | null
  readonly isAlive: () => boolean
  readonly output: () => string
}

/** Starts a process that runs `code` and keeps running. */
export async function startProcess(code = '', args: readonly string[] = []): Promise<LiveProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${code}\n${LIVE}`, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  await until('the process to start', () => output.includes('up\n'))
  const pid = child.pid ?? 0
  const identity = identityOf(pid)
  return { child, pid, identity, isAlive: () => identityOf(pid) === identity, output: () => output }
}
