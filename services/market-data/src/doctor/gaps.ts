import type { CapabilityName } from '../providers/provider-definition.ts'
import { sourceRequests } from '../providers/source-requests.ts'
import type { CapabilityReport, SourceReport } from './report.ts'

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
