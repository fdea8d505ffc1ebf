import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import {
  createIdentitySigner,
  createIdentityVerifier,
  readOpsToken,
  readOrCreateSecret,
  secretPath,
} from '../src/index.ts'
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
  test('that cannot start says why and ends with 1', async () => {
    const { output, exit } = runFixture('process.ts', ['fails'])
    expect(await exit).toBe(1)
    expect(output.stderr).toBe('Invalid configuration:\n  - PORT is not set\n')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s', async (signal) => {
    const { child, output, exit } = runFixture('process.ts', [])
    await waitFor('the start', () => output.stdout.includes('service.listening'))
    child.kill(signal)
    expect(await exit).toBe(0)
  })

  test('that falls over says so in its log and ends with 1', async () => {
    const { output, exit } = runFixture('process.ts', ['throws'])
    expect(await exit).toBe(1)
    expect(output.stdout).toContain('process.unhandled_rejection')
    expect(output.stdout).toContain('out of the blue')
  })
})

describe('secrets (D32)', () => {
  test('of several makers at once one wins, and all read the same', async () => {
    const { dataDir } = buildTestConfig()
    const makers = Array.from({ length: 4 }, () => runFixture('race-secret.ts', [dataDir]))
    expect(await Promise.all(makers.map(({ exit }) => exit))).toEqual([0, 0, 0, 0])
    const secrets = new Set(makers.map(({ output }) => output.stdout))
    expect(secrets.size).toBe(1)
    expect([...secrets][0]).toMatch(/^[0-9a-f]{64}$/)
    expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['race'])
  })

  test('are readable by their owner alone', () => {
    const config = buildTestConfig()
    readOrCreateSecret(config, 'one', () => 'content')
    expect(statSync(secretPath(config.dataDir, 'one')).mode & 0o777).toBe(0o600)
    expect(statSync(join(config.dataDir, 'secrets')).mode & 0o777).toBe(0o700)
  })

  test('are made once', () => {
    const config = buildTestConfig()
    expect(readOrCreateSecret(config, 'one', () => 'first')).toBe('first')
    expect(readOrCreateSecret(config, 'one', () => 'second')).toBe('first')
  })

  test('are never made up in production, but used where they are given', async () => {
    const config = buildTestConfig({ profile: 'production', opsToken: null })
    expect(() => readOrCreateSecret(config, 'one', () => 'made up')).toThrow('makes no secrets: provide one')
    expect(() => createIdentitySigner(config, 'gateway')).toThrow('identity-gateway.pem')
    expect(() => readOpsToken(config)).toThrow('ops-token')
    expect(readOpsToken({ ...config, opsToken: 'given' })).toBe('given')
    const { exit, output } = runFixture('race-secret.ts', [config.dataDir, 'production'])
    expect(await exit).not.toBe(0)
    expect(output.stdout).toBe('')
    mkdirSync(join(config.dataDir, 'secrets'))
    writeFileSync(secretPath(config.dataDir, 'one'), 'from the operator')
    expect(readOrCreateSecret(config, 'one', () => 'made up')).toBe('from the operator')
  })

  test('a caller publishes its key, so that others on the same data folder know it', () => {
    const config = buildTestConfig()
    const verify = createIdentityVerifier(config, 'market-data', ['gateway'])
    expect(() => verify('x')).toThrow('no valid identity')
    const token = createIdentitySigner(config, 'gateway')('market-data', { kind: 'service' })
    expect(verify(token)).toEqual({ kind: 'service', caller: 'gateway' })
    const published = readFileSync(secretPath(config.dataDir, 'identity-gateway.pub.pem'), 'utf8')
    expect(published).toContain('BEGIN PUBLIC KEY')
    expect(published).not.toContain('PRIVATE')
  })
})
