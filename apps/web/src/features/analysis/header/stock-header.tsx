import { describeFailure } from '../../../api/api-error.ts'
import type { StockQuote } from '../../../api/stock-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatPrice, formatSignedFinePct, formatSignedPrice } from '../../../shared/format/numbers.ts'
import { RatingCell } from '../../../shared/rating/rating-cell.tsx'
import { RatingsScope } from '../../../shared/rating/ratings-scope.tsx'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { FreshnessChip } from '../../../shared/ui/freshness-chip.tsx'
import { Signed } from '../../../shared/ui/signed.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { headerWords as words } from '../analysis-words.ts'
import type { RatedStock } from '../use-rated-stock.ts'
import { ListSteps } from './list-steps.tsx'
import classes from './stock-header.module.css'
import type { ShownQuote } from './use-quote.ts'

interface StockHeaderProps {
  readonly symbol: string
  readonly shown: ShownQuote
  readonly rated: RatedStock
  readonly isPhone: boolean
  readonly onStep: (symbol: string) => void
}

/** Header with the stock's name, price and rating, and links to its neighbors in the screener list. */
export function StockHeader({ symbol, shown, rated, isPhone, onStep }: StockHeaderProps) {
  const { quote } = shown
  return (
    <section className={classes.header} aria-label={symbol}>
      <div className={classes.stock}>
        <h2 className={classes.symbol}>{symbol}</h2>
        {rated.stock !== null && <span className={classes.company}>{rated.stock.companyName}</span>}
        <Price symbol={symbol} shown={shown} />
      </div>
      {isPhone && quote !== null && (
        <span className={classes.fresh}>
          <FreshnessChip freshness={quote.freshness} />
        </span>
      )}
      <div className={classes.aside}>
        <span className={classes.rating}>
          <Rating rated={rated} />
        </span>
        <span className={classes.steps}>
          <ListSteps symbol={symbol} onStep={onStep} />
        </span>
      </div>
    </section>
  )
}

function Price({ symbol, shown: { quote, failure, retry, busy } }: Pick<StockHeaderProps, 'symbol' | 'shown'>) {
  if (quote !== null) {
    return (
      <>
        <b className={classes.price}>{formatPrice(quote.lastPriceUsd)}</b>
        <Change quote={quote} />
      </>
    )
  }
  if (failure === null) return <span className={classes.wait} aria-hidden="true" />
  return (
    <span className={classes.failure} role="alert">
      <Unknown reason={describeFailure(failure)} />
      {words.noPrice(symbol)}
      <BusyButton variant="subtle" busy={busy} onClick={retry}>
        {commonWords.retry}
      </BusyButton>
    </span>
  )
}

function Change({ quote: { changeUsd, changePct } }: { readonly quote: StockQuote }) {
  if (changeUsd === null) return <Unknown reason={words.noChange} />
  return (
    <span className={classes.change}>
      <Signed text={formatSignedPrice(changeUsd)} />
      {changePct !== null && <span className={classes.share}>({formatSignedFinePct(changePct)}%)</span>}
    </span>
  )
}

/** Renders nothing for a stock that is not in the screener. */
function Rating({ rated: { stock, ownWeights, failure, retry, busy } }: Pick<StockHeaderProps, 'rated'>) {
  if (failure !== null) {
    return (
      <span className={classes.failure}>
        <Unknown reason={describeFailure(failure)} />
        <BusyButton variant="subtle" busy={busy} onClick={retry} aria-label={words.retryRatingLabel}>
          {words.retryRating}
        </BusyButton>
      </span>
    )
  }
  if (stock === null) return null
  return (
    <RatingsScope stocks={[stock]} ownWeights={ownWeights}>
      <RatingCell stock={stock} />
    </RatingsScope>
  )
}
