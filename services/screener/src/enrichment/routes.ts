import type { EnrichmentStatus } from '@callwright/contracts'
import { getPersistentUser, getUser, type Handlers } from '@callwright/service'
import type { EnrichmentEvents } from './events.ts'
import type { Runs } from './runs.ts'

type EnrichmentHandlers = Pick<
  Handlers<'screener'>,
  | 'screener.refresh'
  | 'screener.startEnrichment'
  | 'screener.stopEnrichment'
  | 'screener.enrichmentStatus'
  | 'screener.enrichmentEvents'
>

/** Demo accounts cannot start a run, because all users share its cost. */
const demoRefusal = 'Demo accounts cannot refresh the market. Figures refresh automatically.'

export function enrichmentRoutes(deps: {
  readonly runs: Runs
  readonly events: EnrichmentEvents
  readonly readStatus: () => Promise<EnrichmentStatus>
}): EnrichmentHandlers {
  const { runs, events, readStatus } = deps
  return {
    async 'screener.startEnrichment'({ identity }) {
      await runs.start({ startedBy: 'user', userId: getPersistentUser(identity, demoRefusal).userId })
      return readStatus()
    },
    async 'screener.refresh'({ identity }) {
      await runs.refresh({ startedBy: 'user', userId: getPersistentUser(identity, demoRefusal).userId })
      return readStatus()
    },
    async 'screener.stopEnrichment'({ identity }) {
      await runs.stop(getPersistentUser(identity, demoRefusal).userId)
      return readStatus()
    },
    'screener.enrichmentStatus': readStatus,
    async 'screener.enrichmentEvents'({ identity, reply }) {
      await events.open(getUser(identity).userId, reply)
      return ''
    },
  }
}
