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
      {listFacts(profile).map(({ label, hint, value }) => (
        <Figure key={label} label={label} hint={hint}>
          {value}
        </Figure>
      ))}
    </Group>
  )
}

type Range = NonNullable<Profile['dayRange']>

const formatRange = (range: Range | null | undefined) =>
  range ? `${formatPrice(range.low)} – ${formatPrice(range.high)}` : UNKNOWN

/** While the profile loads, every fact has its place. */
function listFacts(profile: Profile | null) {
  const { dayRange, yearRange, marketCapUsd, dividendYieldPct, nextExDividendDate, nextDividendUsd } = profile ?? {}
  const { nextEarningsDate, nextEarningsSession, marketCapSharesDate } = profile ?? {}
  return [
    {
      label: 'Day',
      hint: dayRange ? `Session of ${formatDayLong(dayRange.toDate)}` : undefined,
      value: formatRange(dayRange),
    },
    {
      label: '52 weeks',
      hint: yearRange ? `Since ${formatDayLong(yearRange.fromDate)}` : undefined,
      value: formatRange(yearRange),
    },
    {
      label: 'Market cap',
      hint: marketCapSharesDate
        ? `Shares outstanding on ${formatDayLong(marketCapSharesDate)} times the price`
        : undefined,
      value: formatCompactUsd(marketCapUsd),
    },
    {
      label: 'Dividend',
      hint: nextExDividendDate
        ? `Next ex-date ${formatDayLong(nextExDividendDate)}${nextDividendUsd ? `, $${formatPrice(nextDividendUsd)} a share` : ''}`
        : undefined,
      value: `${formatRatio(dividendYieldPct)}${dividendYieldPct == null ? '' : '%'}${nextExDividendDate ? ` · ex ${formatDay(nextExDividendDate)}` : ''}`,
    },
    {
      label: 'Next earnings',
      hint: nextEarningsSession
        ? { before_open: 'Before the open', after_close: 'After the close' }[nextEarningsSession]
        : undefined,
      value: nextEarningsDate ? formatDay(nextEarningsDate) : UNKNOWN,
    },
  ]
}
