import type { Env } from '../env.ts'
import {
  findUnknownNames,
  type LiveProviders,
  type ProviderSetup,
  readOrder,
  readProviderSetups,
} from '../live-market-config.ts'
import { giveAdvice } from './advice.ts'
import { examineSource, type SourceExamination } from './examine-source.ts'
import { findGaps } from './gaps.ts'
import { listSettings } from './list-settings.ts'
import { createPacedFetch } from './paced-fetch.ts'
import { estimateRefresh } from './refresh-cost.ts'
import type { SourceReport } from './report.ts'

export interface LiveExamination extends SourceExamination {
  readonly fetch: typeof globalThis.fetch
  readonly universeSize: number
}

export interface LiveFindings {
  readonly problems: readonly string[]
  readonly order: LiveProviders['order']
  readonly sources: readonly SourceReport[]
  /** Providers the operator asked for, including those with invalid settings. */
  readonly wanted: readonly string[]
}

type Ready = Extract<ProviderSetup, { status: 'ready' }>

const SECONDS_PER_MINUTE = 60

/** Tests every configured provider in parallel, even if other settings are invalid. */
export async function examineLive(
  env: Env,
  named: readonly string[],
  examination: LiveExamination,
): Promise<LiveFindings> {
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
  const provider = configured.open({ now, reject: () => undefined, universe: [], fetch, timeoutMs })
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
      screenerRefresh: estimateRefresh(firstAsked, { capabilities, limit, symbols }),
    },
    limits,
    terms,
    advice: giveAdvice(definition, examined),
  }
}
