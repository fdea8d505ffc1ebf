import { type MarketChoice, readLocalMarket, readMarketChoice } from '../config.ts'
import { type Env, isSet } from '../env.ts'
import { findPackProblem } from '../providers/recorded/pack-error.ts'
import { examineLive, type LiveExamination } from './examine-live.ts'
import { examineLocal } from './examine-local.ts'
import { DEFAULT_SYMBOL } from './examine-source.ts'
import { isBroken } from './gaps.ts'
import type { DoctorReport } from './report.ts'
import { listUnusedProviders } from './unused-providers.ts'

export interface MarketExamination extends Omit<LiveExamination, 'symbol'> {
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
