import { Popover } from '@mantine/core'
import { useState } from 'react'
import type { Freshness } from '../../api/market.ts'
import { formatEtTime } from '../format/times.ts'
import { describeFreshness } from '../freshness-view.ts'
import classes from './figures.module.css'

/** Loads with the first click, because no page needs it at first. */
const loadDetails = async () => (await import('./freshness-details.tsx')).FreshnessDetails

interface FreshnessChipProps {
  readonly freshness: Freshness
  /** Whether the market's name is already shown next to the chip. If so, the chip leaves it out. */
  readonly isNamed?: boolean
}

/** How fresh a page's figures are. The chip is always visible; details open on demand. */
export function FreshnessChip({ freshness, isNamed = false }: FreshnessChipProps) {
  const { tone, text } = describeFreshness(freshness)
  const time = isNamed && freshness.asOf !== null ? formatEtTime(freshness.asOf) : null
  const [FreshnessDetails, setDetails] = useState<Awaited<ReturnType<typeof loadDetails>> | null>(null)
  // Without the code, the next click tries again.
  const load = () =>
    loadDetails().then(
      (loaded) => setDetails(() => loaded),
      () => {},
    )
  return (
    <Popover position="bottom-start" width={320} shadow="none" trapFocus={false} returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.freshness}
          data-tone={tone}
          aria-label={time === null ? undefined : text}
          onClick={load}
        >
          {time ?? text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>{FreshnessDetails ? <FreshnessDetails freshness={freshness} /> : text}</Popover.Dropdown>
    </Popover>
  )
}
