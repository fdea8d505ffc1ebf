import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { Button, Group, Text, Title } from '@mantine/core'
import { type CSSProperties, useId, useMemo, useState } from 'react'
import { useGrid } from '../../../shared/data-table/use-grid.ts'
import { saveCsv } from '../../../shared/export/save-file.ts'
import { formatPrice, formatSignedPct, formatSignedUsd, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { Segmented } from '../../../shared/ui/buttons.tsx'
import { type ProfitTable, type Supposition, tabulateByDateAndPrice } from './scenario.ts'
import classes from './trade.module.css'
import { nameTrade, type Trade } from './trade-figures.ts'

interface ProfitByDateProps {
  readonly trade: Trade
  readonly supposed: Supposition
  /** Makes a price and a number of days the scenario. */
  readonly onChoose: (price: number, days: number) => void
}

type Unit = '$' | '%'

/** Profit or loss at prices around the strike on dates until expiration. A cell sets the scenario to its price and date. */
export function ProfitByDate({ trade, supposed, onChoose }: ProfitByDateProps) {
  const titleId = useId()
  const [unit, setUnit] = useState<Unit>('$')
  const { volPct } = supposed
  const table = useMemo(() => tabulateByDateAndPrice(trade, { volPct }), [trade, volPct])
  if (table === null) return null
  return (
    <>
      <Group justify="space-between">
        <Title order={3} id={titleId}>
          Profit by price and date, {unit}
        </Title>
        <Segmented label="Unit">
          {(['$', '%'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={each === unit} onClick={() => setUnit(each)}>
              {each}
            </button>
          ))}
        </Segmented>
      </Group>
      <Matrix titleId={titleId} table={table} trade={trade} supposed={supposed} unit={unit} onChoose={onChoose} />
      <Text size="sm" c="dimmed">
        {describeAssumption(volPct)} {unit === '%' && 'Percent of the price of the shares. '}Select a cell to see it in
        the diagram.
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'start' }}
        onClick={() => void saveCsv(() => writeProfitCsv(trade, table, describeAssumption(volPct)))}
      >
        Export CSV
      </Button>
    </>
  )
}

const describeAssumption = (volPct: number | null) =>
  volPct === null
    ? 'The volatility is unknown, so only expiration is shown, before costs.'
    : `Assumes that implied volatility stays at ${formatYieldPct(volPct)}% and that the call trades at its model price, before costs.`

interface MatrixProps extends ProfitByDateProps {
  readonly titleId: string
  readonly table: ProfitTable
  readonly unit: Unit
}

function Matrix({ titleId, table: { dates, rows }, trade, supposed, unit, onChoose }: MatrixProps) {
  const choose = (cell: Element | null) => {
    if (!(cell instanceof HTMLElement) || cell.dataset.days === undefined) return
    onChoose(Number(cell.dataset.price), Number(cell.dataset.days))
  }
  const grid = useGrid({
    onEnter: (_row, { target }) => choose(target instanceof Element ? target : null),
    firstColumn: 1,
  })
  const cost = trade.price * SHARES_PER_CONTRACT * trade.contracts
  const largest = Math.max(1, ...rows.flatMap(({ profitsUsd }) => profitsUsd.map(Math.abs)))
  return (
    <div className={classes.profits}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: useGrid handles Enter. */}
      <table
        {...grid}
        aria-labelledby={titleId}
        onClick={({ target }) => choose(target instanceof Element ? target.closest('td') : null)}
      >
        <thead>
          <tr>
            <th scope="col">Price $</th>
            {dates.map(({ days, date }) => (
              <th key={days} scope="col">
                {days === 0 ? 'Today' : formatDay(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ price, marks, profitsUsd }) => (
            <tr key={price} data-mark={marks.length > 0 || undefined}>
              <th scope="row">
                {formatPrice(price)}
                {marks.length > 0 && <small>{marks.join(', ')}</small>}
              </th>
              {profitsUsd.map((profitUsd, index) => {
                const days = dates[index]?.days ?? 0
                return (
                  <td
                    key={days}
                    data-price={price}
                    data-days={days}
                    data-sign={profitUsd < 0 ? 'loss' : 'gain'}
                    aria-current={(supposed.price === price && supposed.days === days) || undefined}
                    style={
                      { '--share': `${Math.round((Math.abs(profitUsd) / largest) * MAX_TINT_PCT)}%` } as CSSProperties
                    }
                  >
                    {unit === '$'
                      ? formatSignedUsd(profitUsd).replace('$', '')
                      : formatSignedPct((profitUsd / cost) * 100)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Strongest tint behind a figure; a stronger one would make the text hard to read. */
const MAX_TINT_PCT = 28

async function writeProfitCsv(trade: Trade, { dates, rows }: ProfitTable, assumption: string) {
  const { writeCsv } = await import('../../../shared/export/csv.ts')
  const text = writeCsv({
    title: 'Callwright profit by price and date',
    facts: [
      { name: 'Trade', value: nameTrade(trade) },
      { name: 'As of', value: trade.chain.marketTime },
      { name: 'Assumption', value: assumption },
    ],
    columns: ['Price ($)', ...dates.map(({ date }) => `${date} ($)`)],
    rows: rows.map(({ price, profitsUsd }) => [price, ...profitsUsd]),
  })
  return { name: `callwright-${trade.symbol}-${trade.expiration}-${trade.call.strike}-profit.csv`, text }
}
