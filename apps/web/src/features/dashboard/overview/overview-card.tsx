import type { AttentionList, PositionList } from '../../../api/portfolio-endpoints.ts'
import type { Freshness } from '../../../api/screen.ts'
import { nameGaps } from '../../../shared/format/pnl-gaps.ts'
import { PORTFOLIO_PATH } from '../../../shared/paths.ts'
import { Card } from '../card/card.tsx'
import { Answered } from '../card/card-states.tsx'
import { words } from '../dashboard-words.ts'
import type { Answer } from '../use-dashboard.ts'
import { listAttention, needsAction } from './attention-lines.ts'
import { AttentionLinks } from './attention-links.tsx'
import { FirstPosition } from './first-position.tsx'
import classes from './overview-card.module.css'
import { OverviewFigures } from './overview-figures.tsx'
import { rankLosers, rankWinners } from './rank-positions.ts'
import { Ranking } from './ranking.tsx'
import { StrikeMapFigure, useMapSize } from './strike-map.tsx'
import { buildStrikeMap } from './strike-map-view.ts'

interface OverviewCardProps {
  readonly positions: Answer<PositionList>
  readonly attention: Answer<AttentionList>
  readonly freshness: Freshness | null
}

/** The user's positions: P&L, distance to the strike, and which ones need attention. */
export function OverviewCard({ positions, attention, freshness }: OverviewCardProps) {
  const { title, open, loading, failed } = words.overview
  return (
    <Card name="overview" title={title} path={PORTFOLIO_PATH} link={open} freshness={freshness}>
      <Answered answer={positions} loading={loading} failed={failed}>
        {(list) => (list.positions.length === 0 ? <FirstPosition /> : <Overview list={list} attention={attention} />)}
      </Answered>
    </Card>
  )
}

interface OverviewProps {
  readonly list: PositionList
  readonly attention: Answer<AttentionList>
}

function Overview({ list: { positions, totals, actions }, attention: { data, failure } }: OverviewProps) {
  const { labelWidth } = useMapSize()
  const entries = data?.entries ?? []
  const actionIds = new Set(entries.filter(needsAction).map(({ id }) => id))
  const { winners, noWinners, losers, noLosers, noResults } = words.overview
  const hasResults = totals.coveredCallPnl.counted > 0
  return (
    <div className={classes.overview}>
      <div>
        <OverviewFigures totals={totals} actions={actions} leftOut={nameGaps(positions)} />
        <AttentionLinks lines={data && listAttention(entries, positions)} hasFailed={failure !== null} />
      </div>
      <StrikeMapFigure map={buildStrikeMap(positions, { actionIds, labelWidth })} positions={positions.length} />
      <div className={classes.rankings}>
        <Ranking title={winners} ranked={rankWinners(positions)} none={hasResults ? noWinners : noResults} />
        <Ranking title={losers} ranked={rankLosers(positions)} none={hasResults ? noLosers : noResults} />
      </div>
    </div>
  )
}
