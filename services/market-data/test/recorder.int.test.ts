import { mkdtempSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { DoctorReport } from '../src/doctor/report.ts'
import type { Answer, MarketData } from '../src/providers/provider.ts'
import { RATE_TENORS } from '../src/providers/rate-curve.ts'
import { makeInventedPack } from '../src/providers/recorded/make-invented-pack.ts'
import { openRecordedMarket } from '../src/providers/recorded/recorded-provider.ts'
import { providerDefinitions } from '../src/providers/registry.ts'
import { openSimulatedMarket } from '../src/providers/simulated/simulated-provider.ts'
import { runRecord } from '../src/recorder/run-record.ts'
import { AFTER_CLOSE_MS, createClock, examine, IN_SESSION_MS, record } from './command-support.ts'

describe('recorder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'callwright-recorder-'))
  afterAll(() => rm(parent, { recursive: true }))

  /** A share class, a stock with a split, one without dividends, and one with many contracts. */
  const SYMBOLS = ['BRK.B', 'AVGO', 'KO', 'AAPL']
  const MAX_DAYS = 60

  const recordAt = (args: readonly string[], env = {}, atMs = AFTER_CLOSE_MS) => record(args, env, createClock(atMs))
  const readValue = async <T>(asked: Promise<Answer<T>>): Promise<T> => (await asked).value

  describe('a simulated market, recorded and served again', () => {
    const folder = join(parent, 'round-trip')
    const original = openSimulatedMarket({ seed: 'callwright', universe: 'large_cap', now: () => AFTER_CLOSE_MS })
    let pack: MarketData
    let output: string

    beforeAll(async () => {
      const args = [folder, '--symbols', SYMBOLS.join(',').toLowerCase(), '--max-days', String(MAX_DAYS)]
      const { isComplete, text } = await recordAt(args)
      expect(isComplete).toBe(true)
      output = text
      pack = await openRecordedMarket(folder, () => undefined)
    })

    test('says that its prices are not real', async () => {
      const stamp = { source: 'simulated, recorded round-trip', dataClass: 'simulated' }
      expect(pack.stamp()).toEqual({ ...stamp, asOfMs: Date.parse('2026-07-10T20:00:00Z') })
      expect(await pack.chains.findChain('KO')).toMatchObject(stamp)
      const { basis } = await readValue(pack.rates.findRate(30))
      expect(basis).toBe('1M simulated bill, Jul 10, 2026')
      expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({
        simulated: true,
        terms: ['Simulated market: not real prices'],
        as_of: '2026-07-10',
        symbols: SYMBOLS.length,
        complete: true,
      })
    })

    test('lists its content and how to open it', () => {
      expect(output).toContain('4 symbols from simulated-')
      expect(output).toMatch(/option chain +all\n/)
      expect(output).toMatch(/interest rates +of 2026-07-10\n/)
      expect(output).toContain('Simulated market: not real prices')
      expect(output).toContain(`MARKET_DATA_PROVIDER=recorded RECORDED_DATA_DIR=${folder}`)
    })

    test('bars are identical', async () => {
      for (const symbol of SYMBOLS) {
        const bars = await readValue(pack.bars.listDailyBars(symbol))
        expect(bars?.length).toBeGreaterThan(700)
        expect(bars).toEqual(await readValue(original.bars.listDailyBars(symbol)))
      }
    })

    test('quotes are identical, except bid and ask, which the format does not store', async () => {
      for (const symbol of SYMBOLS) {
        const quote = await readValue(original.quotes.findQuote(symbol))
        expect(await readValue(pack.quotes.findQuote(symbol))).toEqual({ ...quote, bid: null, ask: null })
      }
    })

    test('every requested contract is identical, with its time and stock price', async () => {
      for (const symbol of SYMBOLS) {
        const chain = await readValue(original.chains.findChain(symbol, { maxDays: MAX_DAYS }))
        expect(chain?.contracts.length).toBeGreaterThan(50)
        expect(await readValue(pack.chains.findChain(symbol))).toEqual(chain)
      }
    })

    test('facts are identical, except credit ratings', async () => {
      for (const symbol of SYMBOLS) {
        const facts = await readValue(original.fundamentals.findFundamentals(symbol))
        expect(await readValue(pack.fundamentals.findFundamentals(symbol))).toEqual({ ...facts, creditRating: null })
        for (const ask of [
          (market: MarketData) => market.dividends.listDividends(symbol),
          (market: MarketData) => market.splits.listSplits(symbol),
          (market: MarketData) => market.earnings.findNextEarnings(symbol),
          (market: MarketData) => market.ivHistory.listIvHistory(symbol),
        ]) {
          expect(await readValue<unknown>(ask(pack))).toEqual(await readValue<unknown>(ask(original)))
        }
        const { name, sector } = (await original.reference.findSymbol(symbol)) ?? {}
        expect(await pack.reference.findSymbol(symbol)).toMatchObject({ symbol, name, sector, hasChain: true })
      }
    })

    test('rates are identical for the tenors that the pack has', async () => {
      for (const { days } of RATE_TENORS) {
        const { rate } = await readValue(original.rates.findRate(days))
        expect((await readValue(pack.rates.findRate(days))).rate).toBeCloseTo(rate, 12)
      }
    })
  })

  test('records all expirations by default, and warns before the close', async () => {
    const folder = join(parent, 'all-terms')
    const { text } = await recordAt([folder, '--symbols', 'KO'], {}, IN_SESSION_MS)
    expect(text).toContain('1 symbol from')
    expect(text).toContain('Started before the close of 2026-07-14')
    const pack = await openRecordedMarket(folder, () => undefined)
    const market = openSimulatedMarket({ seed: 'callwright', universe: 'large_cap', now: () => IN_SESSION_MS })
    const wanted = await readValue(market.expirations.listExpirations('KO'))
    expect(await readValue(pack.expirations.listExpirations('KO'))).toEqual(wanted)
  })

  describe('an interrupted recording', () => {
    /** Interrupts the recording at the second of two symbols. */
    async function breakOff(name: string): Promise<string[]> {
      const args = [join(parent, name), '--symbols', 'KO,XOM', '--max-days', '40']
      const stopped = runRecord(args, {
        env: {},
        ...createClock(AFTER_CLOSE_MS),
        isTerminal: true,
        write(line) {
          if (line.includes('XOM')) throw new Error('stopped')
        },
      })
      await expect(stopped).rejects.toThrow('stopped')
      return args
    }

    test('continues where it stopped, with the time at which it began', async () => {
      const args = await breakOff('resumed')
      const { isComplete, text } = await recordAt(args, {}, IN_SESSION_MS)
      expect(isComplete).toBe(true)
      expect(text).toContain('recording 2/2 XOM')
      expect(text).not.toContain('recording 1/2 KO')
      const [folder = ''] = args
      expect(await readdir(folder)).not.toContain('.recording')
      const pack = await openRecordedMarket(folder, () => undefined)
      const market = openSimulatedMarket({ seed: 'callwright', universe: 'large_cap', now: () => AFTER_CLOSE_MS })
      for (const symbol of ['KO', 'XOM']) {
        const quote = await readValue(market.quotes.findQuote(symbol))
        expect(await readValue(pack.quotes.findQuote(symbol))).toMatchObject({ lastPrice: quote?.lastPrice })
      }
    })

    test('cannot be continued with other arguments', async () => {
      const [folder = '', ...args] = await breakOff('another')
      await expect(recordAt([folder, '--symbols', 'KO', '--max-days', '40'])).rejects.toThrow(
        /has a recording with other settings: symbols KO,XOM, now KO\. Choose another folder/,
      )
      await expect(recordAt([folder, '--symbols', 'KO,XOM'])).rejects.toThrow(/options of up to 40 days, now any term/)
      await expect(recordAt([folder, ...args], { SIMULATED_SEED: 'other' })).rejects.toThrow(
        /source simulated-.*, now simu/,
      )
    })

    test('cannot be opened as a pack', async () => {
      const [folder = ''] = await breakOff('begun')
      await expect(openRecordedMarket(folder, () => undefined)).rejects.toThrow(/has no universe\.csv/)
    })
  })

  describe('folders', () => {
    const args = (folder: string) => [folder, '--symbols', 'KO', '--max-days', '20']

    test('a finished recording is not overwritten', async () => {
      const folder = join(parent, 'finished')
      await recordAt(args(folder))
      const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
      await expect(recordAt(args(folder), {}, IN_SESSION_MS)).rejects.toThrow(
        /already contains a market: choose an empty/,
      )
      expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(manifest)
    })

    test('a folder with other content is not changed', async () => {
      const folder = join(parent, 'letters')
      await mkdir(folder)
      await writeFile(join(folder, 'letter.txt'), 'dear all')
      await expect(recordAt(args(folder))).rejects.toThrow(/contains other files: choose an empty folder/)
      expect(await readdir(folder)).toEqual(['letter.txt'])
    })
  })

  describe('arguments', () => {
    test.each([
      [[], /Name a folder to record into/],
      [['one', 'two'], /Name only one folder, got one, two/],
      [
        ['pack', '--symbols', 'AAPL,../KO'],
        /--symbols must be a comma-separated list such as AAPL,MSFT; got "\.\.\/KO"/,
      ],
      [['pack', '--symbols', 'AAPL,'], /--symbols must be a comma-separated list such as AAPL,MSFT; got ""/],
      [['pack', '--symbols', 'AAPL', '--universe'], /--symbols or --universe, not both/],
      [['pack', '--max-days', 'soon'], /--max-days must be a whole number of days/],
      [['pack', '--all'], /Unknown option '--all'/],
    ])('rejects %j and shows the usage', async (args, message) => {
      const refused = recordAt(args)
      await expect(refused).rejects.toThrow(message)
      await expect(refused).rejects.toThrow(/Usage: npm run record/)
    })

    test('an unlisted symbol is an error before anything is written', async () => {
      const folder = join(parent, 'unlisted')
      await expect(recordAt([folder, '--symbols', 'KO,ZZZZ'])).rejects.toThrow('The source does not list ZZZZ')
      await expect(readdir(folder)).rejects.toThrow(/ENOENT/)
    })

    test.each([
      [{ MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: 'somewhere' }, /is already a recording: copy its folder/],
      [{ MARKET_DATA_PROVIDER: 'recorded' }, /RECORDED_DATA_DIR is not set/],
      [{ MARKET_DATA_PROVIDER: 'massive' }, /MASSIVE_API_KEY is not set/],
    ])('rejects the settings %j', async (env, message) => {
      await expect(recordAt([join(parent, 'unset'), '--symbols', 'KO'], env)).rejects.toThrow(message)
    })
  })
})

describe('doctor', () => {
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
    test('passes, says that it is not real, and lists the other providers', async () => {
      const { isHealthy, text, said } = await examineAt({})
      expect(isHealthy).toBe(true)
      expect(said).toBe('')
      expect(text).toContain('Market data: simulated (MARKET_DATA_PROVIDER is not set)')
      expect(text).toContain('Checked at 2026-07-14 11:00 ET, tested with AAPL')
      expect(text).toMatch(/stock prices +\$[\d.]+, simulated, up to date, with bid and ask/)
      expect(text).toMatch(/interest rates +[\d.]+%, simulated 30-day bill/)
      expect(text).toMatch(/terms +Simulated market: not real prices/)
      expect(text).toMatch(/massive +add massive to MARKET_DATA_PROVIDER/)
      expect(text.trimEnd()).toMatch(/Everything configured works\.$/)
    })

    test('uses closing prices after the close for any symbol', async () => {
      const { text } = await examineAt({ SIMULATED_SEED: 'other' }, ['--symbol', 'brk-b'], AFTER_CLOSE_MS)
      expect(text).toContain('tested with BRK.B')
      expect(text).toContain('seed other')
      expect(text).toMatch(/option chains +\d+ calls 25 to 50 days out, simulated, as of 2026-07-10 16:00 ET/)
    })

    test('has the same report as JSON', async () => {
      const report = await reportOf({})
      expect(report).toMatchObject({
        healthy: true,
        symbol: 'AAPL',
        problems: [],
        checkedAt: '2026-07-14T15:00:00.000Z',
      })
      const [source, ...others] = report.sources
      expect(others).toEqual([])
      expect(source).toMatchObject({ name: 'simulated', answers: { status: 'works', detail: null }, quota: null })
      expect(source?.capabilities.filter(({ status }) => status !== 'works')).toEqual([])
      expect(report.notConfigured.map(({ name }) => name)).toEqual(providerDefinitions.map(({ name }) => name))
    })

    test('reports the missing data of an unlisted symbol', async () => {
      const { isHealthy, text } = await examineAt({}, ['--symbol', 'ZZZZ'])
      expect(isHealthy).toBe(false)
      expect(text).toMatch(/- No provider has stock prices, option chains, daily bars.* for ZZZZ/)
    })
  })

  describe('a recorded market', () => {
    const recorded = { MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: pack }

    test('is checked with one of its symbols, is pinned to its close, and reports missing data', async () => {
      const { isHealthy, text } = await examineAt(recorded)
      expect(isHealthy).toBe(true)
      expect(text).toMatch(/recorded: invented market from .*pack, clock at 2026-07-10 16:00 ET/)
      expect(text).toMatch(/settings +MARKET_DATA_PROVIDER, RECORDED_DATA_DIR set\n/)
      expect(text).toMatch(/missing: This source has no stock bid and ask/)
      expect(text).not.toMatch(/Treasury/)
    })

    test.each([
      ['no folder', 'nowhere', async () => undefined, /nowhere is not a readable folder/],
      [
        'a universe with other columns',
        'columns',
        (folder: string) => writeFile(join(folder, 'universe.csv'), 'ticker\nA\n'),
        /universe\.csv has no column symbol/,
      ],
      [
        'an invalid manifest',
        'manifest',
        (folder: string) => writeFile(join(folder, 'manifest.json'), 'oh'),
        /manifest\.json is not valid JSON/,
      ],
    ])('explains the problem of %s', async (_name, place, spoil, problem) => {
      const folder = join(parent, place)
      if (place !== 'nowhere') await cp(pack, folder, { recursive: true })
      await spoil(folder)
      const { healthy, problems, sources } = await reportOf({ ...recorded, RECORDED_DATA_DIR: folder })
      expect(healthy).toBe(false)
      expect(problems).toEqual([expect.stringMatching(problem)])
      expect(sources).toEqual([])
    })

    test('an unreadable file fails only the checks that read it', async () => {
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
      [{ MARKET_DATA_PROVIDER: 'simulated,massive' }, /cannot be combined/],
      [{ MASSIVE_API_KEY: 'some-secret' }, /MASSIVE_API_KEY is set but MARKET_DATA_PROVIDER is not/],
    ])('explains how to fix %j', async (env, problem) => {
      const { isHealthy, text } = await examineAt(env)
      expect(isHealthy).toBe(false)
      expect(text).toMatch(problem)
      expect(text).not.toContain('some-secret')
    })

    test.each([
      [['--symbol', '../x'], /--symbol must be a symbol such as AAPL/],
      [['AAPL'], /Unexpected argument 'AAPL'/],
      [['--verbose'], /Unknown option '--verbose'/],
    ])('rejects the arguments %j and shows the usage', async (args, message) => {
      const refused = examineAt({}, args)
      await expect(refused).rejects.toThrow(message)
      await expect(refused).rejects.toThrow(/Usage: npm run provider:doctor/)
    })
  })
})
