import { Popover } from '@mantine/core'
import type { Freshness } from '../../api/market.ts'
import { formatEtTime, formatEtTimeLong, formatLocalTime } from '../format/times.ts'
import { describeCacheStatus, describeDataClass, describeFreshness } from '../freshness-view.ts'
import { Unknown } from './figures.tsx'
import classes from './ui.module.css'

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
          <span className={classes.freshnessSign} aria-hidden="true" />
          {time ?? text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.summary}>{describeDataClass(freshness.dataClass)}</p>
        <dl className={classes.facts}>
          <dt>Source</dt>
          <dd>{freshness.source}</dd>
          <dt>As of</dt>
          <dd>
            <Instant instant={freshness.asOf} />
          </dd>
          <dt>Last updated</dt>
          <dd>
            <Instant instant={freshness.lastUpdated} />
          </dd>
          <dt>Cache</dt>
          <dd>{describeCacheStatus(freshness.cacheStatus)}</dd>
        </dl>
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
