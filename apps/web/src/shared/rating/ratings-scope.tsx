import { type ReactNode, useEffect } from 'react'
import type { ScreenStock } from '../../api/screener.ts'
import { RatingBreakdown } from './rating-breakdown.tsx'
import classes from './rating-cell.module.css'
import { useOpenRating } from './use-open-rating.ts'

interface RatingsScopeProps {
  readonly stocks: readonly ScreenStock[]
  /** Whether the ratings use the user's custom weights. */
  readonly ownWeights: boolean
  readonly children: ReactNode
}

/** Makes the ratings inside it open their breakdown on hover, focus or tap, one at a time. */
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
