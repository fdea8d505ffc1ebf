import { useDispatch } from 'react-redux'
import { api } from '../../../api/api.ts'
import { isUnderway } from '../../../api/enrichment.ts'
import { useEnrichmentStatusQuery } from '../../../api/enrichment-endpoints.ts'
import { notify } from '../../../shared/notify.ts'
import { useOnChange } from '../../../shared/use-on-change.ts'
import { summarizeRun } from './enrichment-view.ts'

/** Invalidates cached screens when a run ends. If this tab saw it in progress, notifies on any page. */
export function useRunEnd(): void {
  const dispatch = useDispatch()
  const { data } = useEnrichmentStatusQuery()
  useOnChange(data, (now, before) => {
    if (now === undefined || before === undefined || isUnderway(now)) return
    const wasSeen = isUnderway(before)
    // A short run may start and end between two status responses.
    if (!wasSeen && now.finishedAt === before.finishedAt) return
    dispatch(api.util.invalidateTags(['Screen']))
    if (wasSeen) notify(summarizeRun(now))
  })
}
