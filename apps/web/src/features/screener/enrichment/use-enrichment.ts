import { useDispatch } from 'react-redux'
import { api } from '../../../api/api.ts'
import {
  type Enrichment,
  isUnderway,
  useEnrichmentStatusQuery,
  useRefreshScreenMutation,
  useStartEnrichmentMutation,
  useStopEnrichmentMutation,
} from '../../../api/enrichment.ts'
import { describeTrouble } from '../../../shared/describe-trouble.ts'
import { formatEtTime } from '../../../shared/format/times.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { notify } from '../../../shared/notifications.tsx'
import { summarizeRun } from './enrichment-view.ts'

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

/** State of the price refresh in the background, with actions to start and stop it. */
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
    start: async () => notifyFailure(await startRun(), 'Could not start the price refresh'),
    stop: async () => notifyFailure(await stopRun(), 'Could not stop the price refresh'),
    refresh: async () => {
      const answer = await refreshScreen()
      notifyFailure(answer, 'Could not refresh the prices')
      if (answer.data !== undefined && !isUnderway(answer.data)) {
        notify(answer.data.message ?? explainNoRefresh(answer.data))
      }
    },
  }
}

/** The prices were just refreshed, or the data source's limit allows no refresh yet. */
function explainNoRefresh({ nextRefreshAt }: Enrichment): string {
  return nextRefreshAt === null
    ? 'Refreshed less than a minute ago. Try again shortly.'
    : `These prices are the latest. The next refresh is at ${formatEtTime(nextRefreshAt)}.`
}

function notifyFailure({ error }: Result, what: string): void {
  if (error !== undefined) notify(describeTrouble(error, what))
}

/** Invalidates cached screens when a refresh ends. If this tab saw it in progress, notifies on any page. */
export function useRunEnd(): void {
  const dispatch = useDispatch()
  const { data } = useEnrichmentStatusQuery()
  useOnChange(data, (now, before) => {
    if (now === undefined || before === undefined || isUnderway(now)) return
    const wasSeen = isUnderway(before)
    // A short refresh may start and end between two status responses.
    if (!wasSeen && now.finishedAt === before.finishedAt) return
    dispatch(api.util.invalidateTags(['Screen']))
    if (wasSeen) notify(summarizeRun(now))
  })
}
