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
import { figureWords as words } from './preview-words.ts'
import classes from './stat-strip.module.css'
import type { Return, Trade, TradeFigures } from './trade-figures.ts'
import { explainNoBreakeven, explainNoPremium, explainNoVolatility } from './trade-words.ts'

interface StatStripProps {
  readonly trade: Trade
  readonly figures: TradeFigures
}

/** The trade's returns and risks, all based on the bid. */
export function StatStrip({ trade, figures }: StatStripProps) {
  return (
    <div className={classes.strip}>
      <Returns figures={figures} noPremium={explainNoPremium(trade.call)} />
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

interface ReturnsProps extends Pick<StatStripProps, 'figures'> {
  /** Reason shown if the returns are unknown. */
  readonly noPremium: string
}

function Returns({ figures, noPremium }: ReturnsProps) {
  const { staticReturn, ifCalledReturn, days } = figures
  return (
    <table className={classes.returns}>
      <caption>{words.returns(Math.max(1, days))}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.term}</th>
          <th scope="col">{words.year}</th>
        </tr>
      </thead>
      <tbody>
        <ReturnRow
          name={words.static}
          hint={buildTermHint('static_return')}
          figure={staticReturn}
          noPremium={noPremium}
        />
        <ReturnRow
          name={words.ifCalled}
          hint={buildTermHint('if_called_return')}
          figure={ifCalledReturn}
          noPremium={noPremium}
        />
      </tbody>
    </table>
  )
}

interface ReturnRowProps extends Pick<ReturnsProps, 'noPremium'> {
  readonly name: string
  readonly hint: string
  readonly figure: Return | null
}

function ReturnRow({ name, hint, figure, noPremium }: ReturnRowProps) {
  return (
    <tr>
      <th scope="row">
        <Explained name={name} hint={hint} />
      </th>
      <td>{draw(figure?.returnPct, formatFinePct, noPremium)}</td>
      <td className={classes.decisive}>{draw(figure?.annualizedPct, formatYieldPct, noPremium)}</td>
    </tr>
  )
}

interface Stat {
  readonly name: string
  readonly hint: string
  readonly value: ReactNode
}

function describeStats({ price, call, contracts }: Trade, figures: TradeFigures): readonly Stat[] {
  const perShare = call.premium === null ? '' : words.perShare(formatPrice(call.premium))
  const noPremium = explainNoPremium(call)
  const noVol = explainNoVolatility(call)
  const inTheMoney = figures.timeValueProtectionPct > 0
  const percent = (format: (value: number) => string) => (value: number) => `${format(value)}%`
  return [
    {
      name: words.creditAtBid,
      hint: buildTermHint('credit', `${perShare}${words.creditOf(contracts)}`),
      value: draw(figures.creditUsd, formatUsd, noPremium),
    },
    {
      name: words.maxProfit,
      hint: buildTermHint('max_profit', words.withDividends),
      value: draw(figures.maxProfitUsd, formatUsd, noPremium),
    },
    {
      name: words.breakeven,
      hint: buildTermHint('breakeven'),
      value: draw(figures.breakeven, formatPrice, explainNoBreakeven(call)),
    },
    {
      name: words.days,
      hint: buildTermHint('days_to_expiration'),
      value: formatInteger(figures.days),
    },
    {
      name: words.protection,
      hint: buildTermHint(
        'cushion',
        inTheMoney ? words.wholeDownTo(formatFinePct(figures.timeValueProtectionPct)) : null,
      ),
      value: draw(figures.cushionPct, percent(formatFinePct), noPremium),
    },
    {
      name: words.delta,
      hint: buildTermHint('delta'),
      value: draw(figures.delta, formatDelta, noVol),
    },
    {
      name: words.headroom,
      hint: buildTermHint('headroom', words.fromPrice(formatPrice(price))),
      value: `${formatFinePct(figures.headroomPct)}%`,
    },
    {
      name: words.headroomEm,
      hint: buildTermHint(
        'headroom_em',
        figures.expectedMove === null ? null : words.byOwnVol(formatPrice(figures.expectedMove)),
      ),
      value: draw(figures.headroomEm, formatRatio, noVol),
    },
    {
      name: words.chanceOfProfit,
      hint: buildTermHint('chance_of_profit'),
      value: drawChance(figures.probabilityProfit, noVol),
    },
    {
      name: words.chanceAssigned,
      hint: buildTermHint('chance_assigned'),
      value: drawChance(figures.probabilityItm, noVol),
    },
    {
      name: words.chanceOfTouch,
      hint: buildTermHint('chance_of_touch'),
      value: drawChance(figures.probabilityTouch, noVol),
    },
    {
      name: words.vol,
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
