import { Popover } from '@mantine/core'
import type { Freshness } from '../../api/market.ts'
import { formatEtTime, formatEtTimeLong, formatLocalTime } from '../format/times.ts'
import { describeCacheStatus, describeDataClass, describeFreshness } from '../freshness-view.ts'
import classes from './freshness-chip.module.css'
import { freshnessWords as words } from './ui-words.ts'
import { Unknown } from './unknown.tsx'

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
        <button type="button" className={classes.chip} data-tone={tone} aria-label={time === null ? undefined : text}>
          <span className={classes.sign} aria-hidden="true" />
          {time ?? text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.summary}>{describeDataClass(freshness.dataClass)}</p>
        <dl className={classes.facts}>
          <dt>{words.source}</dt>
          <dd>{freshness.source}</dd>
          <dt>{words.asOf}</dt>
          <dd>
            <Instant instant={freshness.asOf} />
          </dd>
          <dt>{words.lastUpdated}</dt>
          <dd>
            <Instant instant={freshness.lastUpdated} />
          </dd>
          <dt>{words.cache}</dt>
          <dd>{describeCacheStatus(freshness.cacheStatus)}</dd>
        </dl>
      </Popover.Dropdown>
    </Popover>
  )
}

function Instant({ instant }: { readonly instant: string | null }) {
  if (instant === null) return <Unknown />
  return (
    <time dateTime={instant} title={words.onYourClock(formatLocalTime(instant))}>
      {formatEtTimeLong(instant)}
    </time>
  )
}
