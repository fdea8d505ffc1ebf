import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { type Enrichment, isUnderway } from '../../../api/enrichment.ts'
import {
  useEnrichmentStatusQuery,
  useRefreshScreenMutation,
  useStartEnrichmentMutation,
  useStopEnrichmentMutation,
} from '../../../api/enrichment-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { notify } from '../../../shared/notify.ts'
import { enrichmentWords as words } from './enrichment-words.ts'

export interface EnrichmentControl {
  readonly enrichment: Enrichment | null
  /** Whether `enrichment` may no longer hold, because the last question failed. */
  readonly unknown: boolean
  readonly underway: boolean
  readonly busy: boolean
  readonly refreshing: boolean
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly refresh: () => Promise<void>
}

type Answer = { readonly error?: unknown }

/** The run in the background, and what the reader may tell it. */
export function useEnrichment(): EnrichmentControl {
  const { data, error } = useEnrichmentStatusQuery()
  const [startRun, starting] = useStartEnrichmentMutation()
  const [stopRun, stopping] = useStopEnrichmentMutation()
  const [refreshScreen, refreshing] = useRefreshScreenMutation()
  return {
    enrichment: data ?? null,
    unknown: error !== undefined,
    underway: data !== undefined && isUnderway(data),
    busy: starting.isLoading || stopping.isLoading,
    refreshing: refreshing.isLoading,
    start: async () => tellFailure(await startRun(), words.notStarted),
    stop: async () => tellFailure(await stopRun(), words.notStopped),
    refresh: async () => {
      const answer = await refreshScreen()
      tellFailure(answer, words.notRefreshed)
      if (answer.data !== undefined && !isUnderway(answer.data)) {
        notify(answer.data.message ?? words.justRefreshed)
      }
    },
  }
}

function tellFailure({ error }: Answer, what: string): void {
  if (error === undefined) return
  const why = describeFailure(asApiError(error))
  notify(why === null ? commonWords.tryAgain(what) : `${what}: ${why}`)
}
