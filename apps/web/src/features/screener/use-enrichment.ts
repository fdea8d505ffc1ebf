import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api.ts'
import { asApiError, describeFailure } from '../../api/api-error.ts'
import type { Enrichment } from '../../api/screen.ts'
import {
  useEnrichmentStatusQuery,
  useRefreshScreenMutation,
  useStartEnrichmentMutation,
  useStopEnrichmentMutation,
} from '../../api/screener-endpoints.ts'
import { notify } from '../../shared/notify.ts'
import { useOnChange } from '../../shared/use-on-change.ts'
import { isUnderway, summarizeRun } from './enrichment-view.ts'

const POLL_RUNNING_MS = 1_000
const POLL_IDLE_MS = 15_000

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

/** Follows the run in the background and commands it. When it ends, every answer made from the old figures goes. */
export function useEnrichment(): EnrichmentControl {
  const dispatch = useDispatch()
  const [pollMs, setPollMs] = useState(POLL_IDLE_MS)
  const { data, error } = useEnrichmentStatusQuery(undefined, { pollingInterval: pollMs, skipPollingIfUnfocused: true })
  const [startRun, starting] = useStartEnrichmentMutation()
  const [stopRun, stopping] = useStopEnrichmentMutation()
  const [refreshScreen, refreshing] = useRefreshScreenMutation()

  const underway = data !== undefined && isUnderway(data)
  const wanted = underway ? POLL_RUNNING_MS : POLL_IDLE_MS
  if (wanted !== pollMs) setPollMs(wanted)

  useOnChange(data, (now, before) => {
    if (now === undefined || before === undefined || isUnderway(now)) return
    const wasSeen = isUnderway(before)
    // A short run, or somebody else's, may begin and end between two questions.
    if (!wasSeen && now.finishedAt === before.finishedAt) return
    dispatch(api.util.invalidateTags(['Screen']))
    if (wasSeen) notify(summarizeRun(now))
  })

  return {
    enrichment: data ?? null,
    unknown: error !== undefined,
    underway,
    busy: starting.isLoading || stopping.isLoading,
    refreshing: refreshing.isLoading,
    start: async () => tellFailure(await startRun(), 'Enrichment could not be started'),
    stop: async () => tellFailure(await stopRun(), 'Enrichment could not be stopped'),
    refresh: async () => {
      const answer = await refreshScreen()
      tellFailure(answer, 'The data could not be refreshed')
      if (answer.data !== undefined && !isUnderway(answer.data)) {
        notify(answer.data.message ?? 'Refreshed less than a minute ago. Try again shortly.')
      }
    },
  }
}

function tellFailure({ error }: Answer, what: string): void {
  if (error === undefined) return
  const why = describeFailure(asApiError(error))
  notify(why === null ? `${what}. Please try again.` : `${what}: ${why}`)
}
