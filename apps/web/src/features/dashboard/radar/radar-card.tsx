import type { ReactNode } from 'react'
import type { Screen } from '../../../api/screen.ts'
import type { RatingList } from '../../../api/screener-endpoints.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { SCREENING_PATH } from '../../../shared/paths.ts'
import { Empty } from '../../../shared/ui/empty.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { Card } from '../card/card.tsx'
import { Answered } from '../card/card-states.tsx'
import { words } from '../dashboard-words.ts'
import type { Answer } from '../use-dashboard.ts'
import { CandidatesTable } from './candidates-table.tsx'
import classes from './radar-card.module.css'
import { RatingSpreadFigure } from './rating-spread-figure.tsx'

interface RadarCardProps {
  readonly screen: Answer<Screen>
  readonly premium: Answer<number>
  readonly ratings: Answer<RatingList>
}

const MAX_CANDIDATES = 3

/** Card for opportunities across the market: how many there are, how ratings are spread, and the best candidates. */
export function RadarCard({ screen, premium, ratings }: RadarCardProps) {
  const { title, open, loading, failed } = words.radar
  return (
    <Card name="radar" title={title} path={SCREENING_PATH} link={open} freshness={null}>
      <Answered answer={screen} loading={loading} failed={failed}>
        {(answer) => <Radar screen={answer} premium={premium} ratings={ratings} />}
      </Answered>
    </Card>
  )
}

interface RadarProps extends Pick<RadarCardProps, 'premium' | 'ratings'> {
  readonly screen: Screen
}

function Radar({ screen: { stocks, universeTotal, message }, premium, ratings }: RadarProps) {
  const rated = stocks.filter(({ rating }) => rating.score !== null)
  const { empty, emptyText, analyzed, premium: premiumLabel, noPremium } = words.radar
  const [best] = rated
  if (best === undefined) return <Empty title={empty}>{message ?? emptyText}</Empty>
  return (
    <>
      <div className={classes.head}>
        <Count label={analyzed}>{formatInteger(universeTotal)}</Count>
        <Count label={premiumLabel}>
          {premium.data === null ? <CountPending answer={premium} reason={noPremium} /> : formatInteger(premium.data)}
        </Count>
        <RatingSpreadFigure ratings={ratings} max={best.rating.max} />
      </div>
      <CandidatesTable stocks={rated.slice(0, MAX_CANDIDATES)} />
    </>
  )
}

function Count({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <p className={classes.count}>
      <b>{children}</b>
      <span> {label}</span>
    </p>
  )
}

interface CountPendingProps {
  readonly answer: Answer<number>
  readonly reason: string
}

const CountPending = ({ answer: { failure }, reason }: CountPendingProps) =>
  failure === null ? <Unknown sign="…" spoken={words.radar.loadingCount} /> : <Unknown reason={reason} />
