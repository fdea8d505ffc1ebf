import type { OptionsTableRow } from '@callwright/contracts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { coachWords } from '../coach-words.ts'
import classes from './cards.module.css'
import { describeExpiry, Figure } from './figure.tsx'

const words = coachWords.cards

interface OptionsTableProps {
  readonly rows: readonly OptionsTableRow[]
  /** Symbol to use for rows that don't name one. */
  readonly symbol: string | null
}

export function OptionsTable({ rows, symbol }: OptionsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
    <section className={classes.scroll} aria-label={words.options} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{words.strike}</th>
            <th scope="col">{words.expiry}</th>
            <th scope="col" data-numeric="">
              {words.delta}
            </th>
            <th scope="col" data-numeric="">
              {words.premium}
            </th>
            <th scope="col" data-numeric="">
              {words.yield}
            </th>
            <td>
              <VisuallyHidden>{words.open}</VisuallyHidden>
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <OptionRow key={`${row.symbol} ${row.expiry} ${row.strike}`} row={row} symbol={row.symbol ?? symbol} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function OptionRow({ row, symbol }: { readonly row: OptionsTableRow; readonly symbol: string | null }) {
  const { strike, expiry } = row
  return (
    <tr>
      <th scope="row">
        <Figure value={strike} unit="usd" />
      </th>
      <td>{describeExpiry(expiry, row.dte)}</td>
      <td data-numeric="">
        <Figure value={row.delta} unit="delta" />
      </td>
      <td data-numeric="">
        <Figure value={row.premium} unit="usd" />
      </td>
      <td data-numeric="" data-strong="">
        <Figure value={row.annYield} unit="pct" />
      </td>
      <td className={classes.act}>
        {symbol !== null && (
          <Link
            to={`${buildAnalysisPath(symbol)}&exp=${expiry}&strike=${strike}`}
            aria-label={words.openCall(symbol, formatDecimal(strike), formatDay(expiry))}
          >
            <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M8 16 16.5 7.5M9.5 7H17v7.5" />
            </svg>
          </Link>
        )}
      </td>
    </tr>
  )
}
