import { useId } from 'react'
import type { BridgeLine, Chain } from '../../../api/lifecycle.ts'
import { formatDecimal, formatFinePrice } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { Cents } from '../money.tsx'
import classes from './chain.module.css'

const labels: Readonly<Record<BridgeLine['label'], string>> = {
  tax_cost: 'Cost for tax',
  cost_entered: 'Cost as you entered it',
  call_kept: 'Kept',
  call_open: 'Open',
  adjusted_cost: 'Adjusted cost',
  dividends: 'Dividends',
  left_with_shares: 'Left with shares',
  breakeven_with_dividends: 'Breakeven with dividends',
}

const totals: readonly BridgeLine['label'][] = ['adjusted_cost', 'breakeven_with_dividends']

/** From the cost of the shares to the breakeven: each line with its amount; the totals are the sums above them. */
export function Bridge({ chain: { bridge, calls } }: { readonly chain: Chain }) {
  const id = useId()
  const nameLine = ({ label, positionId }: BridgeLine) => {
    const call = calls.find((each) => each.positionId === positionId)
    if (call === undefined) return labels[label]
    return `${labels[label]}: ${formatDecimal(call.strike)} call, ${formatDay(call.expiration)}`
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>From cost to breakeven</h2>
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Amount</th>
            <th scope="col">Per share</th>
          </tr>
        </thead>
        <tbody>
          {bridge.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids, and their order is fixed
            <tr key={index} data-total={totals.includes(line.label) || undefined}>
              <th scope="row">{nameLine(line)}</th>
              <td>
                <Cents usd={line.amountUsd} />
              </td>
              <td>{formatFinePrice(line.perShare)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
