import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { isNewEnough } from './lib/install.mjs'
import { freeOf, freePort, isFree, neededPorts, takenMessage, takenPorts } from './lib/ports.mjs'
import { identityOf, startTicks } from './lib/processes.mjs'
import { stillAlive } from './lib/run-file.mjs'
import {
  chooseMarket,
  commonEnvironment,
  joinEnvironment,
  portTable,
  processEnvironment,
  readSecrets,
  readSettings,
  serviceNames,
  serviceUrls,
  workerOpsPorts,
} from './lib/settings.mjs'
import { kindOf, restartDelay, worthShowing } from './lib/supervisor.mjs'
import { add, closingLine, countsOf, noTests } from './lib/test-run.mjs'

describe('settings', () => {
  test('have the documented defaults', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({ basePort: 8080, pgPort: 8130, redisPort: 8131, workers: 1, databaseUrl: null })
    expect(settings.dataDir.endsWith('/.data')).toBe(true)
    expect(settings.redis).toEqual({ cache: null, queue: null })
  })

  test('BASE_PORT moves every port, PG_PORT and REDIS_PORT only their own', () => {
    expect(readSettings({ BASE_PORT: '18080' })).toMatchObject({ basePort: 18_080, pgPort: 18_130, redisPort: 18_131 })
    expect(readSettings({ BASE_PORT: '18080', PG_PORT: '5433' })).toMatchObject({ pgPort: 5433, redisPort: 18_131 })
  })

  test('assign ports to each process', () => {
    expect(portTable(8080)).toEqual({
      gateway: { port: 8080, opsPort: 8100 },
      auth: { port: 8081, opsPort: 8101 },
      'market-data': { port: 8082, opsPort: 8102 },
      screener: { port: 8083, opsPort: 8103 },
      portfolio: { port: 8084, opsPort: 8104 },
      coach: { port: 8085, opsPort: 8105 },
    })
    expect([workerOpsPorts(8080).at(0), workerOpsPorts(8080).at(-1)]).toEqual([8110, 8119])
    const several = { SCREENER_URL: 'http://10.0.0.1:8083,http://10.0.0.2:8083' }
    expect(serviceUrls({ basePort: 8080, host: '10.0.0.1' }, several)).toMatchObject({
      AUTH_URL: 'http://10.0.0.1:8081',
      MARKET_DATA_URL: 'http://10.0.0.1:8082',
      ...several,
    })
  })

  test('REDIS_URL sets both Redis roles; each can also be set alone', () => {
    expect(readSettings({ REDIS_URL: 'redis://a' }).redis).toEqual({ cache: 'redis://a', queue: 'redis://a' })
    expect(readSettings({ REDIS_URL: 'redis://a', REDIS_QUEUE_URL: 'redis://b' }).redis.queue).toBe('redis://b')
    expect(readSettings({ REDIS_CACHE_URL: 'redis://c' }).redis).toEqual({ cache: 'redis://c', queue: null })
  })

  test('report all problems in one message', () => {
    const read = () => readSettings({ BASE_PORT: 'x', PG_PORT: '0', WORKERS: '-1', PRIVATE_ADDRESS: '192.0.2.1' })
    expect(read).toThrow(/BASE_PORT=x.*\nPRIVATE_ADDRESS=192.0.2.1 is not an address.*\nPG_PORT=0.*\nWORKERS=-1/)
  })

  test.each([
    [{ DATABASE_URL: 'pw@host' }, 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be a URL that starts with redis:// or rediss://'],
    [{ REDIS_QUEUE_URL: 'redis://:pw@' }, 'REDIS_QUEUE_URL must be a URL'],
    [{ PG_PORT: '8083' }, 'PG_PORT=8083 is the port of screener (BASE_PORT=8080)'],
    [{ REDIS_PORT: '8111' }, 'REDIS_PORT=8111 is the port of worker ops'],
    [{ REDIS_PORT: '8130' }, 'PG_PORT and REDIS_PORT are both 8130'],
  ])('rejects %j with a message that contains no secret', (env, message) => {
    expect(() => readSettings(env)).toThrow(message)
    expect(() => readSettings(env)).not.toThrow('pw')
  })

  test.each([
    ['10060', 'browsers block'],
    ['65500', 'is too high'],
  ])('rejects BASE_PORT=%s: %s', (port, why) => {
    expect(() => readSettings({ BASE_PORT: port })).toThrow(why)
  })
})

describe('market data', () => {
  test('defaults to the simulated market, with a note on how to choose another', async () => {
    const { note } = await chooseMarket({})
    expect(note).toBe('Simulated market: not real prices (for real, delayed prices, run: npm run setup)')
    expect((await chooseMarket({ SIMULATED_UNIVERSE: 'extended' })).note).toContain('6,000 symbols: not real prices')
  })

  test('names the real providers, and gives the reason for each one left out', async () => {
    const { note, env } = await chooseMarket({ MARKET_DATA_PROVIDER: 'massive', MASSIVE_API_KEY: 'key' })
    expect(note).toMatch(/^Market data from massive, treasury .*; sec is left out: SEC_USER_AGENT/)
    expect(note).not.toContain('key')
    expect(env).toMatchObject({ MARKET_DATA_PROVIDER: 'massive', MASSIVE_API_KEY: 'key' })
  })

  test.each([
    [{ MARKET_DATA_PROVIDER: 'recorded' }, 'RECORDED_DATA_DIR is not set'],
    [{ MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: '/packs/none' }, '/packs/none is not a readable folder'],
    [{ RECORDED_DATA_DIR: '/packs/a' }, 'RECORDED_DATA_DIR is set but MARKET_DATA_PROVIDER is not'],
    [{ MARKET_DATA_PROVIDER: 'crystal-ball' }, 'unknown providers: crystal-ball; known: simulated, recorded, massive'],
    [{ MARKET_DATA_PROVIDER: 'massive' }, 'MASSIVE_API_KEY is not set'],
  ])("%j fails with the service's own error and never selects another market", async (env, message) => {
    await expect(chooseMarket(env)).rejects.toThrow(message)
  })

  test('passes market settings and keys only to market-data', async () => {
    const env = { MARKET_DATA_PROVIDER: 'massive', MASSIVE_API_KEY: 'key' }
    const market = await chooseMarket(env)
    const settings = readSettings({})
    const common = commonEnvironment({ settings, redisUrls: { cache: 'redis://c', queue: 'redis://q' }, market, env })
    const own = { ...market.env }
    expect(processEnvironment(common, { opsPort: 1, own })).toMatchObject(env)
    expect(processEnvironment(common, { opsPort: 1 })).toMatchObject({
      MARKET_DATA_PROVIDER: undefined,
      MASSIVE_API_KEY: undefined,
    })
    expect(JSON.stringify(common)).not.toContain('MASSIVE')
  })

  test.each([
    ['the model provider key', { OPENAI_API_KEY: 'key' }, ['coach']],
    [
      "the mail server's password",
      { SMTP_URL: 'smtp://user:password@mail', SMTP_PASSWORD: 'password' },
      ['auth', 'portfolio'],
    ],
    ['the secret of the sign-in provider', { OIDC_CLIENT_SECRET: 'secret' }, ['auth']],
    ['the key of push messages', { VAPID_PRIVATE_KEY: 'key' }, ['portfolio']],
  ])('passes %s only to the services that use it', (_name, env: Readonly<Record<string, string>>, users) => {
    const common = commonEnvironment({
      settings: readSettings({}),
      redisUrls: { cache: 'redis://c', queue: 'redis://q' },
      market: { env: {} },
      env,
    })
    const withheld = Object.fromEntries(Object.keys(env).map((name) => [name, undefined]))
    for (const name of ['gateway', ...serviceNames]) {
      const given = processEnvironment(common, { opsPort: 1, own: readSecrets(name, env) })
      expect(given).toMatchObject(users.includes(name) ? env : withheld)
    }
  })

  test('passes the address of the product, which is the gateway on this machine unless it is set', () => {
    const given = { redisUrls: { cache: 'redis://c', queue: 'redis://q' }, market: { env: {} } }
    const settings = readSettings({ BASE_PORT: '9000' })
    expect(commonEnvironment({ ...given, settings, env: {} })).toMatchObject({ PUBLIC_URL: 'http://localhost:9000' })
    const env = { PUBLIC_URL: 'https://calls.example.com' }
    expect(commonEnvironment({ ...given, settings, env })).toMatchObject(env)
  })
})

describe('isNewEnough', () => {
  test.each([
    ['v20.20.2', false],
    ['v24.8.0', false],
    ['v24.9.0', true],
    ['v25.0.0', true],
  ])('%s', (version, enough) => {
    expect(isNewEnough(version)).toBe(enough)
  })
})

describe('ports', () => {
  test('reports a port in use with its owner and the variable that changes it', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      expect(await isFree(port)).toBe(false)
      const needed = [{ port, owner: 'PostgreSQL', variable: 'PG_PORT' }]
      expect(takenMessage(await takenPorts(needed))).toContain(`Port ${port} (PostgreSQL) is in use`)
      expect(takenMessage(await takenPorts(needed))).toContain('Set PG_PORT to use a different one')
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
    expect(await isFree(await freePort())).toBe(true)
  })

  test('needs no local port for external stores', () => {
    const owners = (env: Record<string, string>) =>
      neededPorts({ settings: readSettings(env), services: ['auth'] }).map(({ owner }) => owner)
    expect(owners({})).toEqual(['gateway', 'gateway ops', 'auth', 'auth ops', 'PostgreSQL', 'Redis'])
    const elsewhere = owners({ DATABASE_URL: 'postgres://a', REDIS_URL: 'redis://b' })
    expect(elsewhere).toEqual(['gateway', 'gateway ops', 'auth', 'auth ops'])
  })

  test('workers take the first free ports of their range', async () => {
    const free = async (port: number) => port !== 8110
    expect(await freeOf(workerOpsPorts(8080), 2, free)).toEqual([8111, 8112])
    await expect(freeOf([1, 2], 2, async () => false)).rejects.toThrow('No free port')
  })
})

describe('processes of an earlier run', () => {
  test('are stopped only if their process ids have not been reused', () => {
    const recorded = [
      { name: 'same', pid: 10, identity: 'boot:1' },
      { name: 'number reused', pid: 11, identity: 'boot:1' },
      { name: 'gone', pid: 12, identity: 'boot:1' },
      { name: 'never started', pid: 13, identity: null },
      { name: 'init', pid: 1, identity: 'boot:1' },
    ]
    const now: Record<number, string | null> = { 1: 'boot:1', 10: 'boot:1', 11: 'boot:99', 12: null, 13: null }
    expect(stillAlive(recorded, (pid: number) => now[pid]).map(({ name }: { name: string }) => name)).toEqual(['same'])
  })

  test('a process keeps its identity until it ends', () => {
    expect(identityOf(process.pid)).toBe(identityOf(process.pid))
    expect(identityOf(process.pid)).not.toBeNull()
    expect(identityOf(2 ** 22 + 1)).toBeNull()
  })

  test('reads the start time after a name with spaces and parentheses', () => {
    const fields = Array.from({ length: 30 }, (_, index) => String(index + 4))
    expect(startTicks(`77 (a ) (b)) S ${fields.join(' ')}`)).toBe('22')
  })

  test('a child is restarted three times per minute with growing delays', () => {
    expect(restartDelay([0], 0)).toBe(250)
    expect(restartDelay([0, 1, 2], 2)).toBe(1000)
    expect(restartDelay([0, 1, 2, 3], 3)).toBeNull()
    expect(restartDelay([0, 1, 2, 70_000], 70_000)).toBe(250)
  })
})

describe('terminal output', () => {
  const shown = (entry: object | string, mode = {}) =>
    worthShowing(typeof entry === 'string' ? entry : JSON.stringify(entry), { quiet: false, all: false, ...mode })

  test('shows warnings and errors, and leaves the rest in the file', () => {
    expect(shown({ level: 'info', event: 'service.listening' })).toBeNull()
    const warning = { level: 'warn', time: 'now', service: 'auth', event: 'login.slow', seconds: 2 }
    expect(shown(warning)).toBe('warn login.slow (seconds=2)')
    expect(shown({ level: 'error', event: 'job.failed', err: { message: 'no' } })).toBe('error job.failed: no')
    expect(shown('Error: something outside the log')).toBe('Error: something outside the log')
  })

  test("hides the stores' output unless LOG=1", () => {
    expect(shown('LOG: checkpoint', { quiet: true })).toBeNull()
    expect(shown('LOG: checkpoint', { quiet: true, all: true })).toBe('LOG: checkpoint')
  })

  test('treats the same event with different figures as a repeat', () => {
    expect(kindOf('warn login.slow (seconds=2)')).toBe(kindOf('warn login.slow (seconds=3)'))
    expect(kindOf('warn login.slow')).not.toBe(kindOf('warn login.failed'))
  })
})

describe('the closing line of npm test', () => {
  const run = {
    numPassedTests: 5,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 1,
    numPendingTests: 2,
    numTodoTests: 1,
  }

  test('adds up the runs and counts a file that could not run as a failure', () => {
    const counts = add(countsOf(run), { ...noTests, passed: 10 })
    expect(closingLine(counts)).toBe('Tests: 15 passed, 2 failed, 3 skipped')
  })

  test('mentions skipped tests only if there are any', () => {
    expect(closingLine({ passed: 123, failed: 0, skipped: 0 })).toBe('Tests: 123 passed, 0 failed')
  })
})

describe('npm run worker', () => {
  const settings = { dataDir: tmpdir(), host: '127.0.0.1', redis: { cache: null, queue: null } }
  const run = {
    common: { REDIS_QUEUE_URL: 'redis://stack', MARKET_DATA_URL: 'http://stack', DATA_DIR: '/d' },
    databaseUrls: { screener: 'postgres://stack' },
  }

  const named = { SCREENER_DATABASE_URL: 'postgres://screener', MARKET_DATA_URL: 'http://there' }

  test('joins the running stack with the screener role, even if the environment has DATABASE_URL', () => {
    const env = { DATABASE_URL: 'postgres://admin', REDIS_URL: 'redis://other', LOG_LEVEL: 'debug' }
    const joined = joinEnvironment(env, run, readSettings(env))
    expect(joined).toEqual({ ...run.common, OPS_PORT: '0', DATABASE_URL: 'postgres://stack', LOG_LEVEL: 'debug' })
  })

  test('uses only the environment if it has SCREENER_DATABASE_URL', () => {
    const joined = joinEnvironment(named, run, { ...settings, redis: { cache: null, queue: 'redis://there' } })
    expect(joined).toMatchObject({
      DATABASE_URL: 'postgres://screener',
      REDIS_QUEUE_URL: 'redis://there',
      REDIS_CACHE_URL: 'redis://there',
      MARKET_DATA_URL: 'http://there',
    })
    expect(() => joinEnvironment(named, run, settings)).toThrow('Also set REDIS_QUEUE_URL')
  })

  test('listens on loopback unless PRIVATE_ADDRESS or HOST is set', () => {
    const elsewhere = { ...settings, redis: { cache: null, queue: 'redis://there' } }
    expect(joinEnvironment(named, null, elsewhere)).toMatchObject({ HOST: '127.0.0.1' })
    expect(joinEnvironment(named, null, { ...elsewhere, host: '10.0.0.8' })).toMatchObject({ HOST: '10.0.0.8' })
    expect(joinEnvironment({ ...named, HOST: '10.0.0.7' }, null, elsewhere)).toMatchObject({ HOST: '10.0.0.7' })
  })

  test('uses any free ops port unless OPS_PORT is set', () => {
    const join = (env: Record<string, string>) => joinEnvironment(env, run, readSettings({}))
    expect(join({})).toMatchObject({ OPS_PORT: '0' })
    expect(join({ OPS_PORT: '9110' })).toMatchObject({ OPS_PORT: '9110' })
  })

  test('explains what to do without a stack and without settings', () => {
    const join = () => joinEnvironment({ DATABASE_URL: 'postgres://admin' }, null, settings)
    expect(join).toThrow(/No stack is running.*SCREENER_DATABASE_URL, REDIS_QUEUE_URL, MARKET_DATA_URL\.$/)
  })
})
