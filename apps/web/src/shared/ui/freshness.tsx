import { Popover, Text } from '@mantine/core'
import type { Freshness } from '../../api/market.ts'
import { formatEtTime, formatEtTimeLong, formatLocalTime } from '../format/times.ts'
import { describeCacheStatus, describeDataClass, describeFreshness } from '../freshness-view.ts'
import classes from './figures.module.css'
import { Facts, Unknown } from './figures.tsx'

interface FreshnessChipProps {
  readonly freshness: Freshness
  /** Whether the market's name is already shown next to the chip. If so, the chip leaves it out. */
  readonly isNamed?: boolean
}

/** How fresh a page's figures are. The chip is always visible; details open on demand. */
export function FreshnessChip({ freshness, isNamed = false }: FreshnessChipProps) {
  const { tone, text } = describeFreshness(freshness)
  const time = isNamed && freshness.asOf !== null ? formatEtTime(freshness.asOf) : null
  return (
    <Popover position="bottom-start" width={320} shadow="none" trapFocus={false} returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.freshness}
          data-tone={tone}
          aria-label={time === null ? undefined : text}
        >
          {time ?? text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
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
      </Popover.Dropdown>
    </Popover>
  )
}

function Instant({ instant }: { readonly instant: string | null }) {
  if (instant === null) return <Unknown />
  return (
    <time dateTime={instant} title={`${formatLocalTime(instant)} on your clock`}>
      {formatEtTimeLong(instant)}
    </time>
  )
}
