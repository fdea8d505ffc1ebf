import { POSITION_LIMITS } from '@callwright/scoring'
import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { type Better, findBest } from '../../../shared/figures/best-call.ts'
import {
  formatDelta,
  formatFinePct,
  formatPrice,
  formatProbabilityPct,
  formatRatio,
  formatUsd,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { Unknown } from '../../../shared/ui/figures.tsx'
import classes from './trade.module.css'
import {
  type ComparedTrade,
  explainNoBreakeven,
  explainNoValue,
  nameStrike,
  type TradeFigures,
} from './trade-figures.ts'
import { isBelowMinimum } from './trade-warnings.ts'

interface ComparisonTableProps {
  /** Trades to compare; the chosen one comes first. */
  readonly compared: readonly ComparedTrade[]
  readonly onRemove: (strike: number) => void
}

/** Compares up to four strikes and marks the best figure in each row. */
export function ComparisonTable({ compared, onRemove }: ComparisonTableProps) {
  const titleId = useId()
  return (
    <section className={`${classes.section} ${classes.matrix} ${classes.compared}`} aria-labelledby={titleId}>
      <h3 id={titleId}>Compare strikes</h3>
      <table>
        <thead>
          <tr>
            <td />
            {compared.map(({ trade: { call }, figures }, index) => (
              <th key={call.strike} scope="col">
                {nameStrike(call.strike)}
                <LowYield figures={figures} />
                {index === 0 ? (
                  <small>selected</small>
                ) : (
                  <button
                    type="button"
                    aria-label={`Remove ${nameStrike(call.strike)}`}
                    onClick={() => onRemove(call.strike)}
                  >
                    <IconX size={14} stroke={1.6} aria-hidden="true" />
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, unit, read, better, format, explain = explainNoValue }) => {
            const values = compared.map(({ figures }) => read(figures))
            const best = findBest(values, better)
            return (
              <tr key={name}>
                <th scope="row">
                  {name} <small>{unit}</small>
                </th>
                {compared.map(({ trade: { call } }, index) => (
                  <td key={call.strike} data-best={index === best}>
                    <Figure value={values[index] ?? null} format={format} reason={explain(call)} />
                    {index === best && <small> best</small>}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Marks a call that the recommendation rules reject for its yield. */
function LowYield({ figures: { timeValueYieldPct } }: Pick<ComparedTrade, 'figures'>) {
  if (timeValueYieldPct === null || !isBelowMinimum(timeValueYieldPct)) return null
  return (
    <small className={classes.low} data-hint={`Time value pays ${formatFinePct(timeValueYieldPct)}% a year`}>
      under {POSITION_LIMITS.minStaticYieldPct}%
    </small>
  )
}

interface FigureProps {
  readonly value: number | null
  readonly format: (value: number) => string
  readonly reason: string
}

function Figure({ value, format, reason }: FigureProps) {
  return value === null ? <Unknown reason={reason} /> : format(value)
}

interface ComparedFigure {
  readonly name: string
  readonly unit: string
  readonly read: (figures: TradeFigures) => number | null
  readonly better: Better
  readonly format: (value: number) => string
  readonly explain?: typeof explainNoValue
}

const rows: readonly ComparedFigure[] = [
  { name: 'Credit', unit: '', read: ({ creditUsd }) => creditUsd, better: 'more', format: formatUsd },
  {
    name: 'Max profit',
    unit: '',
    read: ({ maxProfitUsd }) => maxProfitUsd,
    better: 'more',
    format: formatUsd,
  },
  {
    name: 'Breakeven',
    unit: '$',
    read: ({ breakeven }) => breakeven,
    better: 'less',
    format: formatPrice,
    explain: explainNoBreakeven,
  },
  {
    name: 'Static',
    unit: '% a year',
    read: ({ staticReturn }) => staticReturn?.annualizedPct ?? null,
    better: 'more',
    format: formatYieldPct,
  },
  {
    name: 'If called',
    unit: '% a year',
    read: ({ ifCalledReturn }) => ifCalledReturn?.annualizedPct ?? null,
    better: 'more',
    format: formatYieldPct,
  },
  {
    name: 'Protection',
    unit: '%',
    read: (figures) => figures.cushionPct,
    better: 'more',
    format: formatFinePct,
  },
  {
    name: 'Profit chance',
    unit: '%',
    read: (figures) => figures.probabilityProfit,
    better: 'more',
    format: formatProbabilityPct,
  },
  {
    name: 'Assigned',
    unit: '%',
    read: ({ probabilityItm }) => probabilityItm,
    better: 'less',
    format: formatProbabilityPct,
  },
  {
    name: 'Touched',
    unit: '%',
    read: (figures) => figures.probabilityTouch,
    better: 'less',
    format: formatProbabilityPct,
  },
  { name: 'Delta', unit: '', read: ({ delta }) => delta, better: 'less', format: formatDelta },
  {
    name: 'Headroom',
    unit: '%',
    read: (figures) => figures.headroomPct,
    better: 'more',
    format: formatFinePct,
  },
  { name: 'Headroom/EM', unit: '', read: ({ headroomEm }) => headroomEm, better: 'more', format: formatRatio },
]
