import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { buildTestConfig, waitFor } from '../src/testing/index.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function runFixture(name: string, args: readonly string[]) {
  const file = join(import.meta.dirname, 'fixtures', name)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], { stdio: 'pipe' })
  children.push(child)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += String(chunk)
  })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output, exit }
}

describe('a process', () => {
  test('that cannot start prints the reason and exits with 1', async () => {
    const { output, exit } = runFixture('process.ts', ['fails'])
    expect(await exit).toBe(1)
    expect(output.stderr).toBe('Invalid configuration:\n  - PORT is not set\n')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s', async (signal) => {
    const { child, output, exit } = runFixture('process.ts', [])
    await waitFor('the start', () => output.stdout.includes('service.listening'))
    child.kill(signal)
    expect(await exit).toBe(0)
  })

  test('that crashes logs the error and exits with 1', async () => {
    const { output, exit } = runFixture('process.ts', ['throws'])
    expect(await exit).toBe(1)
    expect(output.stdout).toContain('process.unhandled_rejection')
    expect(output.stdout).toContain('out of the blue')
  })
})

describe('secrets (D32)', () => {
  test('when several processes create the same one at once, one wins and all read its content', async () => {
    const { dataDir } = buildTestConfig()
    const makers = Array.from({ length: 4 }, () => runFixture('race-secret.ts', [dataDir]))
    expect(await Promise.all(makers.map(({ exit }) => exit))).toEqual([0, 0, 0, 0])
    const secrets = new Set(makers.map(({ output }) => output.stdout))
    expect(secrets.size).toBe(1)
    expect([...secrets][0]).toMatch(/^[0-9a-f]{64}$/)
    expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['race'])
  })

  test('a production process without its secret exits and prints none', async () => {
    const { dataDir } = buildTestConfig()
    const { exit, output } = runFixture('race-secret.ts', [dataDir, 'production'])
    expect(await exit).not.toBe(0)
    expect(output.stdout).toBe('')
  })
})
