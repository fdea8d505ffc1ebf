import { Popover } from '@mantine/core'
import type { Freshness } from '../../api/screen.ts'
import { formatEtTimeLong, formatLocalTime } from '../format/times.ts'
import { describeCacheStatus, describeDataClass, describeFreshness } from '../freshness-view.ts'
import classes from './freshness-chip.module.css'
import { Unknown } from './unknown.tsx'

/** How fresh the figures of a page are, always in view; the rest on demand. */
export function FreshnessChip({ freshness }: { readonly freshness: Freshness }) {
  const { tone, text } = describeFreshness(freshness)
  return (
    <Popover position="bottom-start" width={320} shadow="none" trapFocus={false} returnFocus>
      <Popover.Target>
        <button type="button" className={classes.chip} data-tone={tone}>
          <span className={classes.sign} aria-hidden="true" />
          {text}
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
