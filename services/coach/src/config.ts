import {
  baseReaders,
  type ConfigOf,
  choice,
  flag,
  integer,
  optionalText,
  type Reader,
  readConfig,
  redisCacheUrl,
  serviceAddresses,
  url,
} from '@callwright/service'

type Env = Parameters<Reader<unknown>>[0]

const http = ['http', 'https'] as const
const OPENAI_URL = 'https://api.openai.com/v1'
/** Pinned to a dated snapshot, so that the model changes only with our releases. */
const OPENAI_MODEL = 'gpt-5.4-mini-2026-03-17'
/** The client library requires a key, but self-hosted servers ignore it. */
const NO_KEY = 'none'

const readers = {
  ...baseReaders({ port: 8085, opsPort: 8105 }),
  databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']),
  redisCacheUrl,
  marketData: serviceAddresses('MARKET_DATA'),
  screener: serviceAddresses('SCREENER'),
  portfolio: serviceAddresses('PORTFOLIO'),
  provider: readProvider,
  sharePositions: flag('COACH_SHARE_POSITIONS', { default: true }),
  messagesPerFiveMinutes: integer('COACH_MESSAGES_PER_5_MINUTES', { default: 20, min: 1, max: 10_000 }),
  messagesPerDay: integer('COACH_MESSAGES_PER_DAY', { default: 200, min: 1, max: 100_000 }),
  tokensPerDay: integer('COACH_TOKENS_PER_DAY', { default: 2_000_000, min: 0 }),
  costPerDayUsd: decimal('COACH_COST_USD_PER_DAY', 10),
  inputUsdPerMillion: decimal('COACH_INPUT_USD_PER_MILLION', 2.5),
  outputUsdPerMillion: decimal('COACH_OUTPUT_USD_PER_MILLION', 15),
}

export type Config = ConfigOf<typeof readers>

/** The configured model provider. Without one, only the offline engine answers. */
export interface ProviderConfig {
  readonly api: 'responses' | 'chat'
  readonly apiKey: string
  readonly baseUrl: string
  readonly model: string
}

export function readCoachConfig(env: Env): Config {
  return readConfig(env, readers)
}

export function readMigrationConfig(env: Env): { readonly databaseUrl: string } {
  return readConfig(env, { databaseUrl: readers.databaseUrl })
}

export function readProviderConfig(env: Env): ProviderConfig | null {
  return readConfig(env, { provider: readers.provider }).provider
}

function readProvider(env: Env): ReturnType<Reader<ProviderConfig | null>> {
  const given = readConfigured(env)
  if (!given.api.ok) return given.api
  if (!given.baseUrl.ok) return given.baseUrl
  if (given.key === null && !given.hasOwnUrl) {
    const problem = 'COACH_MODEL needs OPENAI_API_KEY, or the OPENAI_BASE_URL of a server that needs no key'
    return given.model === null ? { ok: true, value: null } : { ok: false, problem }
  }
  const isOpenAi = new URL(given.baseUrl.value).hostname === 'api.openai.com'
  const model = given.model ?? (isOpenAi ? OPENAI_MODEL : null)
  if (model === null) return { ok: false, problem: 'COACH_MODEL must name a model of the server at OPENAI_BASE_URL' }
  if (isOpenAi && given.key === null) return { ok: false, problem: 'OPENAI_API_KEY is not set' }
  const chosen = given.api.value
  const api = chosen === 'auto' ? (isOpenAi ? 'responses' : 'chat') : chosen
  return { ok: true, value: { api, apiKey: given.key ?? NO_KEY, baseUrl: given.baseUrl.value, model } }
}

function readConfigured(env: Env) {
  const textOf = (name: string): string | null => {
    const read = optionalText(name)(env)
    return read.ok ? read.value : null
  }
  return {
    key: textOf('OPENAI_API_KEY'),
    model: textOf('COACH_MODEL'),
    hasOwnUrl: textOf('OPENAI_BASE_URL') !== null,
    baseUrl: url('OPENAI_BASE_URL', http, { default: OPENAI_URL })(env),
    api: choice('COACH_API', ['auto', 'responses', 'chat'], { default: 'auto' })(env),
  }
}

function decimal(name: string, otherwise: number): Reader<number> {
  return (env) => {
    const raw = env[name]?.trim() ?? ''
    if (raw === '') return { ok: true, value: otherwise }
    if (/^\d{1,9}(\.\d{1,6})?$/u.test(raw)) return { ok: true, value: Number(raw) }
    return { ok: false, problem: `${name} must be an amount in dollars, such as 2.5` }
  }
}
