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
  /** Whether `enrichment` may be out of date because the last status request failed. */
  readonly unknown: boolean
  readonly running: boolean
  readonly busy: boolean
  readonly refreshing: boolean
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly refresh: () => Promise<void>
}

type Result = { readonly error?: unknown }

/** State of the background data update, with actions to start, stop and refresh. */
export function useEnrichment(): EnrichmentControl {
  const { data, error } = useEnrichmentStatusQuery()
  const [startRun, starting] = useStartEnrichmentMutation()
  const [stopRun, stopping] = useStopEnrichmentMutation()
  const [refreshScreen, refreshing] = useRefreshScreenMutation()
  return {
    enrichment: data ?? null,
    unknown: error !== undefined,
    running: data !== undefined && isUnderway(data),
    busy: starting.isLoading || stopping.isLoading,
    refreshing: refreshing.isLoading,
    start: async () => notifyFailure(await startRun(), words.notStarted),
    stop: async () => notifyFailure(await stopRun(), words.notStopped),
    refresh: async () => {
      const answer = await refreshScreen()
      notifyFailure(answer, words.notRefreshed)
      if (answer.data !== undefined && !isUnderway(answer.data)) {
        notify(answer.data.message ?? words.justRefreshed)
      }
    },
  }
}

function notifyFailure({ error }: Result, what: string): void {
  if (error === undefined) return
  const why = describeFailure(asApiError(error))
  notify(why === null ? commonWords.tryAgain(what) : `${what}: ${why}`)
}
