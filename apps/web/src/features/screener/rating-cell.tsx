import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, use, useId, useRef } from 'react'
import type { ScreenStock } from '../../api/screen.ts'
import { formatRating } from '../../shared/format/numbers.ts'
import { Unknown } from '../../shared/ui/unknown.tsx'
import { findNextSymbol, OpenRatingContext } from './open-rating.ts'
import { RatingBreakdown } from './rating-breakdown.tsx'
import classes from './rating-cell.module.css'
import { RatingGlyph } from './rating-glyph.tsx'
import { describeNoRating, findBand, isThinlyJudged } from './rating-view.ts'

const CLOSE_DELAY_MS = 140

interface RatingCellProps {
  readonly stock: ScreenStock
}

/** The rating with its parts; the breakdown opens on hover, focus and tap. */
export function RatingCell({ stock }: RatingCellProps) {
  const { openSymbol, setOpenSymbol, tabStop, setTabStop, symbols } = use(OpenRatingContext)
  const breakdownId = useId()
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = openSymbol === stock.symbol

  const open = () => {
    clearTimeout(closing.current)
    setOpenSymbol(stock.symbol)
  }
  const close = () => {
    clearTimeout(closing.current)
    setOpenSymbol((current) => (current === stock.symbol ? null : current))
  }
  const closeSoon = () => {
    clearTimeout(closing.current)
    closing.current = setTimeout(close, CLOSE_DELAY_MS)
  }
  // A finger has no hover: it opens by tapping, and its tap must not open and close at once.
  const byMouse = (action: () => void) => (event: ReactPointerEvent) => {
    if (event.pointerType === 'mouse') action()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') close()
    const next = findNextSymbol(symbols, stock.symbol, event.key)
    if (next === null) return
    event.preventDefault()
    event.currentTarget
      .closest('table')
      ?.querySelector<HTMLElement>(`[data-rating-of="${CSS.escape(next)}"]`)
      ?.focus()
  }

  return (
    <span className={classes.cell} onPointerEnter={byMouse(open)} onPointerLeave={byMouse(closeSoon)}>
      <button
        type="button"
        className={classes.chip}
        data-rating-of={stock.symbol}
        tabIndex={tabStop === null || tabStop === stock.symbol ? 0 : -1}
        aria-label={describeForEar(stock)}
        aria-expanded={isOpen}
        aria-describedby={isOpen ? breakdownId : undefined}
        onFocus={(event) => {
          setTabStop(stock.symbol)
          if (event.currentTarget.matches(':focus-visible')) open()
        }}
        onBlur={close}
        onClick={(event) => {
          const byHover = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'mouse'
          if (isOpen && !byHover) close()
          else open()
        }}
        onKeyDown={onKeyDown}
      >
        <RatingFigure stock={stock} />
        <PartsBar stock={stock} />
      </button>
      {isOpen && (
        <RatingBreakdown
          id={breakdownId}
          stock={stock}
          onClose={close}
          onPointerEnter={byMouse(open)}
          onPointerLeave={byMouse(closeSoon)}
        />
      )}
    </span>
  )
}

function RatingFigure({ stock: { rating } }: { readonly stock: ScreenStock }) {
  if (rating.score === null) {
    return (
      <span className={classes.figure}>
        <Unknown reason={describeNoRating(rating)} />
      </span>
    )
  }
  return (
    <span className={classes.figure} data-thin={isThinlyJudged(rating) || undefined}>
      <RatingGlyph band={findBand(rating.score)} />
      {formatRating(rating.score)}
    </span>
  )
}

function PartsBar({ stock: { rating } }: { readonly stock: ScreenStock }) {
  const judged = rating.parts.filter(({ points }) => points > 0)
  const missing = rating.max - judged.reduce((sum, { points }) => sum + points, 0)
  return (
    <span className={classes.parts} data-thin={isThinlyJudged(rating) || undefined} aria-hidden="true">
      {judged.map(({ key, points }) => (
        <i key={key} style={{ flexGrow: points }} />
      ))}
      {missing > 0 && <u style={{ flexGrow: missing }} />}
    </span>
  )
}

function describeForEar({ symbol, rating }: ScreenStock): string {
  if (rating.score === null) return `${symbol}, Callwright Rating not available: ${describeNoRating(rating)}`
  const thin = isThinlyJudged(rating) ? ', less than half of it could be judged' : ''
  return `${symbol}, Callwright Rating ${formatRating(rating.score)} of ${rating.max}, ${findBand(rating.score).word}${thin}`
}
