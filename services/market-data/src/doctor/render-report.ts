import { describeInstant } from './describe-instant.ts'
import { nameCapability } from './gaps.ts'
import type { CapabilityReport, CapabilityStatus, DoctorReport, QuotaReport, SourceReport } from './report.ts'

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
function describeFaults({ name, answers, capabilities, advice }: SourceReport): string[] {
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
