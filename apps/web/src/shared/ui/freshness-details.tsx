import { Text } from '@mantine/core'
import type { Freshness } from '../../api/market.ts'
import { formatEtTimeLong, formatLocalTime } from '../format/times.ts'
import { describeCacheStatus, describeDataClass } from '../freshness-view.ts'
import { MARKET_DATA_PATH } from '../paths.ts'
import { Link } from '../routing.ts'
import { Facts, Unknown } from './figures.tsx'

interface FreshnessDetailsProps {
  readonly freshness: Freshness
}

/** Details of the freshness chip, with a link to the sources. */
export const FreshnessDetails = ({ freshness }: FreshnessDetailsProps) => (
  <>
    <Text mb="sm" fw="var(--weight-strong)">
      {describeDataClass(freshness.dataClass)}
    </Text>
    <Facts
      facts={[
        { label: 'Source', value: freshness.source },
        { label: 'As of', value: <Instant instant={freshness.asOf} /> },
        { label: 'Last updated', value: <Instant instant={freshness.lastUpdated} /> },
        { label: 'Cache', value: describeCacheStatus(freshness.cacheStatus) },
      ]}
    />
    <Text mt="sm" c="var(--accent)">
      <Link to={MARKET_DATA_PATH}>Market data: sources and progress</Link>
    </Text>
  </>
)

function Instant({ instant }: { readonly instant: string | null }) {
  if (instant === null) return <Unknown />
  return (
    <time dateTime={instant} title={`${formatLocalTime(instant)} on your clock`}>
      {formatEtTimeLong(instant)}
    </time>
  )
}
