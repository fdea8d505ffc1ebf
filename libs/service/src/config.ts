import { createPublicKey } from 'node:crypto'
import { resolve } from 'node:path'
import type { Owner } from '@callwright/contracts'

type Env = Readonly<Record<string, string | undefined>>
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }
export type Reader<T> = (env: Env) => Read<T>
export type ConfigOf<R extends Record<string, Reader<unknown>>> = {
  readonly [K in keyof R]: R[K] extends Reader<infer T> ? T : never
}

export type PublicKeys = Readonly<Partial<Record<Owner, string>>>

/** Lists every problem with a process's environment variables, so that all can be fixed at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads, validates and freezes a process's configuration. Throws a `ConfigError` that lists every problem. */
export function readConfig<R extends Record<string, Reader<unknown>>>(env: Env, readers: R): ConfigOf<R> {
  const problems: string[] = []
  const entries = Object.entries(readers).map(([key, read]) => {
    const result = read(env)
    if (!result.ok) problems.push(result.problem)
    return [key, result.ok ? result.value : undefined]
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(Object.fromEntries(entries)) as ConfigOf<R>
}

export function text(name: string, options: { default?: string; pattern?: RegExp } = {}): Reader<string> {
  return variable(name, options.default, (raw) =>
    options.pattern && !options.pattern.test(raw) ? fail(`${name} must match ${options.pattern.source}`) : ok(raw),
  )
}

export function optionalText(name: string): Reader<string | null> {
  return (env) => ok(clean(env[name]) ?? null)
}

export function integer(name: string, options: { default?: number; min?: number; max?: number } = {}): Reader<number> {
  return variable(name, options.default, (raw) => {
    const value = /^-?\d+$/.test(raw) ? Number(raw) : Number.NaN
    const low = options.min ?? Number.MIN_SAFE_INTEGER
    const high = options.max ?? Number.MAX_SAFE_INTEGER
    if (!(value >= low && value <= high)) return fail(`${name} must be a whole number from ${low} to ${high}`)
    return ok(value)
  })
}

export function flag(name: string, options: { default?: boolean } = {}): Reader<boolean> {
  return variable(name, options.default, (raw) => {
    if (raw === 'true' || raw === '1') return ok(true)
    if (raw === 'false' || raw === '0') return ok(false)
    return fail(`${name} must be true or false`)
  })
}

export function choice<const W extends readonly string[]>(
  name: string,
  words: W,
  options: { default?: W[number] } = {},
): Reader<W[number]> {
  return variable(name, options.default, (raw) =>
    words.includes(raw) ? ok(raw as W[number]) : fail(`${name} must be one of ${words.join(', ')}`),
  )
}

/** An absolute URL with one of these protocols. Error messages omit the value, which may contain a password. */
export function url(name: string, protocols: readonly string[], options: { default?: string } = {}): Reader<string> {
  return variable(name, options.default, (raw) => {
    const parsed = URL.canParse(raw) ? new URL(raw) : null
    if (parsed === null || !protocols.includes(parsed.protocol.slice(0, -1))) {
      return fail(`${name} must be a URL starting with ${protocols.map((p) => `${p}://`).join(' or ')}`)
    }
    return ok(raw.replace(/(?<!\/)\/+$/, ''))
  })
}

/**
 * Redis URL for caches, rate limits and messages: REDIS_CACHE_URL if set, otherwise REDIS_URL. Error messages name the
 * variable that was used.
 */
export const redisCacheUrl: Reader<string> = (env) => {
  const isShared = clean(env.REDIS_CACHE_URL) === undefined && clean(env.REDIS_URL) !== undefined
  return url(isShared ? 'REDIS_URL' : 'REDIS_CACHE_URL', ['redis', 'rediss'])(env)
}

/** A folder path. Relative paths are resolved against the working directory. */
export function folder(name: string, options: { default?: string } = {}): Reader<string> {
  return variable(name, options.default === undefined ? undefined : resolve(options.default), (raw) => ok(resolve(raw)))
}

const PRODUCTION_DRAIN_MS = 5_000

export function baseReaders(defaults: { port: number; opsPort: number }) {
  return {
    host: text('HOST', { default: '127.0.0.1' }),
    port: integer('PORT', { default: defaults.port, min: 0, max: 65_535 }),
    opsPort: integer('OPS_PORT', { default: defaults.opsPort, min: 0, max: 65_535 }),
    logLevel: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { default: 'info' }),
    profile: choice('PROFILE', ['development', 'test', 'production'], { default: 'development' }),
    dataDir: folder('DATA_DIR', { default: '.data' }),
    drainMs: drainTime,
    version: text('APP_VERSION', { default: '0.1.0' }),
    commit: text('APP_COMMIT', { default: 'unknown' }),
    opsToken: optionalText('OPS_TOKEN'),
    identityPrivateKey: optionalText('IDENTITY_PRIVATE_KEY'),
    identityPublicKeys: publicKeys('IDENTITY_PUBLIC_KEYS'),
  }
}
export type BaseConfig = ConfigOf<ReturnType<typeof baseReaders>>

/**
 * Time to keep serving during shutdown, in ms. In production, load balancers need a few seconds to notice the shutdown.
 * In development there is none, so the default is 0.
 */
const drainTime: Reader<number> = (env) => {
  const isProduction = clean(env.PROFILE) === 'production'
  return integer('DRAIN_MS', { default: isProduction ? PRODUCTION_DRAIN_MS : 0, min: 0, max: 60_000 })(env)
}

/** A JSON object with each owner's public key; null if the keys are read from files. */
function publicKeys(name: string): Reader<PublicKeys | null> {
  const problem = `${name} must be a JSON object that maps service names to public keys (PEM)`
  return (env) => {
    const raw = clean(env[name])
    if (raw === undefined) return ok(null)
    const keys = parseJson(raw)
    if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) return fail(problem)
    return Object.values(keys).every(isPublicKey) ? ok(keys as PublicKeys) : fail(problem)
  }
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}

function isPublicKey(pem: unknown): boolean {
  try {
    return typeof pem === 'string' && createPublicKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

function variable<T>(name: string, fallback: NoInfer<T> | undefined, parse: (raw: string) => Read<T>): Reader<T> {
  return (env) => {
    const raw = clean(env[name])
    if (raw !== undefined) return parse(raw)
    return fallback === undefined ? fail(`${name} is not set`) : ok(fallback)
  }
}

function clean(raw: string | undefined): string | undefined {
  const trimmed = raw?.trim()
  return trimmed === '' ? undefined : trimmed
}

function ok<T>(value: T): Read<T> {
  return { ok: true, value }
}

function fail(problem: string): { ok: false; problem: string } {
  return { ok: false, problem }
}
