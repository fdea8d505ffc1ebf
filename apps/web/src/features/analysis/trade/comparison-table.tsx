import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { type Better, findBest } from '../../../shared/figures/find-best.ts'
import {
  formatDelta,
  formatFinePct,
  formatPrice,
  formatProbabilityPct,
  formatRatio,
  formatUsd,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { tradeWords } from '../../../shared/trade-words.ts'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { ComparedTrade } from './comparison.ts'
import classes from './comparison-table.module.css'
import { figureWords, comparisonWords as words } from './preview-words.ts'
import type { TradeFigures } from './trade-figures.ts'
import { explainNoBreakeven, explainNoValue, nameStrike } from './trade-words.ts'

interface ComparisonTableProps {
  /** Trades to compare; the chosen one comes first. */
  readonly compared: readonly ComparedTrade[]
  readonly onRemove: (strike: number) => void
}

/** Compares up to four strikes and marks the best figure in each row. */
export function ComparisonTable({ compared, onRemove }: ComparisonTableProps) {
  const titleId = useId()
  return (
    <section className={classes.comparison} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.title}</h3>
      <table>
        <thead>
          <tr>
            <td />
            {compared.map(({ trade: { call } }, index) => (
              <th key={call.strike} scope="col">
                {nameStrike(call.strike)}
                {index === 0 ? (
                  <small>{words.chosen}</small>
                ) : (
                  <button
                    type="button"
                    aria-label={words.remove(nameStrike(call.strike))}
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
                    {index === best && <small> {tradeWords.best}</small>}
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
  { name: words.credit, unit: '', read: ({ creditUsd }) => creditUsd, better: 'more', format: formatUsd },
  {
    name: figureWords.maxProfit,
    unit: '',
    read: ({ maxProfitUsd }) => maxProfitUsd,
    better: 'more',
    format: formatUsd,
  },
  {
    name: figureWords.breakeven,
    unit: '$',
    read: ({ breakeven }) => breakeven,
    better: 'less',
    format: formatPrice,
    explain: explainNoBreakeven,
  },
  {
    name: figureWords.static,
    unit: words.aYear,
    read: ({ staticReturn }) => staticReturn?.annualizedPct ?? null,
    better: 'more',
    format: formatYieldPct,
  },
  {
    name: figureWords.ifCalled,
    unit: words.aYear,
    read: ({ ifCalledReturn }) => ifCalledReturn?.annualizedPct ?? null,
    better: 'more',
    format: formatYieldPct,
  },
  {
    name: figureWords.protection,
    unit: '%',
    read: (figures) => figures.cushionPct,
    better: 'more',
    format: formatFinePct,
  },
  {
    name: words.profitChance,
    unit: '%',
    read: (figures) => figures.probabilityProfit,
    better: 'more',
    format: formatProbabilityPct,
  },
  {
    name: words.assigned,
    unit: '%',
    read: ({ probabilityItm }) => probabilityItm,
    better: 'less',
    format: formatProbabilityPct,
  },
  {
    name: words.touched,
    unit: '%',
    read: (figures) => figures.probabilityTouch,
    better: 'less',
    format: formatProbabilityPct,
  },
  { name: figureWords.delta, unit: '', read: ({ delta }) => delta, better: 'less', format: formatDelta },
  {
    name: figureWords.headroom,
    unit: '%',
    read: (figures) => figures.headroomPct,
    better: 'more',
    format: formatFinePct,
  },
  { name: figureWords.headroomEm, unit: '', read: ({ headroomEm }) => headroomEm, better: 'more', format: formatRatio },
]
