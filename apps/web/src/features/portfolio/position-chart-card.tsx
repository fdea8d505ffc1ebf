import { maxProfitUsd } from '@callwright/scoring'
import { Box, Button, Group, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { hasRealized } from '../../api/portfolio.ts'
import { commonWords } from '../../shared/common-words.ts'
import {
  formatDecimal,
  formatFinePrice,
  formatInteger,
  formatPrice,
  formatUsd,
  formatYieldPct,
} from '../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../shared/format/times.ts'
import { buildAnalysisPath } from '../../shared/paths.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { Link } from '../../shared/routing.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { Figure, OwnUsd, Unknown } from '../../shared/ui/figures.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import type { PositionRow } from './data/position.ts'
import classes from './portfolio.module.css'
import { PositionChart } from './position-chart.tsx'
import { findObstacle } from './record/row-acts.ts'
import { describeChange, Sum } from './table/position-cells.tsx'
import { drawPosition } from './table/position-columns.tsx'
import { RecommendationBadge } from './table/tones.tsx'

interface PositionChartCardProps {
  readonly row: PositionRow
  /** ISO time of the quote that the current price comes from. */
  readonly asOf: string | null
  readonly onWhy: () => void
  readonly onRolls: () => void
  readonly onEdit: () => void
}

/** Details for one position: price chart since entry, P&L and key figures. */
export function PositionChartCard({ row, asOf, onWhy, onRolls, onEdit }: PositionChartCardProps) {
  const { position, metrics, recommendation, life } = row
  const { symbol, entryDate, strike, notes } = position
  return (
    <section className={classes.panel} aria-label={`Chart of ${symbol}`}>
      <Group component="header" align="baseline" gap="var(--space-2) var(--space-4)" px="lg" pt="md" pb="sm">
        <Text component="h2" size="lg" fw="var(--weight-strong)">
          {symbol}
        </Text>
        <Text className={classes.numbers ?? ''} c="dimmed" data-hint={`Entry on ${formatDayLong(entryDate)}`}>
          {`Entry ${formatDay(entryDate)}, strike ${formatDecimal(strike)}, ${describeTerm(row)}`}
        </Text>
        <Link className={classes.analysis ?? ''} to={buildAnalysisPath(symbol)}>
          Open analysis <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </Link>
      </Group>
      <div className={classes.body}>
        <Box miw={0} pl="lg" pr="xs" pb="md">
          <PositionChart row={row} asOf={metrics.price === null ? null : asOf} />
        </Box>
        <Box className={classes.side ?? ''} px="lg" pt="md" pb="lg">
          <Box component="dl" mb="3xs">
            <Figure label="Covered-call P&L" size="2xl">
              <Sum sum={{ usd: metrics.coveredCallPnlUsd, pct: metrics.coveredCallPnlPct, leftOut: 0 }} />
            </Figure>
            {life !== null && hasRealized(life) && (
              <Figure
                label="Since start"
                size="2xl"
                hint="P&L of the whole chain: rolls, dividends and realized results included"
              >
                <OwnUsd signed usd={life.chainPnlUsd} reason="A part of it is unknown" />
              </Figure>
            )}
          </Box>
          <Note>{describeChange(row)}</Note>
          <PositionFacts row={row} />
          <Note>{notes}</Note>
          <Group gap="3xs" mt="sm">
            <RecommendationBadge action={recommendation.action} />
            <Group className={classes.tools ?? ''} gap="3xs" wrap="nowrap">
              <Button variant="subtle" onClick={onWhy}>
                Why
              </Button>
              {findObstacle('roll', row, true) === null && (
                <Button variant="subtle" onClick={onRolls}>
                  Compare rolls
                </Button>
              )}
              <Button variant="subtle" onClick={onEdit}>
                Edit
              </Button>
            </Group>
          </Group>
        </Box>
      </div>
      {row.life !== null && <Life chainId={row.life.chainId} />}
    </section>
  )
}

export const loadChainDetail = async () => (await import('./chain/chain-detail.tsx')).ChainDetail

/** The chain that the position belongs to: its calls, ledger and costs. */
function Life({ chainId }: { readonly chainId: string }) {
  const { part: ChainDetail, tryLoad } = useDeferred(loadChainDetail)
  const begin = useEffectEvent(() => void tryLoad())
  useEffect(() => begin(), [])
  return (
    <div className={classes.life}>
      {ChainDetail !== null && (
        <PanelBoundary name="ledger">
          <ChainDetail chainId={chainId} />
        </PanelBoundary>
      )}
    </div>
  )
}

/** A sentence about the position, if there is one. */
const Note = ({ children }: { readonly children: string | null }) =>
  children && (
    <Text py="xs" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children}
    </Text>
  )

function describeTerm({ metrics: { state, daysToExpiration }, position }: PositionRow): string {
  if (state === 'expired') return `expired on ${formatDay(position.expiration)}`
  return daysToExpiration === 1 ? '1 day to expiration' : `${daysToExpiration} days to expiration`
}

/** Key figures for the selected position. */
function PositionFacts({ row }: { readonly row: PositionRow }) {
  const { position, metrics } = row
  const { profitCapturedPct, timeElapsedPct, costToCloseUsd, shares } = metrics
  const ask = costToCloseUsd === null ? null : costToCloseUsd / shares
  const [{ hidesAmounts }] = usePreferences()
  const ifCalledUsd = maxProfitUsd(metrics.position)
  const lines: readonly (readonly [string, ReactNode])[] = [
    [
      'Contracts',
      <span key="contracts" data-hint={`${formatInteger(shares)} shares`}>
        {formatInteger(position.contracts)}
      </span>,
    ],
    ['Entry price', formatFinePrice(position.entryPrice)],
    ['Current price', drawPosition('price', row)],
    ['Premium received', formatFinePrice(position.premium)],
    [
      'Cost to close, ask',
      ask === null ? (
        <Unknown
          key="ask"
          sign={commonWords.notAvailable}
          reason={metrics.state === 'expired' ? 'The call has expired' : 'The call has no ask'}
        />
      ) : (
        <span key="ask" data-hint={hidesAmounts ? undefined : `${formatUsd(costToCloseUsd)} for all contracts`}>
          {formatPrice(ask)}
        </span>
      ),
    ],
    [
      'Profit captured',
      profitCapturedPct === null ? (
        <Unknown
          key="captured"
          sign={commonWords.notAvailable}
          reason="Needs the premium received and the current premium"
        />
      ) : (
        `${formatYieldPct(profitCapturedPct)}%`
      ),
    ],
    ['Time elapsed', `${formatYieldPct(timeElapsedPct)}%`],
    [
      'If called',
      ifCalledUsd === null ? (
        <Unknown key="called" sign={commonWords.notAvailable} />
      ) : (
        <OwnUsd key="called" signed usd={ifCalledUsd} hint="(strike − entry price + premium) × shares" />
      ),
    ],
  ]
  return (
    <dl className={`${classes.facts} ${classes.numbers}`}>
      {lines.map(([name, figure]) => (
        <Group key={name} justify="space-between" gap="md" wrap="nowrap">
          <Box component="dt" c="dimmed">
            {name}
          </Box>
          <Box component="dd" fw="var(--weight-strong)">
            {figure}
          </Box>
        </Group>
      ))}
    </dl>
  )
}
