import { newYorkDate, sessionOf } from '@callwright/scoring'
import type { LiveProviders } from '../live-market-config.ts'
import type { CapabilityName } from '../providers/provider-definition.ts'
import { sourceRequests } from '../providers/source-requests.ts'

const MINUTE_MS = 60_000
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })

/** `2026-07-10 16:00 ET` */
export function describeInstant(instantMs: number): string {
  return `${newYorkDate(instantMs)} ${CLOCK.format(instantMs)} ET`
}

/** Describes how old the prices are if the market is open, or when they are from if it is closed. */
export function describeAge(asOfMs: number, nowMs: number): string {
  const session = sessionOf(newYorkDate(nowMs))
  const isTrading = session !== null && nowMs >= session.openMs && nowMs < session.closeMs
  const minutes = Math.round((nowMs - asOfMs) / MINUTE_MS)
  if (!isTrading || asOfMs < session.openMs) return `as of ${describeInstant(asOfMs)}`
  return minutes < 1 ? 'up to date' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} behind the market`
}

/** The doctor's findings as data; `render-report.ts` formats them as text. */
export interface DoctorReport {
  /** Whether everything configured works. */
  readonly healthy: boolean
  readonly checkedAt: string
  /** Name of the selected market and the setting that selects it; null if the settings are invalid. */
  readonly market: string | null
  readonly symbol: string | null
  /** Problems that affect the whole market, and how to fix them. */
  readonly problems: readonly string[]
  /** Provider order per capability; empty for a local market. */
  readonly order: LiveProviders['order']
  readonly sources: readonly SourceReport[]
  readonly notConfigured: readonly UnusedProvider[]
}

export interface SourceReport {
  readonly name: string
  readonly title: string
  /** Variable names only, since a value may be a key. */
  readonly settings: { readonly found: readonly string[]; readonly notSet: readonly string[] }
  /** Whether the source responds. If it does not, no capability is tested. */
  readonly answers: { readonly status: CapabilityStatus; readonly ms: number; readonly detail: string | null }
  readonly capabilities: readonly CapabilityReport[]
  /** Number of rate-limited responses, including those that succeeded after a pause. */
  readonly refusals: number
  /** Null for a market that needs no network. */
  readonly quota: QuotaReport | null
  readonly limits: readonly string[]
  readonly terms: readonly string[]
  /** Suggested changes, one sentence each. */
  readonly advice: readonly string[]
}

/**
 * - `works`: responded with data.
 * - `empty`: responded, but has no data for the symbol.
 * - `not_in_plan`: the key's plan does not include it.
 * - `too_many_calls`, `no_answer`, `unusable`, `key_refused`: failed.
 * - `not_asked`: not tested, because time ran out or the provider was rate limited.
 */
export type CapabilityStatus =
  | 'works'
  | 'empty'
  | 'not_in_plan'
  | 'too_many_calls'
  | 'no_answer'
  | 'unusable'
  | 'key_refused'
  | 'not_asked'

export interface CapabilityReport {
  readonly capability: CapabilityName
  readonly status: CapabilityStatus
  readonly detail: string
  readonly missing: readonly string[]
  readonly ms: number | null
}

interface QuotaReport {
  readonly callsPerMinute: number
  /** Variable that sets the limit; null if the provider's limit is fixed. */
  readonly variable: string | null
  /** Null if this source contributes nothing to a refresh. */
  readonly screenerRefresh: RefreshCost | null
}

export interface RefreshCost {
  readonly symbols: number
  readonly calls: number
  readonly minutes: number
  readonly capabilities: readonly CapabilityName[]
}

export interface UnusedProvider {
  readonly name: string
  /** Steps the operator must take to use the provider. */
  readonly wants: readonly string[]
  readonly variables: readonly string[]
}

/** Capabilities without which the screener does not work. */
const ESSENTIAL: readonly CapabilityName[] = ['quotes', 'chains', 'bars', 'expirations', 'reference', 'search']

/** Describes, for the operator, the essential capabilities that no source in use provides. */
export function findGaps(
  symbol: string,
  sources: readonly SourceReport[],
  isAsked: (source: string, capability: CapabilityName) => boolean,
): string[] {
  const isAnswered = (wanted: CapabilityName) =>
    sources.some(
      ({ name, capabilities }) =>
        isAsked(name, wanted) &&
        capabilities.some(({ capability, status }) => capability === wanted && status === 'works'),
    )
  const lacking = ESSENTIAL.filter((capability) => !isAnswered(capability))
  return lacking.length === 0
    ? []
    : [`No provider has ${lacking.map(nameCapability).join(', ')} for ${symbol}, so the screener cannot rate it`]
}

const BROKEN: ReadonlySet<string> = new Set(['too_many_calls', 'no_answer', 'unusable', 'key_refused', 'not_asked'])

export function isBroken({ status }: Pick<CapabilityReport, 'status'>): boolean {
  return BROKEN.has(status)
}

/** A capability's name as users see it. */
export function nameCapability(capability: CapabilityName): string {
  return sourceRequests.find((request) => request.capability === capability)?.what ?? capability
}

const LABEL = 28
const STATUS_TEXTS: Readonly<Record<CapabilityStatus, string>> = {
  works: 'yes',
  empty: 'no data',
  not_in_plan: 'not in this plan',
  too_many_calls: 'rate limited',
  no_answer: 'failed',
  unusable: 'failed',
  key_refused: 'key rejected',
  not_asked: 'not tested',
}
/** Statuses that do not point to a configuration problem. */
const HEALTHY_STATUSES: ReadonlySet<CapabilityStatus> = new Set(['works', 'empty', 'not_in_plan'])

export function renderReport(report: DoctorReport): string {
  const { market, symbol, checkedAt, problems, sources, notConfigured, healthy } = report
  const about = symbol === null ? '' : `, tested with ${symbol}`
  const faults = [...problems, ...sources.flatMap(describeFaults)]
  const lines = [
    `Market data: ${market ?? 'none (invalid settings)'}`,
    `Checked at ${describeInstant(Date.parse(checkedAt))}${about}`,
    ...sources.flatMap(renderSource),
    ...renderOrder(report),
    ...(notConfigured.length === 0 ? [] : ['', 'Not in use']),
    ...notConfigured.flatMap(({ name, wants, variables }) => [
      ...rows(name, wants),
      row('', `reads ${variables.join(', ')}`),
    ]),
    '',
    healthy ? 'Everything configured works.' : 'To fix',
    ...faults.map((fault) => `  - ${fault}`),
  ]
  return `${lines.join('\n')}\n`
}

const row = (label: string, text: string) => `  ${label.padEnd(LABEL)}${text}`
const rows = (label: string, texts: readonly string[]) =>
  texts.map((text, index) => row(index === 0 ? label : '', text))

function renderSource(source: SourceReport): string[] {
  const { name, title, settings, answers, capabilities, quota, limits, terms } = source
  const found = settings.found.length === 0 ? 'none set' : `${settings.found.join(', ')} set`
  const unset = settings.notSet.length === 0 ? '' : `; ${settings.notSet.join(', ')} not set`
  const { status, ms, detail } = answers
  return [
    '',
    `${name}: ${title}`,
    row('settings', `${found}${unset}`),
    row('responds', status === 'works' ? `yes, in ${ms} ms` : `no, ${STATUS_TEXTS[status]}: ${detail}`),
    ...capabilities.flatMap(renderCapability),
    ...(quota === null ? [] : renderQuota(quota)),
    ...rows('limits', limits),
    ...rows('terms', terms),
  ]
}

function renderCapability({ capability, status, detail, missing }: CapabilityReport): string[] {
  const text = status === 'works' ? detail : `${STATUS_TEXTS[status]}: ${detail}`
  return [row(nameCapability(capability), text), ...missing.map((reason) => row('', `  missing: ${reason}`))]
}

function renderQuota({ callsPerMinute, variable, screenerRefresh }: QuotaReport): string[] {
  const origin = variable === null ? '' : ` (${variable})`
  const quota = row('quota', `${callsPerMinute} calls per minute${origin}`)
  if (screenerRefresh === null) return [quota]
  const { symbols, calls, minutes, capabilities } = screenerRefresh
  const time = minutes < 1 ? 'under a minute' : `about ${Math.ceil(minutes)} minutes`
  const asked = capabilities.map(nameCapability).join(', ')
  const text = `about ${calls.toLocaleString('en-US')} calls for ${symbols} symbols (${asked}), ${time} at that quota`
  return [quota, row('screener refresh', text)]
}

/** Lists the provider order for each capability that more than one provider offers. */
function renderOrder({ order, sources }: DoctorReport): string[] {
  const shared = sources
    .flatMap(({ capabilities }) => capabilities.map(({ capability }) => capability))
    .filter((capability) => (order[capability]?.length ?? 0) > 1)
  const lines = [...new Set(shared)].map((capability) =>
    row(nameCapability(capability), `${order[capability]?.join(', then ')}`),
  )
  return lines.length === 0 ? [] : ['', 'Provider order', ...lines]
}

/** Lists failures grouped by message, followed by how to fix them. */
export function describeFaults({ name, answers, capabilities, advice }: SourceReport): string[] {
  const silent = answers.status === 'works' ? [] : [`${name} does not respond: ${answers.detail}`]
  const byDetail = new Map<string, string[]>()
  for (const { capability, status, detail } of capabilities) {
    if (HEALTHY_STATUSES.has(status)) continue
    const named = byDetail.get(detail) ?? []
    byDetail.set(detail, [...named, nameCapability(capability)])
  }
  const faults = [...byDetail].map(([detail, named]) => `${name}, ${named.join(', ')}: ${detail}`)
  return [...silent, ...faults, ...advice.map((sentence) => `${name}: ${sentence}`)]
}
