import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { inheritedEnv } from '@callwright/service/testing'
import { afterAll, describe, expect, test } from '@jest/globals'

const parent = mkdtempSync(join(tmpdir(), 'callwright-commands-'))
afterAll(() => rm(parent, { recursive: true }))

async function run(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const script = resolve(import.meta.dirname, '../../../scripts', name)
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...inheritedEnv(), ENV_FILE: '/dev/null', ...env, CALLWRIGHT_STEPS_DONE: '1' },
  })
  const [out, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, said }
}

describe('provider:doctor', () => {
  test('exits with 0 if all checks pass, and writes only the report', async () => {
    const { code, out, said } = await run('provider-doctor.mjs', ['--json'])
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(JSON.parse(out)).toMatchObject({ healthy: true })
  })

  test('exits with 1 if a check fails or the arguments are invalid', async () => {
    const failed = await run('provider-doctor.mjs', [], { MARKET_DATA_PROVIDER: 'recorded' })
    const wrong = await run('provider-doctor.mjs', ['--what'])
    expect(failed.code).toBe(1)
    expect(failed.out).toContain('To fix\n  - RECORDED_DATA_DIR is not set')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.said).toContain('Usage:')
  })
})

test('record exits with 0 if everything was recorded, otherwise with 1 and an explanation', async () => {
  const folder = join(parent, 'by-command')
  const done = await run('record.mjs', [folder, '--symbols', 'KO', '--max-days', '30'])
  expect(done).toMatchObject({ code: 0, said: '' })
  expect(done.out).toContain('recording 1/1 KO\n1 symbol from simulated-')
  const again = await run('record.mjs', [folder, '--symbols', 'KO'])
  expect(again).toMatchObject({ code: 1, said: expect.stringMatching(/already contains a market/) })
})
