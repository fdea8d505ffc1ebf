import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { OptionExpiration } from '../../../api/option-chain.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { expirationWords as words } from './chain-words.ts'
import classes from './expiration-strip.module.css'

interface ExpirationStripProps {
  readonly expirations: readonly OptionExpiration[]
  /** Expiration whose chain is shown or loading; null if not known yet. */
  readonly chosen: string | null
  readonly onChoose: (date: string) => void
}

/** Listed expirations as a single Tab stop: the arrow keys move between them, and Enter selects one. */
export function ExpirationStrip({ expirations, chosen, onChoose }: ExpirationStripProps) {
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
      aria-label={words.label}
      aria-orientation="horizontal"
      tabIndex={-1}
      onKeyDown={handleKey}
      onBlur={() => visit(null)}
    >
      {expirations.map((expiration) => (
        <button
          key={expiration.date}
          type="button"
          role="option"
          className={classes.option}
          data-date={expiration.date}
          aria-selected={expiration.date === chosen}
          tabIndex={expiration.date === stop ? 0 : -1}
          data-hint={describeHint(expiration)}
          onFocus={() => visit(expiration.date)}
          onClick={() => onChoose(expiration.date)}
        >
          <b>
            {nameDate(expiration.date, dates[0])}
            {listMarks(expiration).map(({ letter }) => (
              <i key={letter} aria-hidden="true">
                {letter}
              </i>
            ))}
          </b>
          <span>
            {commonWords.days(String(expiration.days))}, {words.kinds[expiration.kind]}
          </span>
          <VisuallyHidden>
            {listMarks(expiration)
              .map(({ meaning }) => `, ${meaning}`)
              .join('')}
          </VisuallyHidden>
        </button>
      ))}
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
    ...(earningsBefore ? [{ letter: 'E', meaning: words.earnings }] : []),
    ...(exDividendBefore ? [{ letter: 'D', meaning: words.exDividend }] : []),
    ...(note === null ? [] : [{ letter: 'H', meaning: note }]),
  ]
}

function describeHint(expiration: OptionExpiration): string | undefined {
  const marks = listMarks(expiration).map(({ letter, meaning }) => `${letter}: ${meaning}`)
  return marks.length === 0 ? undefined : marks.join('\n')
}
