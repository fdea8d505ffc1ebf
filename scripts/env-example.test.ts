import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { gatewayReaders } from '../apps/gateway/src/config.ts'
import { ConfigError, readConfig } from '../libs/service/src/config.ts'
import { readAuthConfig } from '../services/auth/src/config.ts'
import { readCoachConfig } from '../services/coach/src/config.ts'
import { marketVariables, readMarketDataConfig } from '../services/market-data/src/config.ts'
import { readPortfolioConfig } from '../services/portfolio/src/config.ts'
import { readApiConfig, readWorkerConfig } from '../services/screener/src/config.ts'
import { readSettings } from './lib/settings.mjs'
import { inRoot, root } from './lib/tool.mjs'

type Env = Readonly<Record<string, string | undefined>>

const document = readFileSync(inRoot('.env.example'), 'utf8')
const lines = [...document.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}))

const readers: Readonly<Record<string, (env: Env) => unknown>> = {
  start: readSettings,
  gateway: (env) => readConfig(env, gatewayReaders),
  auth: readAuthConfig,
  coach: readCoachConfig,
  'market-data': readMarketDataConfig,
  portfolio: readPortfolioConfig,
  screener: readApiConfig,
  worker: readWorkerConfig,
}

/** `npm start` and docker-compose.yml set these required variables. */
const required = {
  DATABASE_URL: 'postgres://user@127.0.0.1:5432/database',
  REDIS_CACHE_URL: 'redis://127.0.0.1:6379',
  REDIS_QUEUE_URL: 'redis://127.0.0.1:6379',
  ...Object.fromEntries(
    ['AUTH', 'MARKET_DATA', 'SCREENER', 'PORTFOLIO', 'COACH'].map((name) => [`${name}_URL`, 'http://127.0.0.1:8081']),
  ),
}

/** Scripts pass these to child processes; users do not set them. */
const internal = new Set(['CALLWRIGHT_STEPS_DONE', 'GOLDEN_DIR', 'HOME', 'INIT_CWD', 'PATH', 'PG_PASSWORD', 'PROD'])

/** Variables that the processes' configuration code reads, even if it rejects a value. */
function listRead(): Set<string> {
  const read = new Set<string>(marketVariables)
  for (const market of [{}, { MARKET_DATA_PROVIDER: 'massive' }]) {
    const watched = new Proxy<Env>(market, {
      get(target, name) {
        read.add(String(name))
        return target[String(name)]
      },
    })
    for (const reader of Object.values(readers)) {
      try {
        reader(watched)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
      }
    }
  }
  return read
}

/** Variables that commands, the web app and tests read directly. */
function listNamed(): string[] {
  const files = [
    'scripts/**/*.mjs',
    'jest*.mjs',
    'apps/web/{src,e2e,vite}/**/*.{ts,tsx}',
    'libs/*/{bench,golden}/**/*.ts',
    'services/*/eval/**/*.ts',
    'tools/properties/*.ts',
  ]
  const sources = globSync(files, { cwd: root }).map((file) => readFileSync(inRoot(file), 'utf8'))
  return sources.flatMap((source) => {
    const one = [...source.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name)
    const several = [...source.matchAll(/\{ ([A-Z][A-Z0-9_, ]+) \} = process\.env/g)].flatMap(([, names = '']) =>
      names.split(', '),
    )
    return [...one, ...several]
  })
}

function listInterpolated(): string[] {
  const compose = readFileSync(inRoot('docker-compose.yml'), 'utf8')
  return [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)
}

describe('.env.example', () => {
  test('lists exactly the variables that are read', () => {
    const read = new Set([...listRead(), ...listNamed(), ...listInterpolated()].filter((name) => !internal.has(name)))
    const documented = lines.map(({ name }) => name)
    expect([...read].filter((name) => !documented.includes(name))).toEqual([])
    expect(documented.filter((name) => !read.has(name))).toEqual([])
    expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([])
  })

  test('sets nothing when copied', () => {
    expect(document.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  })

  test.each(Object.keys(readers))('lists the defaults that %s uses', (name) => {
    const read = readers[name]
    const defaults = Object.fromEntries(lines.flatMap(({ name, value }) => (value === '' ? [] : [[name, value]])))
    expect(read?.({ ...required, ...defaults })).toEqual(read?.(required))
  })
})
