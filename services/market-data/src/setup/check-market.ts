import { examineMarket } from '../doctor/examine-market.ts'
import { type DoctorReport, describeFaults, nameCapability } from '../doctor/report.ts'
import type { Env } from '../env.ts'
import { listLargeCaps } from '../providers/large-cap-names.ts'
import { type CapabilityName, capabilityNames } from '../providers/provider-definition.ts'
import { providerDefinitions } from '../providers/registry.ts'

/** Data that our own records replace after 60 sessions. */
const REPLACED: ReadonlySet<CapabilityName> = new Set(['ivHistory', 'ivRank'])

export interface CheckDeps {
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly say: (text: string) => void
}

export interface CheckedMarket {
  readonly isHealthy: boolean
  /** The origin of each kind of data, the unknown kinds, and the duration of the first fill. */
  readonly lines: readonly string[]
  /** Problems, each with the next step. */
  readonly faults: readonly string[]
}

/** A usual symbol, and one with a class of shares, which vendors spell differently. */
export const CHECKED_SYMBOLS = ['AAPL', 'BRK.B'] as const
const LONGEST_MS = 4 * 60_000
const LABEL = 30
/** Data that says nothing about stocks. */
const SILENT: ReadonlySet<CapabilityName> = new Set(['clock'])

/** Asks every provider in these settings for all of its data about two symbols. Nothing in the result is a secret. */
export async function checkMarket(env: Env, deps: CheckDeps): Promise<CheckedMarket> {
  const universeSize = listLargeCaps().length
  const reports: DoctorReport[] = []
  for (const symbol of CHECKED_SYMBOLS) {
    deps.say(`Checking ${symbol} ...\n`)
    const report = await examineMarket(env, { symbol, universeSize, ...deps, endsAtMs: deps.now() + LONGEST_MS })
    reports.push(report)
    // The second symbol would fail for the same reason.
    if (!report.healthy) break
  }
  return describeReports(reports)
}

function describeReports(reports: readonly DoctorReport[]): CheckedMarket {
  const [first] = reports
  if (first === undefined) return { isHealthy: false, lines: [], faults: [] }
  const rows = capabilityNames
    .filter((capability) => !SILENT.has(capability))
    .map((capability) => ({ capability, origin: findOrigin(first, capability) }))
  const known = rows.flatMap(({ capability, origin }) =>
    origin === null ? [] : [`  ${nameCapability(capability).padEnd(LABEL)}${origin}`],
  )
  const unknown = rows
    .filter(({ capability, origin }) => origin === null && !REPLACED.has(capability))
    .map(({ capability }) => nameCapability(capability))
  const hasOwnRank = rows.some(({ capability, origin }) => origin !== null && REPLACED.has(capability))
  const faults = reports.flatMap(({ problems, sources }) => [...problems, ...sources.flatMap(describeFaults)])
  return {
    isHealthy: reports.every(({ healthy }) => healthy),
    lines:
      known.length === 0
        ? []
        : [
            `Checked with ${reports.map(({ symbol }) => symbol).join(' and ')}:`,
            ...known,
            ...(unknown.length === 0 ? [] : [`  ${'unknown'.padEnd(LABEL)}${[...new Set(unknown)].join(', ')}`]),
            ...(hasOwnRank
              ? []
              : [`  ${'IV rank'.padEnd(LABEL)}from realized volatility until 60 sessions are recorded`]),
            ...describeFill(first),
            ...first.sources
              .filter(({ name }) => first.order.quotes?.includes(name))
              .flatMap(({ name, terms }) => terms.map((sentence) => `Terms of ${name}: ${sentence}`)),
          ],
    faults: [...new Set(faults)],
  }
}

/** The first provider in order that has the data, and what it returned; null if none has it. */
function findOrigin({ order, sources }: DoctorReport, wanted: CapabilityName): string | null {
  for (const name of order[wanted] ?? []) {
    const report = sources
      .find((source) => source.name === name)
      ?.capabilities.find(({ capability, status }) => capability === wanted && status === 'works')
    if (report !== undefined) return `${name} (${report.detail})`
  }
  return null
}

function describeFill({ sources }: DoctorReport): string[] {
  const fills = sources.flatMap(({ name, quota }) => {
    if (!quota?.screenerRefresh) return []
    const { symbols, minutes } = quota.screenerRefresh
    const more = providerDefinitions.find((definition) => definition.name === name)?.firstCallsASymbol ?? 0
    return [{ symbols, minutes: minutes + (symbols * more) / quota.callsPerMinute }]
  })
  if (fills.length === 0) return []
  const symbols = Math.max(...fills.map((fill) => fill.symbols))
  const minutes = Math.ceil(Math.max(...fills.map((fill) => fill.minutes)))
  const time = minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
  return [`The first fill of ${symbols} symbols takes ${time}. Rated stocks appear meanwhile.`]
}
