import { type ReactNode, useEffect } from 'react'
import type { ScreenStock } from '../../api/screen.ts'
import { RatingBreakdown } from './rating-breakdown.tsx'
import classes from './rating-cell.module.css'
import { useOpenRating } from './use-open-rating.ts'

interface RatingsScopeProps {
  readonly stocks: readonly ScreenStock[]
  /** Whether the ratings stand under weights of the reader's own. */
  readonly ownWeights: boolean
  readonly children: ReactNode
}

/** The ratings inside open their breakdowns on hover, focus and tap; at most one is open. */
export function RatingsScope({ stocks, ownWeights, children }: RatingsScopeProps) {
  const { open, close, breakdownId, around } = useOpenRating()
  const stock = open === null ? undefined : stocks.find(({ symbol }) => symbol === open.symbol)
  const button = stock && open?.button
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
        <RatingBreakdown id={breakdownId} stock={stock} button={button} ownWeights={ownWeights} onClose={close} />
      )}
    </div>
  )
}
