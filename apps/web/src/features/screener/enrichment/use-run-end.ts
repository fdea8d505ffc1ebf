import { useDispatch } from 'react-redux'
import { api } from '../../../api/api.ts'
import { isUnderway } from '../../../api/enrichment.ts'
import { useEnrichmentStatusQuery } from '../../../api/enrichment-endpoints.ts'
import { notify } from '../../../shared/notify.ts'
import { useOnChange } from '../../../shared/use-on-change.ts'
import { summarizeRun } from './enrichment-view.ts'

/** Once a run has ended, every answer made from the old figures goes; a run that was seen is told of, on any page. */
export function useRunEnd(): void {
  const dispatch = useDispatch()
  const { data } = useEnrichmentStatusQuery()
  useOnChange(data, (now, before) => {
    if (now === undefined || before === undefined || isUnderway(now)) return
    const wasSeen = isUnderway(before)
    // A short run, or somebody else's, may begin and end between two looks at it.
    if (!wasSeen && now.finishedAt === before.finishedAt) return
    dispatch(api.util.invalidateTags(['Screen']))
    if (wasSeen) notify(summarizeRun(now))
  })
}
