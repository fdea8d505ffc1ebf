import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { ScreenStock } from '../../api/screen.ts'
import { formatCompactUsd, formatInteger, formatPrice, formatYieldPct } from '../../shared/format/numbers.ts'
import { RatingCell } from './rating-cell.tsx'
import { RatingsScope } from './ratings-scope.tsx'
import classes from './stock-cards.module.css'
import { AtmVol, BestDte, Figure, IvRank, Rsi, Sector } from './stock-figures.tsx'
import { explainMissingHistory, explainNoCall } from './stock-view.ts'

interface StockCardsProps {
  readonly stocks: readonly ScreenStock[]
  readonly outdated: boolean
}

/** The screen on a phone: four figures a stock, the others on demand. */
export function StockCards({ stocks, outdated }: StockCardsProps) {
  return (
    <RatingsScope stocks={stocks} oneTabStop={false}>
      <ul className={classes.cards} aria-label="Stocks" aria-busy={outdated} data-outdated={outdated || undefined}>
        {stocks.map((stock) => (
          <StockCard key={stock.symbol} stock={stock} />
        ))}
      </ul>
    </RatingsScope>
  )
}

function StockCard({ stock }: { readonly stock: ScreenStock }) {
  const [expanded, setExpanded] = useState(false)
  const moreId = useId()
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.names}>
          <h2 className={classes.symbol}>{stock.symbol}</h2>
          <p className={classes.company}>{stock.companyName}</p>
        </div>
        <RatingCell stock={stock} />
      </div>
      <div className={classes.body}>
        <dl className={classes.figures}>
          <Fact name="Price, $">
            <Figure value={stock.priceUsd} format={formatPrice} reason={stock.missingReason} />
          </Fact>
          <Fact name="Ann. yield, %">
            <Figure value={stock.bestAnnYieldPct} format={formatYieldPct} reason={explainNoCall(stock)} />
          </Fact>
          <Fact name="Best DTE">
            <BestDte stock={stock} />
          </Fact>
          <Fact name="IV pct">
            <Figure value={stock.ivPercentile} format={formatInteger} reason={explainMissingHistory(stock)} />
          </Fact>
        </dl>
        <button
          type="button"
          className={classes.more}
          aria-expanded={expanded}
          aria-controls={moreId}
          aria-label={`More figures of ${stock.symbol}`}
          onClick={() => setExpanded(!expanded)}
        >
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <dl id={moreId} className={classes.rest} hidden={!expanded}>
        <Fact name="IV, %">
          <AtmVol stock={stock} />
        </Fact>
        <Fact name="IV rank">
          <IvRank stock={stock} />
        </Fact>
        <Fact name="RSI">
          <Rsi stock={stock} />
        </Fact>
        <Fact name="Sector">
          <Sector stock={stock} />
        </Fact>
        <Fact name="Market cap">
          <Figure value={stock.marketCapUsd} format={formatCompactUsd} />
        </Fact>
      </dl>
    </li>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
