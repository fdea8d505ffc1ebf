import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readMarketSource } from '../src/config.ts'
import { runSetup } from '../src/setup/run-setup.ts'
import { API_KEY, createClock, IN_SESSION_MS, openFewCompanies, settingsOf } from './command-support.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider/fake-provider.ts'
import { toWireMarket } from './fake-provider/wire-market.ts'
import { renderAsCboe } from './fake-vendors/cboe-wire.ts'
import { startVendorServer } from './fake-vendors/vendor-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'callwright-setup-'))
const file = join(folder, '.env')
let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider({ market: openFewCompanies(IN_SESSION_MS) })
})
afterAll(async () => {
  await fake.close()
  rmSync(folder, { recursive: true })
})

test('setup checks two symbols, says what comes from where, and writes settings that the product reads', async () => {
  // Without its settings, the SEC is left out.
  const isSec = (name: string) => name.startsWith('SEC_')
  const env = Object.fromEntries(Object.entries(settingsOf(fake)).filter(([name]) => !isSec(name)))
  const [input, output] = [new PassThrough(), new PassThrough()]
  const works = await runSetup(['--non-interactive', '--source', 'massive'], {
    env,
    file,
    input,
    output,
    fetch,
    isTerminal: false,
    ...createClock(IN_SESSION_MS),
  })
  output.end()
  const said = stripVTControlCharacters(await text(output))
  expect(works).toBe(true)
  expect(said).toContain('Checked with AAPL and BRK.B')
  expect(said).toMatch(/option chains +massive \(\d+ calls 25 to 50 days out/)
  expect(said).toMatch(/interest rates +treasury/)
  expect(said).toMatch(/unknown +earnings dates\n/)
  expect(said).toMatch(/IV rank +from realized volatility until 60 sessions are recorded/)
  expect(said).toMatch(/The first fill of 503 symbols takes about \d+ minutes/)
  expect(said).not.toContain(API_KEY)
  const written = parseEnv(readFileSync(file, 'utf8'))
  expect(written).toEqual({ MARKET_DATA_PROVIDER: 'massive', MASSIVE_API_KEY: API_KEY })
  expect(readMarketSource(written).kind).toBe('live')
})

test('the first fill includes calls that only it makes, and consent is written down', async () => {
  const server = await startVendorServer({ router: renderAsCboe(toWireMarket(openFewCompanies(IN_SESSION_MS))) })
  const env = { CBOE_BASE_URL: server.url, CBOE_LIST_URL: server.url, TREASURY_BASE_URL: fake.url }
  const other = join(folder, '.env-of-cboe')
  const [input, output] = [new PassThrough(), new PassThrough()]
  const works = await runSetup(['--non-interactive', '--source', 'cboe', '--accept-terms', 'cboe'], {
    env,
    file: other,
    input,
    output,
    fetch,
    isTerminal: false,
    ...createClock(IN_SESSION_MS),
  })
  await server.close()
  output.end()
  // 503 chains and 503 files of bars at 40 a minute.
  expect(stripVTControlCharacters(await text(output))).toMatch(/The first fill of 503 symbols takes about 26 minutes/)
  expect(works).toBe(true)
  expect(parseEnv(readFileSync(other, 'utf8'))).toEqual({ MARKET_DATA_PROVIDER: 'cboe', CBOE_PERMISSION: 'yes' })
})
