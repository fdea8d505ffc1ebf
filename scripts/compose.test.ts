import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { gatewayReaders } from '../apps/gateway/src/config.ts'
import { readConfig } from '../libs/service/src/config.ts'
import { createIdentitySigner } from '../libs/service/src/identity.ts'
import { readOpsToken } from '../libs/service/src/secrets.ts'
import { readAuthConfig } from '../services/auth/src/config.ts'
import { readSigningKey } from '../services/auth/src/sessions/tokens.ts'
import { readCoachConfig } from '../services/coach/src/config.ts'
import { marketVariables, readMarketDataConfig } from '../services/market-data/src/config.ts'
import { readVapidKeys } from '../services/portfolio/src/alerts/channels/vapid.ts'
import { readPortfolioConfig } from '../services/portfolio/src/config.ts'
import { readApiConfig, readWorkerConfig } from '../services/screener/src/config.ts'
import { adminUrl, makeSecrets, privateEnvironment } from './lib/container.mjs'
import { memoryFlags, partEntry, presentServices, workspaceFolders } from './lib/services.mjs'
import { inRoot } from './lib/tool.mjs'
import { cleanUp, makeFolder } from './testing/children.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Mount {
  readonly source: string
  readonly target: string
  readonly read_only?: boolean
  readonly volume?: { readonly subpath?: string }
}

interface Part {
  readonly image: string
  readonly profiles?: readonly string[]
  readonly user?: string
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly build?: { readonly args: Readonly<Record<string, string>> }
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number | null>>
  readonly volumes?: readonly (string | Mount)[]
  readonly ports?: readonly string[]
  readonly networks?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly restart?: string
  readonly read_only?: boolean
}

const compose = parse(readFileSync(inRoot('docker-compose.yml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Part>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const dockerfile = readFileSync(inRoot('Dockerfile'), 'utf8')
const parts = Object.entries(compose.services)
const processes = ['gateway', 'worker', ...presentServices()] as readonly string[]
const oneShots = ['secrets', 'schemas', 'prometheus-volume']
const tools = parts.filter(([, { profiles = [] }]) => profiles.length > 0)

afterEach(cleanUp)

function partOf(name: string): Part {
  const part = compose.services[name]
  if (part === undefined) throw new Error(`docker-compose.yml has no ${name}`)
  return part
}

const interpolate = (text: string, given: Env) =>
  text
    .replace(/\$\{(\w+):-([^}]*)\}/g, (_all, name: string, otherwise: string) => given[name] || otherwise)
    .replaceAll('$$', '$')

/** Mounts of a container in either the short or the long syntax. */
const mountsOf = ({ volumes = [] }: Part): Mount[] =>
  volumes.map((volume) => {
    if (typeof volume !== 'string') return volume
    const [source = '', target = '', mode] = interpolate(volume, {}).split(':')
    return { source, target, read_only: mode === 'ro' }
  })

/** Environment of a container's process. Docker compose takes a variable without a value from its own environment. */
function environmentOf(name: string, given: Env = {}): Env {
  const dataDir = makeFolder()
  makeSecrets(dataDir)
  const entries = Object.entries(partOf(name).environment ?? {}).map(([key, value]): [string, string | undefined] => [
    key,
    value === null ? given[key] : interpolate(String(value), given),
  ])
  const { DATABASE_SERVER, ...env } = Object.fromEntries(entries)
  return { ...env, ...privateEnvironment(name, { DATABASE_SERVER, DATA_DIR: dataDir }) }
}

const readers: Readonly<Record<string, (env: Env) => unknown>> = {
  auth: readAuthConfig,
  coach: readCoachConfig,
  gateway: (env) => readConfig(env, gatewayReaders),
  'market-data': readMarketDataConfig,
  portfolio: readPortfolioConfig,
  screener: readApiConfig,
  worker: readWorkerConfig,
}

/** Variables that a process reads. Throws the process's own error if one is missing or invalid. */
function readBy(name: string, env: Env): ReadonlySet<string> {
  const read = new Set<string>()
  const watched = new Proxy(env, {
    get(target, key) {
      read.add(String(key))
      return target[String(key)]
    },
  })
  const reader = readers[name]
  if (reader === undefined) throw new Error(`Unknown process ${name}`)
  reader(watched)
  return read
}

describe('docker-compose.yml', () => {
  test.each(processes)('passes to %s exactly the environment that its process reads', (name) => {
    const live = { MARKET_DATA_PROVIDER: 'massive', MASSIVE_API_KEY: 'key' }
    const read = new Set([...readBy(name, environmentOf(name)), ...readBy(name, environmentOf(name, live))])
    const unread = Object.keys(environmentOf(name)).filter((key) => !read.has(key) && !marketVariables.includes(key))
    expect(unread).toEqual([])
  })

  test('passes all market settings to market-data, which defaults to the simulated market', () => {
    expect(Object.keys(partOf('market-data').environment ?? {})).toEqual(expect.arrayContaining([...marketVariables]))
    expect(readMarketDataConfig(environmentOf('market-data')).market.kind).toBe('simulated')
    const recorded = { MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: '/markets/one' }
    expect(readMarketDataConfig(environmentOf('market-data', recorded)).market).toMatchObject({
      folder: '/markets/one',
    })
  })

  test('runs each process with the command and flags of npm start', () => {
    const ours = parts.filter(([, { image }]) => image === 'callwright').map(([name]) => name)
    expect(ours.toSorted()).toEqual([...processes, 'secrets', 'schemas'].toSorted())
    for (const name of ours) expect(partOf(name).command).toEqual([name])
    for (const name of processes) expect(existsSync(partEntry(name))).toBe(true)
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? []
    expect(JSON.parse(entry)).toEqual(['node', ...memoryFlags, 'scripts/container.mjs'])
    expect(existsSync(inRoot('scripts', 'container.mjs'))).toBe(true)
  })

  test('exposes the build settings of the web app', () => {
    const args = partOf('gateway').build?.args ?? {}
    const given = Object.fromEntries(Object.keys(args).map((name) => [name, 'true']))
    for (const [name, value] of Object.entries(args)) {
      expect(dockerfile).toContain(`ARG ${name}=${interpolate(value, {})}\n`)
      expect(interpolate(value, given)).toBe('true')
    }
    expect(Object.keys(args)).toEqual(['VITE_HIDE_SAMPLE_CLAIMS', 'VITE_ENABLE_ERROR_TRACKING'])
  })

  test('publishes only the gateway, by default on loopback, and /ops always on loopback; trusts the configured proxies', () => {
    const published = parts.filter(([, { ports = [], profiles }]) => ports.length > 0 && profiles === undefined)
    expect(published.map(([name]) => name)).toEqual(['gateway'])
    const portsWith = (given: Env) => partOf('gateway').ports?.map((port) => interpolate(port, given))
    expect(portsWith({})).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8100:8100'])
    expect(portsWith({ PUBLISH_ADDRESS: '0.0.0.0', BASE_PORT: '80', OPS_PUBLISHED_PORT: '81' })).toEqual([
      '0.0.0.0:80:8080',
      '127.0.0.1:81:8100',
    ])
    expect(partOf('gateway').environment).toMatchObject({ PORT: 8080, OPS_PORT: 8100 })
    const given = environmentOf('gateway', { TRUSTED_PROXIES: '172.18.0.1, 10.0.0.0/8' })
    expect(readConfig(given, gatewayReaders).trustedProxies).toEqual(['172.18.0.1', '10.0.0.0/8'])
  })

  test('has a health check and a restart policy for long-running containers, and correct dependencies', () => {
    for (const [name, part] of parts.filter(([name]) => !oneShots.includes(name))) {
      expect({ name, restart: part.restart, watched: part.healthcheck !== undefined }).toEqual({
        ...{ name, restart: 'unless-stopped', watched: true },
      })
    }
    for (const [before, { condition }] of parts.flatMap(([, part]) => Object.entries(part.depends_on ?? {}))) {
      expect(condition).toBe(oneShots.includes(before) ? 'service_completed_successfully' : 'service_healthy')
      expect(compose.services).toHaveProperty(before)
    }
  })

  test("runs this repository's containers read-only, except the one that creates secrets", () => {
    const ours = parts.filter(([, { image }]) => image === 'callwright')
    expect(ours.filter(([, part]) => part.read_only !== true)).toEqual([])
    const writable = ours.filter(([, part]) => mountsOf(part).some(({ read_only }) => read_only !== true))
    expect(writable.map(([name]) => name)).toEqual(['secrets'])
    expect(dockerfile.trimEnd().split('\n').at(-1)).toBe('USER node')
  })

  test('declares every volume that is mounted by name', () => {
    for (const { source } of parts.flatMap(([, part]) => mountsOf(part))) {
      if (source.startsWith('./')) expect([source, existsSync(inRoot(source))]).toEqual([source, true])
      else expect(compose.volumes).toHaveProperty(source)
    }
  })

  test('configures Redis without eviction, so that no job is lost', () => {
    expect(partOf('redis').command?.slice(-2)).toEqual(['--maxmemory-policy', 'noeviction'])
  })

  test.each([
    [200, 0],
    [503, 1],
  ])('the health check maps /readyz status %i to exit code %i', async (status, code) => {
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/readyz' ? status : 404).end(),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const [, , ...args] = partOf('auth').healthcheck?.test.map((word) => interpolate(word, {})) ?? []
    const child = spawn(process.execPath, args, { env: { ...process.env, OPS_PORT: String(port) } })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(code)
    server.close()
  })
})

describe('optional profiles', () => {
  test('are pinned, read-only, without capabilities, and published on loopback only', () => {
    expect(tools.map(([name]) => name)).toEqual(['prometheus-volume', 'prometheus', 'grafana', 'ollama'])
    for (const [, { image, read_only, cap_drop, ports = [] }] of tools) {
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] })
      expect(image).toMatch(/:v?\d+\.\d+\.\d+$/)
      for (const port of ports) expect(interpolate(port, { PUBLISH_ADDRESS: '0.0.0.0' })).toMatch(/^127\.0\.0\.1:/)
    }
  })

  test('mount only the ops token, readable by its user', () => {
    const secrets = tools.flatMap(([, part]) => mountsOf(part).filter(({ source }) => source === 'secrets'))
    const { scrape_configs } = parse(readFileSync(inRoot('deploy/observability/prometheus/prometheus.yml'), 'utf8'))
    const target = scrape_configs[0].authorization.credentials_file
    expect(secrets).toMatchObject([{ target, read_only: true, volume: { subpath: 'ops-token' } }])
    const dataDir = makeFolder()
    makeSecrets(dataDir)
    expect(readdirSync(join(dataDir, 'secrets'))).toContain(basename(target))
    const { user = '' } = partOf('prometheus')
    expect(partOf('prometheus-volume')).toMatchObject({
      cap_add: ['CHOWN'],
      entrypoint: ['chown', user, '/prometheus'],
    })
  })

  test('let the coach use ollama once its URL and model are set', () => {
    const settings = { OPENAI_BASE_URL: 'http://ollama:11434/v1', COACH_MODEL: 'a-model' }
    expect(readCoachConfig(environmentOf('coach')).provider).toBeNull()
    expect(readCoachConfig(environmentOf('coach', settings)).provider).toMatchObject({
      ...{ api: 'chat', baseUrl: settings.OPENAI_BASE_URL, model: settings.COACH_MODEL },
    })
  })
})

describe('container secrets', () => {
  test('are created once, and no process needs any others in the production profile', () => {
    const dataDir = makeFolder()
    makeSecrets(dataDir)
    const files = () =>
      readdirSync(join(dataDir, 'secrets')).map((name) => readFileSync(join(dataDir, 'secrets', name)))
    const made = files()
    makeSecrets(dataDir)
    expect(files()).toEqual(made)

    const config = {
      ...{ dataDir, profile: 'production', identityPrivateKey: null, identityPublicKeys: null },
      ...{ accessTokenPrivateKey: null, vapidPrivateKey: null, opsToken: null },
    } as const
    for (const issuer of ['gateway', 'auth', 'screener', 'portfolio', 'coach'] as const)
      createIdentitySigner(config, issuer)
    readSigningKey(config)
    readVapidKeys(config)
    readOpsToken(config)
    expect(files()).toEqual(made)
  })

  test('give each service its own role and no service the administrator', () => {
    const dataDir = makeFolder()
    const server = { DATABASE_SERVER: 'postgres://postgres@postgres:5432/callwright', DATA_DIR: dataDir }
    expect(() => privateEnvironment('auth', server)).toThrow('database-auth does not exist')
    makeSecrets(dataDir)
    expect(new URL(privateEnvironment('worker', server).DATABASE_URL).username).toBe('callwright_callwright_screener')
    expect(privateEnvironment('gateway', server)).toEqual({})
    expect(new URL(adminUrl(server)).password).not.toBe('')
  })
})

describe('Dockerfile', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  )

  test('copies existing files, including the manifest of every runtime package', () => {
    for (const source of copied) expect([source, existsSync(inRoot(source))]).toEqual([source, true])
    const packages = workspaceFolders().filter((folder: string) => !folder.startsWith('tools/'))
    expect(copied).toEqual(expect.arrayContaining(packages.map((folder: string) => `${folder}/package.json`)))
  })

  test('installs the packages of the gateway and every service', () => {
    const [, flags = ''] = /npm ci --omit=dev (.+)/.exec(dockerfile) ?? []
    const installed = flags.split(/ ?-w /).filter(Boolean)
    const expected = ['apps/gateway', ...presentServices().map((name: string) => `services/${name}`)]
    expect(installed).toEqual(expected)
  })
})
