import { mkdtempSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { DoctorReport } from '../src/doctor/report.ts'
import { makeInventedPack } from '../src/providers/recorded/make-invented-pack.ts'
import { AFTER_CLOSE_MS, createClock, examine, IN_SESSION_MS } from './command-support.ts'

const parent = mkdtempSync(join(tmpdir(), 'callwright-doctor-'))
const pack = join(parent, 'pack')
beforeAll(() => makeInventedPack(pack))
afterAll(() => rm(parent, { recursive: true }))

const examineAt = (env: Readonly<Record<string, string>>, args: readonly string[] = [], atMs = IN_SESSION_MS) =>
  examine(args, env, createClock(atMs))

async function reportOf(env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<DoctorReport> {
  return JSON.parse((await examineAt(env, ['--json', ...args])).text)
}

describe('a simulated market', () => {
  test('is well, says that it is not real, and what others there are', async () => {
    const { isHealthy, text, said } = await examineAt({})
    expect(isHealthy).toBe(true)
    expect(said).toBe('')
    expect(text).toContain('Market data: simulated, since MARKET_DATA_PROVIDER is not set')
    expect(text).toContain('Examined at 2026-07-14 11:00 ET, asked about AAPL')
    expect(text).toMatch(/stock prices +\$[\d.]+, simulated, of this minute, with bid and ask/)
    expect(text).toMatch(/interest rates +[\d.]+ %, simulated 30-day bill/)
    expect(text).toMatch(/terms +Simulated market: not real prices/)
    expect(text).toMatch(/massive +MARKET_DATA_PROVIDER must name massive/)
    expect(text.trimEnd()).toMatch(/Everything that is configured works\.$/)
  })

  test('after the close prices are of the close, whichever symbol is asked about', async () => {
    const { text } = await examineAt({ SIMULATED_SEED: 'other' }, ['--symbol', 'brk-b'], AFTER_CLOSE_MS)
    expect(text).toContain('asked about BRK.B')
    expect(text).toContain('seed other')
    expect(text).toMatch(/option chains +\d+ calls 25 to 50 days out, simulated, of 2026-07-10 16:00 ET/)
  })

  test('the same for a machine', async () => {
    const report = await reportOf({})
    expect(report).toMatchObject({ healthy: true, symbol: 'AAPL', problems: [], checkedAt: '2026-07-14T15:00:00.000Z' })
    const [source, ...others] = report.sources
    expect(others).toEqual([])
    expect(source).toMatchObject({ name: 'simulated', answers: { status: 'works', detail: null }, quota: null })
    expect(source?.capabilities.filter(({ status }) => status !== 'works')).toEqual([])
    expect(report.notConfigured.map(({ name }) => name)).toEqual(['massive', 'sec', 'treasury'])
  })

  test('a symbol it does not list: who lacks what', async () => {
    const { isHealthy, text } = await examineAt({}, ['--symbol', 'ZZZZ'])
    expect(isHealthy).toBe(false)
    expect(text).toContain('- Nobody answers about ZZZZ for stock prices, option chains, daily bars')
  })
})

describe('a recorded market', () => {
  const recorded = { MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: pack }

  test('is asked about a symbol it has, stands at its close, and says what it lacks', async () => {
    const { isHealthy, text } = await examineAt(recorded)
    expect(isHealthy).toBe(true)
    expect(text).toMatch(/recorded: invented market from .*pack, standing at 2026-07-10 16:00 ET/)
    expect(text).toMatch(/settings +MARKET_DATA_PROVIDER, RECORDED_DATA_DIR set\n/)
    expect(text).toMatch(/lacks: This source has no stock bid and ask/)
    expect(text).not.toMatch(/Treasury of/)
  })

  test.each([
    ['no folder', 'nowhere', async () => undefined, /nowhere is not a readable folder/],
    [
      'a universe of other columns',
      'columns',
      (folder: string) => writeFile(join(folder, 'universe.csv'), 'ticker\nA\n'),
      /universe\.csv has no column symbol/,
    ],
    [
      'a manifest that is none',
      'manifest',
      (folder: string) => writeFile(join(folder, 'manifest.json'), 'oh'),
      /its manifest\.json is no JSON/,
    ],
  ])('%s is a problem in words', async (_name, place, spoil, problem) => {
    const folder = join(parent, place)
    if (place !== 'nowhere') await cp(pack, folder, { recursive: true })
    await spoil(folder)
    const { healthy, problems, sources } = await reportOf({ ...recorded, RECORDED_DATA_DIR: folder })
    expect(healthy).toBe(false)
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(sources).toEqual([])
  })

  test('a file that cannot be read is a fault of what it holds alone', async () => {
    const folder = join(parent, 'broken')
    await cp(pack, folder, { recursive: true })
    await writeFile(join(folder, 'chains', 'BRMZ.csv.gz'), 'not packed')
    const { isHealthy, text } = await examineAt({ ...recorded, RECORDED_DATA_DIR: folder }, ['--symbol', 'BRMZ'])
    expect(isHealthy).toBe(false)
    expect(text).toMatch(/option chains +failed: .*BRMZ\.csv\.gz cannot be read/)
    expect(text).toMatch(/daily bars +560 sessions/)
  })
})

describe('settings', () => {
  test.each([
    [{ MARKET_DATA_PROVIDER: 'recorded' }, /RECORDED_DATA_DIR is not set/],
    [{ SIMULATED_UNIVERSE: 'huge' }, /SIMULATED_UNIVERSE must be one of/],
    [{ MARKET_DATA_PROVIDER: 'simulated,massive' }, /stand alone/],
    [{ MASSIVE_API_KEY: 'some-secret' }, /MASSIVE_API_KEY is set but MARKET_DATA_PROVIDER is not/],
  ])('%j is a problem that says what to do', async (env, problem) => {
    const { isHealthy, text } = await examineAt(env)
    expect(isHealthy).toBe(false)
    expect(text).toMatch(problem)
    expect(text).not.toContain('some-secret')
  })

  test.each([
    [['--symbol', '../x'], /--symbol wants a symbol such as AAPL/],
    [['AAPL'], /Unexpected argument 'AAPL'/],
    [['--verbose'], /Unknown option '--verbose'/],
  ])('arguments %j are refused, and the usage is told', async (args, message) => {
    const refused = examineAt({}, args)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toThrow(/Usage: npm run provider:doctor/)
  })
})
