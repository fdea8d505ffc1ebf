import type { KnownSum, PortfolioTotals } from '@callwright/scoring'
import { Stack, Text } from '@mantine/core'
import type { Freshness } from '../../api/market.ts'
import { type AttentionList, hasRealized, type ListedPosition, type PositionList } from '../../api/portfolio.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatDecimal, formatInteger, formatSignedPct } from '../../shared/format/numbers.ts'
import { nameGaps } from '../../shared/format/positions.ts'
import { countOf } from '../../shared/format/words.ts'
import { buildPositionPath, PORTFOLIO_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { Explained, Figure, OwnUsd, PartTitle } from '../../shared/ui/figures.tsx'
import { AttentionLinks, listAttention, needsAction } from './attention-links.tsx'
import { Answered, Card } from './card.tsx'
import { FirstPosition } from './first-position.tsx'
import classes from './overview.module.css'
import { buildStrikeMap, StrikeMapFigure, useMapSize } from './strike-map.tsx'
import type { Answer } from './use-dashboard.ts'

interface OverviewCardProps {
  readonly positions: Answer<PositionList>
  readonly attention: Answer<AttentionList>
  readonly freshness: Freshness | null
}

/** The user's positions: P&L, distance to the strike, and which ones need attention. */
export function OverviewCard({ positions, attention, freshness }: OverviewCardProps) {
  return (
    <Card name="overview" title="Portfolio Overview" path={PORTFOLIO_PATH} link="Open portfolio" freshness={freshness}>
      <Answered answer={positions} loading="Loading your positions..." failed="Could not load your positions">
        {(list) => (list.positions.length === 0 ? <FirstPosition /> : <Overview list={list} attention={attention} />)}
      </Answered>
    </Card>
  )
}

interface OverviewProps {
  readonly list: PositionList
  readonly attention: Answer<AttentionList>
}

function Overview({ list: { positions, totals, chainsPnl, actions }, attention: { data, failure } }: OverviewProps) {
  const { labelWidth } = useMapSize()
  const entries = data?.entries ?? []
  const actionIds = new Set(entries.filter(needsAction).map(({ id }) => id))

  const hasResults = totals.coveredCallPnl.counted > 0
  return (
    <div className={classes.overview}>
      <div>
        <OverviewFigures
          totals={totals}
          chainsPnl={positions.some(({ life }) => hasRealized(life)) ? chainsPnl : null}
          actions={actions}
          leftOut={nameGaps(positions)}
        />
        <OutcomesToConfirm count={positions.filter(({ life }) => life.suggestion !== null).length} />
        <AttentionLinks lines={data && listAttention(entries, positions)} hasFailed={failure !== null} />
      </div>
      <StrikeMapFigure map={buildStrikeMap(positions, { actionIds, labelWidth })} positions={positions.length} />
      <Stack gap="lg">
        <Ranking
          title="Top Winners"
          ranked={rankWinners(positions)}
          none={hasResults ? 'No position shows a gain.' : 'No results yet.'}
        />
        <Ranking
          title="Need Attention"
          ranked={rankLosers(positions)}
          none={hasResults ? 'No position shows a loss.' : 'No results yet.'}
        />
      </Stack>
    </div>
  )
}

interface OverviewFiguresProps {
  readonly totals: PortfolioTotals
  /** P&L of all chains; null while nothing has been realized, because it then equals the covered-call P&L. */
  readonly chainsPnl: KnownSum | null
  /** How many positions need action. */
  readonly actions: number
  /** Text that lists the positions excluded from the totals, with reasons; empty if none are. */
  readonly leftOut: string
}

/** Totals for all positions, including those not listed on the dashboard. */
function OverviewFigures({ totals, chainsPnl, actions, leftOut }: OverviewFiguresProps) {
  return (
    <dl className={classes.figures}>
      <Figure className={classes.main} label="Covered-call P&L" size="2xl">
        <OwnUsd signed usd={totals.coveredCallPnl.usd} reason="No position has a known P&L" />
        <Share totals={totals} leftOut={leftOut} />
        {chainsPnl !== null && (
          <Text fz="sm" c="dimmed" fw="var(--weight-regular)" lts="normal">
            <OwnUsd signed usd={chainsPnl.usd} reason="No chain has a known P&L" /> with rolls and realized
            {chainsPnl.leftOut > 0 && `; ${formatInteger(chainsPnl.leftOut)} left out`}
          </Text>
        )}
      </Figure>
      <Figure label="Stock P&L">
        <OwnUsd signed usd={totals.coveredCallParts.stockUsd} reason="No position has a known P&L" />
      </Figure>
      <Figure label="Option P&L">
        <OwnUsd signed usd={totals.coveredCallParts.optionUsd} reason="No position has a known P&L" />
      </Figure>
      <Figure label="Total positions">{formatInteger(totals.positions)}</Figure>
      <Figure
        label="Actions"
        hint="Positions with 7 days or less to expiration, a delta of 0.50 or more, or a profit of 50% or more. Each counts once."
      >
        {formatInteger(actions)}
      </Figure>
    </dl>
  )
}

/** Link to the outcomes of expired calls that wait for the user's confirmation. */
const OutcomesToConfirm = ({ count }: { readonly count: number }) =>
  count > 0 && (
    <Text pb="xs">
      <Link className={classes.confirm ?? ''} to={PORTFOLIO_PATH}>
        {countOf(count, 'outcome')} to confirm
      </Link>
    </Text>
  )

/** P&L as a percent of the shares' cost, for positions with a known P&L. */
function Share({ totals: { coveredCallPnl }, leftOut }: Pick<OverviewFiguresProps, 'totals' | 'leftOut'>) {
  const { pct, costUsd, leftOut: count } = coveredCallPnl

  if (pct === null)
    return (
      <Text c="dimmed" mih={32}>
        No position has a known P&L
      </Text>
    )
  // The minimum height leaves room for the note about excluded positions.
  return (
    <Text mih={32} c="dimmed" fw="var(--weight-regular)" lts="normal">
      {formatSignedPct(pct)}% of <OwnUsd usd={costUsd} /> at entry
      {count > 0 && (
        <>
          ; <Explained name={`${formatInteger(count)} left out`} hint={`Left out: ${leftOut}`} />
        </>
      )}
    </Text>
  )
}

interface RankingProps {
  readonly title: string
  readonly ranked: readonly RankedPosition[]
  readonly none: string
}

/** Positions with the best or worst percent P&L, with dollar amounts. */
function Ranking({ title, ranked, none }: RankingProps) {
  return (
    <div>
      <PartTitle>{title}</PartTitle>
      {ranked.length === 0 ? (
        <Text c="dimmed" pt="2xs">
          {none}
        </Text>
      ) : (
        <ol className={classes.list}>
          {ranked.map(({ listed, pct, usd }) => (
            <li key={listed.position.id} className={classes.ranked}>
              <Link to={buildPositionPath(listed.position.id)}>{listed.position.symbol}</Link>
              <span>
                {formatDecimal(listed.position.strike)} ·{' '}
                {listed.state === 'expired' ? 'expired' : commonWords.days(String(listed.daysToExpiration))}
              </span>
              <span>{formatSignedPct(pct)}%</span>
              <OwnUsd signed usd={usd} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A position with a known P&L; only these are ranked. */
interface RankedPosition {
  readonly listed: ListedPosition
  readonly pct: number
  readonly usd: number
}

const MAX_RANKED = 3

/** Biggest gains as a percent of the shares' cost; dollars break ties. */
export const rankWinners = (positions: readonly ListedPosition[]): readonly RankedPosition[] =>
  listKnown(positions)
    .filter(({ pct }) => pct > 0)
    .toSorted((a, b) => b.pct - a.pct || b.usd - a.usd)
    .slice(0, MAX_RANKED)

/** Biggest losses as a percent of the shares' cost; dollars break ties. */
export const rankLosers = (positions: readonly ListedPosition[]): readonly RankedPosition[] =>
  listKnown(positions)
    .filter(({ pct }) => pct < 0)
    .toSorted((a, b) => a.pct - b.pct || a.usd - b.usd)
    .slice(0, MAX_RANKED)

function listKnown(positions: readonly ListedPosition[]): readonly RankedPosition[] {
  return positions.flatMap((listed) => {
    const { coveredCallPnlPct: pct, coveredCallPnlUsd: usd } = listed.pnl
    return pct === null || usd === null ? [] : [{ listed, pct, usd }]
  })
}
