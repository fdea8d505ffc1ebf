import { Group, Skeleton } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { selectResult } from '../../../api/api.ts'
import { asApiError } from '../../../api/http.ts'
import {
  type ExpirationLiquidity,
  OPTIONS_KEPT_SECONDS,
  type OptionExpiration,
  useExpirationsQuery,
} from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatInteger, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import classes from './chain.module.css'
import { WIDE_SPREAD_PCT } from './contracts.ts'

interface ExpirationsProps {
  readonly symbol: string
  /** Expiration whose chain is shown or loading; null if not known yet. */
  readonly chosen: string | null
  /** By expiration; empty until it has loaded. */
  readonly liquidity: Readonly<Record<string, ExpirationLiquidity>>
  readonly onChoose: (date: string) => void
}

const PLACES = Array.from({ length: 8 }, (_, index) => `place-${index}`)

/** Picker for the expiration, or its loading or error state. The chain below does not wait for it. */
export function Expirations({ symbol, ...others }: ExpirationsProps) {
  const { currentData, error, isFetching, refetch } = useExpirationsQuery(symbol, {
    refetchOnMountOrArgChange: OPTIONS_KEPT_SECONDS,
    selectFromResult: selectResult,
  })
  if (currentData !== undefined) {
    const { expirations } = currentData
    return expirations.length === 0 ? null : <ExpirationStrip expirations={expirations} {...others} />
  }
  if (asApiError(error) !== null) {
    return (
      <Group px="lg" gap="sm" className={classes.waiting} role="alert">
        <span>Unable to load expiration dates. Please try again.</span>
        <BusyButton busy={isFetching} onClick={refetch} aria-label="Retry expiration dates">
          {commonWords.retry}
        </BusyButton>
      </Group>
    )
  }
  return (
    <Group gap="sm" px="lg" wrap="nowrap" className={classes.waiting} aria-hidden="true">
      {PLACES.map((place) => (
        <Skeleton key={place} animate={false} flex="1 0 76px" h={24} />
      ))}
    </Group>
  )
}

interface ExpirationStripProps extends Omit<ExpirationsProps, 'symbol'> {
  readonly expirations: readonly OptionExpiration[]
}

const kinds = {
  weekly: 'weekly',
  monthly: 'monthly',
  quarterly: 'quarterly',
  leaps: 'LEAPS',
} as const satisfies Record<OptionExpiration['kind'], string>

/** Listed expirations as a single Tab stop: the arrow keys move between them, and Enter selects one. */
function ExpirationStrip({ expirations, chosen, liquidity, onChoose }: ExpirationStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [visited, visit] = useState<string | null>(null)
  const dates = expirations.map(({ date }) => date)
  const stop = [visited, chosen].find((date) => date !== null && dates.includes(date)) ?? dates[0]
  useLayoutEffect(() => {
    const box = strip.current
    const option = box?.querySelector<HTMLElement>(`[data-date="${chosen}"]`)
    // Unlike `scrollIntoView`, this does not scroll the page.
    if (box && option) box.scrollLeft = option.offsetLeft - (box.clientWidth - option.offsetWidth) / 2
  }, [chosen])

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-date]')]
    const place = findNextIndex(event.key, options.indexOf(event.target as HTMLElement), options.length)
    if (place === null) return
    event.preventDefault()
    options[place]?.focus()
  }

  return (
    <div
      ref={strip}
      className={classes.strip}
      role="listbox"
      aria-label="Expiration"
      aria-orientation="horizontal"
      tabIndex={-1}
      onKeyDown={handleKey}
      onBlur={() => visit(null)}
    >
      {expirations.map((expiration) => {
        const { date, days, kind } = expiration
        const marks = listMarks(expiration)
        const traded = describeLiquidity(liquidity[date])
        const hints = [
          ...marks.map(({ letter, meaning }) => `${letter}: ${meaning}`),
          ...traded.map(({ hint }) => hint),
        ]
        return (
          <button
            key={date}
            type="button"
            role="option"
            className={classes.option}
            data-date={date}
            aria-selected={date === chosen}
            tabIndex={date === stop ? 0 : -1}
            data-hint={hints.length === 0 ? undefined : hints.join('\n')}
            onFocus={() => visit(date)}
            onClick={() => onChoose(date)}
          >
            <b>
              {nameDate(date, dates[0])}
              {marks.map(({ letter }) => (
                <i key={letter} aria-hidden="true">
                  {letter}
                </i>
              ))}
            </b>
            <span>
              {commonWords.days(String(days))}, {kinds[kind]}
              <LiquidityMark liquidity={liquidity[date]} />
            </span>
            <VisuallyHidden>
              {[...marks.map(({ meaning }) => meaning), ...traded.map(({ spoken }) => spoken)]
                .map((words) => `, ${words}`)
                .join('')}
            </VisuallyHidden>
          </button>
        )
      })}
    </div>
  )
}

function findNextIndex(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(from + 1, count - 1)
  if (key === 'ArrowLeft') return Math.max(from - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** `Aug 14`, with the year if it differs from the first date's year. */
function nameDate(date: string, first = date): string {
  const year = date.slice(0, 4)
  return first.startsWith(year) ? formatDay(date) : `${formatDay(date)}, ${year}`
}

/** Event and holiday marks on an expiration: a letter to show, and its meaning for hints and screen readers. */
function listMarks({ earningsBefore, exDividendBefore, note }: OptionExpiration) {
  return [
    ...(earningsBefore ? [{ letter: 'E', meaning: 'earnings before this date' }] : []),
    ...(exDividendBefore ? [{ letter: 'D', meaning: 'ex-dividend date before this date' }] : []),
    ...(note === null ? [] : [{ letter: 'H', meaning: note }]),
  ]
}

/** Open interest of all calls at an expiration from which the mark has one, two and three bars. */
const BAR_STEPS = [100, 1_000, 10_000]

const isWide = ({ spreadPct }: ExpirationLiquidity) => spreadPct === null || spreadPct > WIDE_SPREAD_PCT

/** Bars for the open interest of the calls; in the color of warnings if the spread is wide. */
function LiquidityMark({ liquidity }: { readonly liquidity: ExpirationLiquidity | undefined }) {
  const openInterest = liquidity?.openInterest ?? null
  const color = liquidity !== undefined && isWide(liquidity) ? 'warning' : 'text-muted'
  return (
    <svg
      className={classes.bars}
      viewBox="0 0 11 9"
      visibility={openInterest === null ? 'hidden' : undefined}
      aria-hidden="true"
    >
      {BAR_STEPS.map((step, index) => {
        const isOn = (openInterest ?? 0) >= step
        return (
          <path
            key={step}
            d={`M${1.5 + index * 4} 9v${-3 * (index + 1)}`}
            stroke={`var(--${isOn ? color : 'border-strong'})`}
            data-on={isOn || undefined}
          />
        )
      })}
    </svg>
  )
}

/** How the calls at an expiration trade, for hints and screen readers. */
function describeLiquidity(liquidity: ExpirationLiquidity | undefined) {
  if (liquidity === undefined) return []
  const { openInterest, volume, spreadPct } = liquidity
  const count = (contracts: number | null) => (contracts === null ? 'unknown' : formatInteger(contracts))
  const spread =
    spreadPct === null
      ? 'no quotes near the money'
      : `median spread near the money ${formatYieldPct(spreadPct)}% of the mid`
  return [
    {
      hint: `Calls: open interest ${count(openInterest)}, volume ${count(volume)}`,
      spoken: `open interest ${count(openInterest)}, volume ${count(volume)}`,
    },
    { hint: `Calls: ${spread}${isWide(liquidity) && spreadPct !== null ? ' (wide)' : ''}`, spoken: spread },
  ]
}
