import { Group } from '@mantine/core'
import { selectData } from '../../../api/api.ts'
import { type Profile, useProfileQuery } from '../../../api/history.ts'
import { formatCompactUsd, formatPrice, formatRatio, UNKNOWN } from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { Figure } from '../../../shared/ui/figures.tsx'

interface StockFactsProps {
  readonly symbol: string
  readonly className?: string | undefined
}

/** Ranges of day and year, market cap, dividend and next earnings. */
export function StockFacts({ symbol, className }: StockFactsProps) {
  const { data } = useProfileQuery(symbol, { selectFromResult: selectData })
  const profile = data?.symbol === symbol ? data : null
  return (
    <Group component="dl" className={className} gap="var(--space-2) var(--space-7)" mih={38}>
      {listFacts(profile).map(({ label, value }) => (
        <Figure key={label} label={label}>
          {value}
        </Figure>
      ))}
    </Group>
  )
}

type Range = NonNullable<Profile['dayRange']>

const formatRange = (range: Range | null | undefined) =>
  range ? `${formatPrice(range.low)} – ${formatPrice(range.high)}` : UNKNOWN

const SESSIONS = { before_open: ', before the open', after_close: ', after the close' } as const
/** A year of sessions begins at most this many days after the day a year ago. */
const SLACK_DAYS = 7
const DAY_MS = 86_400_000

/** Whether the range is shorter than a year, because the source has no older sessions. */
const isShort = ({ fromDate, toDate }: Range) => Date.parse(toDate) - Date.parse(fromDate) < (365 - SLACK_DAYS) * DAY_MS

function describeDividend({ dividendYieldPct, nextExDividendDate, nextDividendUsd }: Profile): string {
  const rate = dividendYieldPct === null ? UNKNOWN : `${formatRatio(dividendYieldPct)}%`
  if (nextExDividendDate === null) return rate
  const cash = nextDividendUsd === null ? '' : `$${formatPrice(nextDividendUsd)} `
  return `${rate} · ${cash}ex ${formatDay(nextExDividendDate)}`
}

function describeEarnings({ nextEarningsDate, nextEarningsSession }: Profile): string {
  if (nextEarningsDate === null) return UNKNOWN
  return `${formatDay(nextEarningsDate)}${nextEarningsSession === null ? '' : SESSIONS[nextEarningsSession]}`
}

/** While the profile loads, every fact has its place. The facts have no hints, which would be stops for the keyboard. */
function listFacts(profile: Profile | null) {
  const year = profile?.yearRange ?? null
  return [
    { label: 'Day', value: formatRange(profile?.dayRange) },
    {
      label: year !== null && isShort(year) ? `Since ${formatDayLong(year.fromDate)}` : '52 weeks',
      value: formatRange(year),
    },
    { label: 'Market cap', value: formatCompactUsd(profile?.marketCapUsd) },
    { label: 'Dividend', value: profile === null ? UNKNOWN : describeDividend(profile) },
    { label: 'Next earnings', value: profile === null ? UNKNOWN : describeEarnings(profile) },
  ]
}
