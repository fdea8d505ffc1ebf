import type { ReactNode } from 'react'
import {
  formatDelta,
  formatFinePct,
  formatInteger,
  formatPrice,
  formatProbabilityPct,
  formatRatio,
  formatUsd,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { buildTermHint } from '../../../shared/glossary/term-lines.ts'
import { Explained } from '../../../shared/ui/explained.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import classes from './stat-strip.module.css'
import type { Return, Trade, TradeFigures } from './trade-figures.ts'
import { explainNoBreakeven, explainNoVolatility, NO_BID } from './trade-words.ts'

interface StatStripProps {
  readonly trade: Trade
  readonly figures: TradeFigures
}

/** What the trade brings and risks, every figure from the bid. */
export function StatStrip({ trade, figures }: StatStripProps) {
  return (
    <div className={classes.strip}>
      <Returns figures={figures} />
      <dl className={classes.stats}>
        {describeStats(trade, figures).map(({ name, hint, value }) => (
          <div key={name} className={classes.stat}>
            <dt>
              <Explained name={name} hint={hint} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Returns({ figures }: Pick<StatStripProps, 'figures'>) {
  const { staticReturn, ifCalledReturn, days } = figures
  return (
    <table className={classes.returns}>
      <caption>
        Return on the stock's price, at the bid; a year: × 365 / {formatInteger(Math.max(1, days))}, not compounded
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Term %</th>
          <th scope="col">Year %</th>
        </tr>
      </thead>
      <tbody>
        <ReturnRow name="Static" hint={buildTermHint('static_return')} figure={staticReturn} />
        <ReturnRow name="If called" hint={buildTermHint('if_called_return')} figure={ifCalledReturn} />
      </tbody>
    </table>
  )
}

function ReturnRow({ name, hint, figure }: { name: string; hint: string; figure: Return | null }) {
  return (
    <tr>
      <th scope="row">
        <Explained name={name} hint={hint} />
      </th>
      <td>{draw(figure?.returnPct, formatFinePct, NO_BID)}</td>
      <td className={classes.decisive}>{draw(figure?.annualizedPct, formatYieldPct, NO_BID)}</td>
    </tr>
  )
}

interface Stat {
  readonly name: string
  readonly hint: string
  readonly value: ReactNode
}

function describeStats({ price, call, contracts }: Trade, figures: TradeFigures): readonly Stat[] {
  const perShare = call.bid === null ? '' : `$${formatPrice(call.bid)} a share, `
  const noVol = explainNoVolatility(call)
  const inTheMoney = figures.timeValueProtectionPct > 0
  const percent = (format: (value: number) => string) => (value: number) => `${format(value)}%`
  return [
    {
      name: 'Credit, at bid',
      hint: buildTermHint(
        'credit',
        `${perShare}100 shares a contract, ${contracts === 1 ? 'one contract' : `${formatInteger(contracts)} contracts`}.`,
      ),
      value: draw(figures.creditUsd, formatUsd, NO_BID),
    },
    {
      name: 'Max profit',
      hint: buildTermHint('max_profit', 'With the known dividends of the term.'),
      value: draw(figures.maxProfitUsd, formatUsd, NO_BID),
    },
    {
      name: 'Breakeven',
      hint: buildTermHint('breakeven'),
      value: draw(figures.breakeven, formatPrice, explainNoBreakeven(call)),
    },
    {
      name: 'Days',
      hint: buildTermHint('days_to_expiration'),
      value: formatInteger(figures.days),
    },
    {
      name: 'Protection',
      hint: buildTermHint(
        'cushion',
        inTheMoney
          ? `The static return stays whole down to the strike, ${formatFinePct(figures.timeValueProtectionPct)}% lower.`
          : null,
      ),
      value: draw(figures.cushionPct, percent(formatFinePct), NO_BID),
    },
    {
      name: 'Delta',
      hint: buildTermHint('delta'),
      value: draw(figures.delta, formatDelta, noVol),
    },
    {
      name: 'Headroom',
      hint: buildTermHint('headroom', `From the price of ${formatPrice(price)}.`),
      value: `${formatFinePct(figures.headroomPct)}%`,
    },
    {
      name: 'Headroom/EM',
      hint: buildTermHint(
        'headroom_em',
        figures.expectedMove === null ? null : `By this call's own volatility: ±${formatPrice(figures.expectedMove)}.`,
      ),
      value: draw(figures.headroomEm, formatRatio, noVol),
    },
    {
      name: 'Chance of profit',
      hint: buildTermHint('chance_of_profit'),
      value: drawChance(figures.probabilityProfit, noVol),
    },
    {
      name: 'Chance assigned',
      hint: buildTermHint('chance_assigned'),
      value: drawChance(figures.probabilityItm, noVol),
    },
    {
      name: 'Chance of touch',
      hint: buildTermHint('chance_of_touch'),
      value: drawChance(figures.probabilityTouch, noVol),
    },
    {
      name: 'Volatility',
      hint: buildTermHint('implied_volatility'),
      value: draw(call.vol, (vol) => `${formatYieldPct(vol * 100)}%`, noVol),
    },
  ]
}

const drawChance = (chance: number | null, reason: string) =>
  draw(chance, (value) => `${formatProbabilityPct(value)}%`, reason)

function draw(value: number | null | undefined, format: (value: number) => string, reason: string): ReactNode {
  return value === null || value === undefined ? <Unknown reason={reason} /> : format(value)
}
