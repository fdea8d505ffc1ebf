import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ScreenStock } from '../../api/screener.ts'
import { preloadWhenIdle, retryUntilLoaded } from '../load-code.ts'
import classes from './rating.module.css'

// Its code loads after the page's, because the page shows no breakdown at first.
const loadBreakdown = () => import('./rating-breakdown.tsx')
const RatingBreakdown = lazy(async () => ({ default: (await retryUntilLoaded(loadBreakdown)).RatingBreakdown }))
const PRELOAD_AFTER_MS = 500

interface RatingsScopeProps {
  readonly stocks: readonly ScreenStock[]
  /** Whether the ratings use the user's own weights. */
  readonly ownWeights: boolean
  readonly children: ReactNode
}

/** Makes the ratings inside it open their breakdown on hover, focus or tap, one at a time. */
export function RatingsScope({ stocks, ownWeights, children }: RatingsScopeProps) {
  const { open, close, breakdownId, around } = useOpenRating()
  const stock = open === null ? undefined : stocks.find(({ symbol }) => symbol === open.symbol)
  const button = stock && open?.button
  useEffect(() => preloadWhenIdle([loadBreakdown], PRELOAD_AFTER_MS), [])
  useEffect(() => {
    if (button === undefined) return
    button.setAttribute('aria-expanded', 'true')
    button.setAttribute('aria-describedby', breakdownId)
    return () => {
      button.setAttribute('aria-expanded', 'false')
      button.removeAttribute('aria-describedby')
    }
  }, [button, breakdownId])
  return (
    <div className={classes.scope} {...around}>
      {children}
      {stock !== undefined && button !== undefined && (
        <Suspense>
          <RatingBreakdown id={breakdownId} stock={stock} button={button} ownWeights={ownWeights} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** Long enough to ignore a pointer that only passes over a rating. */
const OPEN_DELAY_MS = 150
/** Long enough to move the pointer from a rating to its breakdown. */
const CLOSE_DELAY_MS = 140

export interface OpenRating {
  readonly symbol: string
  readonly button: HTMLElement
  readonly by: 'pointer' | 'keys'
}

/** `RatingCell` marks its button with this attribute. */
const findButton = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-rating-of]') : null

/**
 * Tracks which rating is open. Delegated listeners handle pointer, focus, tap and keys for all ratings, so that rows
 * need no handlers and do not re-render. Spread `around` on an element that contains the ratings and also, in React's
 * tree, the breakdown.
 */
export function useOpenRating() {
  const breakdownId = useId()
  const [open, setOpen] = useState<OpenRating | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const press = useRef<{ readonly wasOpen: boolean; readonly byMouse: boolean }>(null)

  const show = (button: HTMLElement, by: OpenRating['by']) => {
    clearTimeout(timer.current)
    const symbol = button.dataset.ratingOf ?? ''
    setOpen((before) => (before?.button === button ? before : { symbol, button, by }))
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpen(null)
  }
  const after = (ms: number, action: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, ms)
  }
  const closeIfPointed = () => setOpen((before) => (before?.by === 'pointer' ? null : before))
  const isBreakdown = (target: EventTarget | null) =>
    document.getElementById(breakdownId)?.contains(target instanceof Node ? target : null) === true

  const around = {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      // Touch has no hover; a tap opens the breakdown.
      if (pointerType !== 'mouse') return
      const button = findButton(target)
      if (isBreakdown(target) || (button !== null && button === open?.button)) clearTimeout(timer.current)
      else if (button !== null) after(OPEN_DELAY_MS, () => show(button, 'pointer'))
      else after(CLOSE_DELAY_MS, closeIfPointed)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') after(CLOSE_DELAY_MS, closeIfPointed)
    },
    onFocus: ({ target }: FocusEvent) => {
      const button = findButton(target)
      if (button?.matches(':focus-visible')) show(button, 'keys')
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (findButton(target) === open?.button && !isBreakdown(relatedTarget)) close()
    },
    onPointerDown: ({ target, pointerType }: PointerEvent) => {
      const wasOpen = open !== null && findButton(target) === open.button
      press.current = { wasOpen, byMouse: pointerType === 'mouse' }
    },
    onClick: ({ target }: SyntheticEvent) => {
      const button = findButton(target as EventTarget)
      if (button === null) return
      // The state when the press started. Focus comes before the click and may already have opened the breakdown.
      const { wasOpen, byMouse } = press.current ?? { wasOpen: button === open?.button, byMouse: false }
      press.current = null
      // If hovering has already opened the breakdown, the click must not close it.
      if (wasOpen && !byMouse) close()
      else show(button, byMouse ? 'pointer' : 'keys')
    },
    onKeyDown: ({ key, target }: KeyboardEvent) => {
      const button = findButton(target)
      if (key === 'F2' && button !== null) show(button, 'keys')
    },
  }
  return { open, close, breakdownId, around }
}
