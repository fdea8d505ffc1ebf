import { Button, Group } from '@mantine/core'
import { useId, useState } from 'react'
import { type Chain, useLedgerQuery } from '../../../api/lifecycle.ts'
import { formatDecimal, formatFinePrice, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'
import { Figure, Unknown } from '../../../shared/ui/figures.tsx'
import { Cents } from '../money.tsx'
import { ReportState } from '../reports/report-state.tsx'
import { Bridge } from './bridge.tsx'
import { CallLine } from './call-line.tsx'
import classes from './chain.module.css'
import { ChainSettings } from './chain-settings.tsx'
import { intentLabels } from './chain-view.ts'
import { Ledger } from './ledger.tsx'

interface ChainDetailProps {
  readonly chainId: string
}

/** A chain's figures, its calls, its ledger, and how its cost came about. */
export function ChainDetail({ chainId }: ChainDetailProps) {
  const query = useLedgerQuery(chainId)
  const calls = useId()
  const { currentData: data } = query
  if (data === undefined) return <ReportState query={query} words="Loading the ledger…" what="ledger" isInside />
  const { chain, events } = data
  return (
    <div className={classes.detail}>
      <ChainFigures chain={chain} />
      <section aria-labelledby={calls}>
        <h2 id={calls}>Calls of this chain</h2>
        <CallLine calls={chain.calls} />
      </section>
      <div className={classes.columns}>
        <Ledger events={events} />
        <div>
          {chain.bridge.length > 0 && <Bridge chain={chain} />}
          {chain.lots.length > 0 && <Lots chain={chain} />}
        </div>
      </div>
    </div>
  )
}

const flagWords: Readonly<Record<Chain['flags'][number], string>> = {
  lots_differ_for_tax: 'For tax, other shares left first than in these figures.',
  uncovered_calls: 'A call has no shares behind it.',
  split_not_applied: 'A split is not applied yet; figures that rest on it are not shown.',
  close_unknown: 'The close of a day of assignment is not known.',
  price_unknown: 'The current price is not known.',
  premium_unknown: 'An open call has no quote.',
}

function ChainFigures({ chain }: { readonly chain: Chain }) {
  const { symbol, account, intent, note, startedOn, endedOn, presumed, flags, annualizedPct, breakeven } = chain
  const [isOpen, setOpen] = useState(false)
  return (
    <header>
      <Button className={classes.settings ?? ''} size="xs" onClick={() => setOpen(true)}>
        Chain settings
      </Button>
      <ChainSettings chain={chain} opened={isOpen} onClose={() => setOpen(false)} />
      <p className={classes.lead}>
        <b>{symbol}</b>
        {account !== null && `, ${account}`}: {endedOn === null ? 'since' : 'from'} {formatDayLong(startedOn)}
        {endedOn !== null && ` to ${formatDayLong(endedOn)}`}, {countOf(chain.daysInvested, 'day')} invested,{' '}
        {countOf(chain.sharesHeld, 'share')} held{intent !== null && `. ${intentLabels[intent]}`}
      </p>
      {note !== null && <p className={classes.lead}>{note}</p>}
      <Group component="dl" gap="var(--space-4) var(--space-8)">
        <Figure label="Since start" size="xl" hint="Everything realized and unrealized since the first day, after fees">
          <Cents usd={chain.pnlUsd} signed reason="A part of it is unknown" />
        </Figure>
        <Figure label="A year" size="xl" hint="Percent of the average capital, not compounded">
          {annualizedPct === null ? <Unknown /> : `${formatYieldPct(annualizedPct)}%`}
        </Figure>
        <Figure label="Realized options" size="xl">
          <Cents usd={chain.realizedOptionsUsd} signed />
        </Figure>
        <Figure label="Net premium" size="xl" hint="Received less paid to close less fees">
          <Cents usd={chain.netPremiumUsd} signed />
        </Figure>
        <Figure label="Breakeven" size="xl" hint="Price of the shares left at which the chain comes to zero">
          {breakeven === null ? <Unknown reason="No shares are held" /> : formatFinePrice(breakeven)}
        </Figure>
        <Figure
          label="Versus holding"
          size="xl"
          hint="Compared with the same shares, never written on; called shares count at the close of that day"
        >
          <Cents usd={chain.versusHoldingUsd} signed reason="A part of it is unknown" />
        </Figure>
        {chain.missedUpsideUsd !== null && chain.missedUpsideUsd !== 0 && (
          <Figure
            label="Missed upside"
            size="xl"
            hint="Close above the strike at assignment, less that call's net premium"
          >
            <Cents usd={chain.missedUpsideUsd} />
          </Figure>
        )}
      </Group>
      {(presumed || flags.length > 0 || chain.breakevenAboveStrike) && (
        <ul className={classes.flags}>
          {presumed && <li>An outcome that is presumed, not confirmed, is in these figures.</li>}
          {chain.breakevenAboveStrike && (
            <li>The breakeven is above an open strike: it cannot be reached as computed.</li>
          )}
          {flags.map((flag) => (
            <li key={flag}>{flagWords[flag]}</li>
          ))}
        </ul>
      )}
    </header>
  )
}

function Lots({ chain: { lots } }: { readonly chain: Chain }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Lots</h2>
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Acquired</th>
            <th scope="col">Shares</th>
            <th scope="col">Cost</th>
            <th scope="col">Cost for tax</th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <tr key={lot.lotId}>
              <th scope="row">{formatDayLong(lot.acquiredOn)}</th>
              <td>{formatDecimal(lot.shares)}</td>
              <td>
                <Cents usd={lot.costUsd} />
              </td>
              <td>
                <Cents usd={lot.taxCostUsd} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
