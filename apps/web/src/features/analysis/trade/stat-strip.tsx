import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
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
import { buildTermHint } from '../../../shared/glossary.ts'
import { Explained, Unknown } from '../../../shared/ui/figures.tsx'
import classes from './trade.module.css'
import {
  explainNoBreakeven,
  explainNoPremium,
  explainNoVolatility,
  type Return,
  type Trade,
  type TradeFigures,
} from './trade-figures.ts'

interface StatStripProps {
  readonly trade: Trade
  readonly figures: TradeFigures
}

/** The trade's returns and risks, all based on the bid. */
export function StatStrip({ trade, figures }: StatStripProps) {
  return (
    <Stack gap="sm">
      <Returns trade={trade} figures={figures} />
      <dl className={classes.pairs}>
        {describeStats(trade, figures).map(({ name, hint, value }) => (
          <Group key={name} justify="space-between" align="baseline" gap="sm" wrap="nowrap">
            <dt>
              <Explained name={name} hint={hint} />
            </dt>
            <dd className={classes.figures}>{value}</dd>
          </Group>
        ))}
      </dl>
    </Stack>
  )
}

interface ReturnRow {
  readonly name: string
  readonly hint: string
  readonly figure: Return | null
}

function Returns({ trade, figures: { staticReturn, ifCalledReturn, days } }: StatStripProps) {
  const explain = () => explainNoPremium(trade.call)
  const columns: readonly DataColumn<ReturnRow>[] = [
    {
      id: 'return',
      label: 'Return',
      isLabelHidden: true,
      align: 'start',
      isRowHeader: true,
      className: classes.name,
      cell: ({ name, hint }) => <Explained name={name} hint={hint} />,
    },
    {
      id: 'term',
      label: 'Term',
      unit: '%',
      value: ({ figure }) => figure?.returnPct ?? null,
      format: formatFinePct,
      explain,
    },
    {
      id: 'year',
      label: 'Year',
      unit: '%',
      tone: 'strong',
      value: ({ figure }) => figure?.annualizedPct ?? null,
      format: formatYieldPct,
      explain,
    },
  ]
  return (
    <div>
      <Text size="sm" c="var(--text-faint)">
        Return on the stock price, at the bid. Annualized: × 365 / {formatInteger(Math.max(1, days))}, not compounded.
        {describeDividends(trade, staticReturn)}
      </Text>
      <DataTable
        label="Return on the stock price"
        className={`${classes.table} ${classes.returns}`}
        isFit
        columns={columns}
        rows={[
          { name: 'Static', hint: buildTermHint('static_return'), figure: staticReturn },
          { name: 'If called', hint: buildTermHint('if_called_return'), figure: ifCalledReturn },
        ]}
        rowKey={({ name }) => name}
      />
    </div>
  )
}

/** Says why these returns are above the chain's yield of the same call, which counts the premium only. */
function describeDividends({ dividends, call }: Trade, staticReturn: Return | null): string {
  if (dividends === 0 || staticReturn === null) return ''
  const without = call.annualizedTimeValueYieldPct
  const premiumOnly =
    without === null ? '' : ` Without it, static is ${formatYieldPct(without)}% a year, as in the chain.`
  return ` Figures here include the declared dividend of $${formatPrice(dividends)} per share.${premiumOnly}`
}

interface Stat {
  readonly name: string
  readonly hint: string
  readonly value: ReactNode
}

function describeStats({ price, call, contracts }: Trade, figures: TradeFigures): readonly Stat[] {
  const perShare = call.premium === null ? '' : `$${formatPrice(call.premium)} per share, `
  const noPremium = explainNoPremium(call)
  const noVol = explainNoVolatility(call)
  const inTheMoney = figures.timeValueProtectionPct > 0
  const percent = (format: (value: number) => string) => (value: number) => `${format(value)}%`
  return [
    {
      name: 'Credit, at bid',
      hint: buildTermHint(
        'credit',
        `${perShare}100 shares per contract, ${contracts === 1 ? 'one contract' : `${formatInteger(contracts)} contracts`}.`,
      ),
      value: draw(figures.creditUsd, formatUsd, noPremium),
    },
    {
      name: 'Max profit',
      hint: buildTermHint('max_profit', 'Includes known dividends before expiration.'),
      value: draw(figures.maxProfitUsd, formatUsd, noPremium),
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
          ? `You keep the full static return down to the strike, ${formatFinePct(figures.timeValueProtectionPct)}% lower.`
          : null,
      ),
      value: draw(figures.cushionPct, percent(formatFinePct), noPremium),
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
        figures.expectedMove === null
          ? null
          : `Based on this call's own volatility: ±${formatPrice(figures.expectedMove)}.`,
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
