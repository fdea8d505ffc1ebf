import { VisuallyHidden } from '@mantine/core'
import { isUnderway } from '../../../api/enrichment.ts'
import { useEnrichmentStatusQuery } from '../../../api/enrichment-endpoints.ts'
import { formatPlace } from '../../../shared/format/numbers.ts'
import classes from './enrichment-marker.module.css'
import { describeEnrichment, findPercent } from './enrichment-view.ts'

/** A quiet sign that a run is underway and how far it is, for pages that do not show it themselves. */
export function EnrichmentMarker() {
  const { data, error } = useEnrichmentStatusQuery()
  if (data === undefined || error !== undefined || !isUnderway(data)) return null
  return (
    <span className={classes.marker} title={describeEnrichment(data).text}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.percent}>{formatPlace(findPercent(data))}%</span>
      <VisuallyHidden>enriched</VisuallyHidden>
    </span>
  )
}
