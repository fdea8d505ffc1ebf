import type { Screen, ScreenStock } from '../../../api/screen.ts'
import { findBest } from '../../../shared/figures/find-best.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { tradeWords } from '../../../shared/trade-words.ts'
import { Explained } from '../../../shared/ui/explained.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { buildAddStockPath } from '../add-stock-path.ts'
import { tableWords } from '../screener-words.ts'
import classes from './compare-dialog.module.css'
import { type CompareGroup, type CompareRow, listCompareGroups } from './compare-rows.tsx'
import { compareWords as words } from './compare-words.ts'

/** One column in the comparison; `stock` is null if the stock left the list after it was selected. */
interface Compared {
  readonly symbol: string
  readonly stock: ScreenStock | null
}

interface CompareTableProps {
  /** Symbols from left to right. */
  readonly symbols: readonly string[]
  readonly screen: Screen
}

/** One column per stock and one row per figure; each row's best figure is marked. */
export function CompareTable({ symbols, screen: { stocks, ownWeights } }: CompareTableProps) {
  const compared = symbols.map((symbol) => ({ symbol, stock: stocks.find((each) => each.symbol === symbol) ?? null }))
  const groups = listCompareGroups(stocks[0]?.rating.max ?? 0, ownWeights)
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={words.title}>
        <thead>
          <tr>
            <td />
            {compared.map(({ symbol, stock }) => (
              <th key={symbol} scope="col">
                {symbol}
                <small>{stock?.companyName ?? words.gone(symbol)}</small>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.name} group={group} compared={compared} />
        ))}
        <tbody>
          <tr className={classes.ways}>
            <th scope="row">{tableWords.actions}</th>
            {compared.map(({ symbol }) => (
              <td key={symbol}>
                <Link to={buildAnalysisPath(symbol)} aria-label={words.analysisOf(symbol)}>
                  {tableWords.open}
                </Link>
                <Link to={buildAddStockPath(symbol)} aria-label={words.addOf(symbol)}>
                  {tradeWords.addPosition}
                </Link>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

interface GroupProps {
  readonly group: CompareGroup
  readonly compared: readonly Compared[]
}

function Group({ group: { name, rows }, compared }: GroupProps) {
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup">{name}</th>
        <td colSpan={compared.length} />
      </tr>
      {rows.map((row) => (
        <Row key={row.key} row={row} compared={compared} />
      ))}
    </tbody>
  )
}

interface RowProps {
  readonly row: CompareRow
  readonly compared: readonly Compared[]
}

function Row({ row: { name, unit, hint, draw, judge }, compared }: RowProps) {
  const judged = judge === undefined ? [] : compared.map(({ stock }) => stock && judge(stock))
  const best = findBest(judged, 'more')
  return (
    <tr>
      <th scope="row">
        {hint === null ? name : <Explained name={name} hint={hint} />} {unit !== undefined && <small>{unit}</small>}
      </th>
      {compared.map(({ symbol, stock }, place) => (
        <td key={symbol} data-best={place === best || undefined}>
          {place === best && <small>{tradeWords.best} </small>}
          {stock === null ? <Unknown reason={words.gone(symbol)} /> : draw(stock)}
        </td>
      ))}
    </tr>
  )
}
