import { useEffect, useEffectEvent, useState } from 'react'
import { describeFailure } from '../../../api/api-error.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { listComing } from '../../../shared/price-chart/chart-marks.ts'
import { ChartSkeleton } from '../../../shared/price-chart/chart-skeleton.tsx'
import { summarizeChart } from '../../../shared/price-chart/chart-words.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Empty } from '../../../shared/ui/empty.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import type { PositionRow } from '../data/position.ts'
import { positionChartWords } from './position-chart-words.ts'
import { CHART_HEIGHT, usePositionChart } from './use-position-chart.ts'

const loadPriceChart = async () => (await import('../../../shared/price-chart/price-chart.tsx')).PriceChart

interface PositionChartProps {
  readonly row: PositionRow
  /** ISO time of the quote that the current price comes from. */
  readonly asOf: string | null
}

/** A position's price chart with entry, strike and expected move, or a loading, error or empty state. */
export function PositionChart({ row, asOf }: PositionChartProps) {
  const { view, events, failure, retry, busy } = usePositionChart(row, asOf)
  const { part: PriceChart, tryLoad } = useDeferred(loadPriceChart)
  const [missing, setMissing] = useState(false)
  const fetchPart = async () => setMissing(!(await tryLoad()))
  const begin = useEffectEvent(() => void fetchPart())
  useEffect(() => begin(), [])

  if (failure !== null) {
    return <Trouble why={describeFailure(failure) ?? commonWords.pricesFailed} busy={busy} onRetry={retry} />
  }
  if (missing) return <Trouble why={positionChartWords.codeMissing} busy={false} onRetry={fetchPart} />
  if (view === 'empty') return <Empty title={commonWords.noPrices}>{commonWords.noBars}</Empty>
  if (view === null || PriceChart === null) return <ChartSkeleton panes={[]} priceHeight={CHART_HEIGHT} />
  return <PriceChart view={view} summary={summarizeChart(view, listComing(events, view.bars.at(-1)?.day ?? ''))} />
}

interface TroubleProps {
  readonly why: string
  readonly busy: boolean
  readonly onRetry: () => unknown
}

function Trouble({ why, busy, onRetry }: TroubleProps) {
  return (
    <Empty
      tone="trouble"
      title={commonWords.chartFailed}
      actions={
        <BusyButton variant="filled" busy={busy} onClick={onRetry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      {toSentence(why)} {commonWords.restWorks}
    </Empty>
  )
}
