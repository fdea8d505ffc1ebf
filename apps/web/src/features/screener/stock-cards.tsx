import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentType, useId, useState } from 'react'
import type { ScreenStock, SortColumn } from '../../api/screen.ts'
import { RatingCell } from './rating-cell.tsx'
import { RatingsScope } from './ratings-scope.tsx'
import classes from './stock-cards.module.css'
import { AtmVol, BestDte, BestYield, IvPlace, IvRank, MarketCap, Price, Rsi, Sector } from './stock-figures.tsx'

interface Fact {
  readonly id: string
  readonly name: string
  readonly Value: ComponentType<{ readonly stock: ScreenStock }>
}

const firstFacts: readonly Fact[] = [
  { id: 'current_price', name: 'Price, $', Value: Price },
  { id: 'best_ann_yield', name: 'Ann. yield, %', Value: BestYield },
  { id: 'best_dte', name: 'Best DTE', Value: BestDte },
]
const usualFourth: Fact = { id: 'iv_percentile', name: 'IV pct', Value: IvPlace }
const otherFacts: readonly Fact[] = [
  { id: 'implied_volatility', name: 'IV, %', Value: AtmVol },
  { id: 'iv_rank', name: 'IV rank', Value: IvRank },
  { id: 'rsi', name: 'RSI', Value: Rsi },
  { id: 'sector', name: 'Sector', Value: Sector },
  { id: 'market_cap', name: 'Market cap', Value: MarketCap },
]

/** Which figures stand on a card: what it is sorted by is always in view, else the usual four. */
function chooseFacts(sort: SortColumn): { readonly front: readonly Fact[]; readonly rest: readonly Fact[] } {
  const sorted = otherFacts.find(({ id }) => id === sort)
  if (sorted === undefined) return { front: [...firstFacts, usualFourth], rest: otherFacts }
  return { front: [...firstFacts, sorted], rest: [usualFourth, ...otherFacts.filter((fact) => fact !== sorted)] }
}

interface StockCardsProps {
  readonly stocks: readonly ScreenStock[]
  readonly sort: SortColumn
  readonly outdated: boolean
}

/** The screen on a phone: four figures a stock, the others on demand. */
export function StockCards({ stocks, sort, outdated }: StockCardsProps) {
  const { front, rest } = chooseFacts(sort)
  return (
    <RatingsScope stocks={stocks} oneTabStop={false}>
      <ul className={classes.cards} aria-label="Stocks" aria-busy={outdated} data-outdated={outdated || undefined}>
        {stocks.map((stock) => (
          <StockCard key={stock.symbol} stock={stock} front={front} rest={rest} />
        ))}
      </ul>
    </RatingsScope>
  )
}

interface StockCardProps extends ReturnType<typeof chooseFacts> {
  readonly stock: ScreenStock
}

function StockCard({ stock, front, rest }: StockCardProps) {
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
          <Facts facts={front} stock={stock} />
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
        <Facts facts={rest} stock={stock} />
      </dl>
    </li>
  )
}

function Facts({ facts, stock }: { readonly facts: readonly Fact[]; readonly stock: ScreenStock }) {
  return facts.map(({ id, name, Value }) => (
    <div key={id}>
      <dt>{name}</dt>
      <dd>
        <Value stock={stock} />
      </dd>
    </div>
  ))
}
