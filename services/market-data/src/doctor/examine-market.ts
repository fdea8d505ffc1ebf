import { type LocalMarketConfig, type MarketChoice, readLocalMarket, readMarketChoice } from '../config.ts'
import { type Env, isSet } from '../env.ts'
import {
  findUnknownNames,
  type LiveProviders,
  type ProviderSetup,
  readOrder,
  readProviderSetups,
} from '../live-market-config.ts'
import { openLocalMarket } from '../open-local-market.ts'
import { createAccessTokens } from '../providers/http/access-tokens.ts'
import { createLocalFiles } from '../providers/http/vendor-files.ts'
import type { MarketData, Stamp } from '../providers/provider.ts'
import { findPackProblem } from '../providers/recorded/pack.ts'
import { providerDefinitions } from '../providers/registry.ts'
import { SIMULATED_NOTICE } from '../providers/simulated/simulated-provider.ts'
import {
  createPacedFetch,
  DEFAULT_SYMBOL,
  estimateRefresh,
  examineSource,
  giveAdvice,
  type SourceExamination,
} from './examine-source.ts'
import {
  type DoctorReport,
  describeInstant,
  findGaps,
  isBroken,
  type SourceReport,
  type UnusedProvider,
} from './report.ts'

interface MarketExamination extends Omit<LiveExamination, 'symbol'> {
  /** Symbol to test with; null means any symbol that the market lists. */
  readonly symbol: string | null
}

/** Examines the market that the environment variables select. The report never contains a key. */
export async function examineMarket(env: Env, examination: MarketExamination): Promise<DoctorReport> {
  const checkedAt = new Date(examination.now()).toISOString()
  const choice = readMarketChoice(env)
  const market = choice.ok ? describeChoice(env, choice.value) : null
  const found = choice.ok ? await examineChoice(env, choice.value, examination) : failed([choice.problem])
  const { wanted, ...findings } = found
  const areSourcesHealthy = findings.sources.every(
    ({ answers, capabilities }) => !isBroken(answers) && !capabilities.some(isBroken),
  )
  return {
    healthy: findings.problems.length === 0 && areSourcesHealthy,
    checkedAt,
    market,
    ...findings,
    notConfigured: listUnusedProviders(env, wanted),
  }
}

type Findings = Pick<DoctorReport, 'symbol' | 'problems' | 'order' | 'sources'> & { readonly wanted: readonly string[] }

const failed = (problems: readonly string[]): Findings => ({
  symbol: null,
  problems,
  order: {},
  sources: [],
  wanted: [],
})

async function examineChoice(
  env: Env,
  { kind, named }: MarketChoice,
  examination: MarketExamination,
): Promise<Findings> {
  if (kind === 'live') {
    const symbol = examination.symbol ?? DEFAULT_SYMBOL
    return { symbol, ...(await examineLive(env, named, { ...examination, symbol })) }
  }
  const config = readLocalMarket(env, kind)
  if (!config.ok) return failed([config.problem])
  try {
    return { ...(await examineLocal(env, config.value, examination)), order: {}, wanted: [] }
  } catch (error) {
    const problem = findPackProblem(error)
    if (problem === null) throw error
    return failed([problem])
  }
}

function describeChoice(env: Env, { kind, named }: MarketChoice): string {
  if (!isSet(env, 'MARKET_DATA_PROVIDER')) return `${kind} (MARKET_DATA_PROVIDER is not set)`
  return kind === 'live'
    ? `real providers (MARKET_DATA_PROVIDER=${named.join(',')})`
    : `${kind} (MARKET_DATA_PROVIDER=${kind})`
}

interface LocalFindings {
  readonly symbol: string
  readonly problems: readonly string[]
  readonly sources: readonly SourceReport[]
}

const VARIABLES = {
  simulated: ['MARKET_DATA_PROVIDER', 'SIMULATED_SEED', 'SIMULATED_UNIVERSE'],
  recorded: ['MARKET_DATA_PROVIDER', 'RECORDED_DATA_DIR'],
} as const
const TERMS_OF_RECORDINGS = 'The terms of the recorded sources apply; if unknown, personal use only.'

/** Examines a local market. Throws `PackError` if the market cannot be opened. */
async function examineLocal(
  env: Env,
  config: LocalMarketConfig,
  examination: Omit<SourceExamination, 'symbol'> & { readonly symbol: string | null },
): Promise<LocalFindings> {
  const { interactive: market } = await openLocalMarket(config, { reject: () => undefined, now: examination.now })
  const symbol = examination.symbol ?? (await findDefaultSymbol(market))
  const { kind: name } = config
  const subject = { name, capabilities: market, ping: market.ping, now: market.clock.now }
  const stamp = market.stamp()
  const report: SourceReport = {
    name,
    title: `${describeConfig(config, stamp)}, clock at ${describeInstant(stamp.asOfMs)}`,
    settings: listSettings(env, VARIABLES[name]),
    ...(await examineSource(subject, { ...examination, symbol })),
    quota: null,
    limits: [],
    terms: stamp.dataClass === 'simulated' ? [SIMULATED_NOTICE.reason] : [TERMS_OF_RECORDINGS],
    advice: [],
  }
  return { symbol, problems: findGaps(symbol, [report], () => true), sources: [report] }
}

function describeConfig(config: LocalMarketConfig, { source }: Stamp): string {
  if (config.kind === 'recorded') return `${source} from ${config.folder}`
  return `simulated market, seed ${config.seed}, ${config.universe}`
}

/** AAPL if the market lists it; otherwise, the first symbol it lists. */
async function findDefaultSymbol({ reference }: MarketData): Promise<string> {
  if ((await reference.findSymbol(DEFAULT_SYMBOL)) !== null) return DEFAULT_SYMBOL
  return (await reference.listUniverse()).value[0]?.symbol ?? DEFAULT_SYMBOL
}

interface LiveExamination extends SourceExamination {
  readonly fetch: typeof globalThis.fetch
  readonly universeSize: number
}

interface LiveFindings {
  readonly problems: readonly string[]
  readonly order: LiveProviders['order']
  readonly sources: readonly SourceReport[]
  /** Providers the operator asked for, including those with invalid settings. */
  readonly wanted: readonly string[]
}

type Ready = Extract<ProviderSetup, { status: 'ready' }>

const SECONDS_PER_MINUTE = 60

/** Tests every configured provider in parallel, even if other settings are invalid. */
async function examineLive(env: Env, named: readonly string[], examination: LiveExamination): Promise<LiveFindings> {
  const setups = readProviderSetups(env, named)
  const { order, problems: orderProblems } = readOrder(env, setups, named)
  const ready = setups.filter((setup) => setup.status === 'ready')
  const sources = await Promise.all(ready.map((setup) => examineProvider(env, setup, order, examination)))
  const wrong = setups.flatMap((setup) => (setup.status === 'wrong' ? setup.problems : []))
  const gaps = findGaps(examination.symbol, sources, (name, capability) => order[capability]?.includes(name) ?? false)
  return {
    problems: [...findUnknownNames(named), ...wrong, ...orderProblems, ...gaps],
    order,
    sources,
    wanted: setups.flatMap(({ status, definition }) =>
      status === 'ready' || status === 'wrong' ? [definition.name] : [],
    ),
  }
}

async function examineProvider(
  env: Env,
  { definition, provider: configured }: Ready,
  order: LiveProviders['order'],
  examination: LiveExamination,
): Promise<SourceReport> {
  const { name, limit } = configured
  const { universeSize: symbols, now, say, endsAtMs } = examination
  const callsPerMinute = Math.round(limit.perSecond * SECONDS_PER_MINUTE)
  const onSlow = () => say(`${name}: limited to ${callsPerMinute} calls per minute, so this takes a while\n`)
  const fetch = createPacedFetch(limit, { ...examination, onSlow })
  // This timeout includes the wait for the rate limit; `fetch` itself enforces the timeout per call.
  const timeoutMs = Math.max(1, endsAtMs - now())
  const provider = configured.open({
    now,
    reject: () => undefined,
    universe: [],
    fetch,
    files: createLocalFiles(name),
    tokens: createAccessTokens(name, now),
    timeoutMs,
  })
  const { capabilities } = provider
  const examined = await examineSource({ name, capabilities, ping: provider.ping, now }, examination)
  const firstAsked = examined.capabilities.filter(({ capability }) => order[capability]?.[0] === name)
  const { title, limits, terms } = provider.describe()
  return {
    name,
    title,
    settings: listSettings(env, definition.variables),
    ...examined,
    quota: {
      callsPerMinute,
      variable: definition.variables.find((variable) => variable.endsWith('_CALLS_PER_MINUTE')) ?? null,
      screenerRefresh: estimateRefresh(firstAsked, {
        callsASymbol: definition.callsASymbol,
        capabilities,
        limit,
        symbols,
      }),
    },
    limits,
    terms,
    advice: giveAdvice(definition, examined),
  }
}

/** Lists which variables are set, without their values. */
function listSettings(env: Env, variables: readonly string[]): SourceReport['settings'] {
  return {
    found: variables.filter((variable) => isSet(env, variable)),
    notSet: variables.filter((variable) => !isSet(env, variable)),
  }
}

/** Lists the providers that are not in use, and what using each one would take. */
function listUnusedProviders(env: Env, used: readonly string[]): UnusedProvider[] {
  return providerDefinitions
    .filter(({ name }) => !used.includes(name))
    .map((definition) => {
      const { name, keyless, variables } = definition
      const settings = definition.readSettings(env)
      const join = keyless
        ? 'added automatically to any provider in MARKET_DATA_PROVIDER'
        : `add ${name} to MARKET_DATA_PROVIDER`
      return { name, wants: [join, ...(settings.ok ? [] : settings.problems)], variables }
    })
}
