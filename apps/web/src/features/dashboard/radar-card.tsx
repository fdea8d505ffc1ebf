import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RatingList, Screen } from '../../api/screener.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { countOf } from '../../shared/format/words.ts'
import { SCREENING_PATH } from '../../shared/paths.ts'
import { findBand, type RatingBand } from '../../shared/rating/rating-view.ts'
import { Unknown } from '../../shared/ui/figures.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { CandidatesTable } from './candidates-table.tsx'
import { Answered, Card } from './card.tsx'
import classes from './dashboard.module.css'
import { PREMIUM_YIELD_PCT } from './first-requests.ts'
import type { Answer } from './use-dashboard.ts'

interface RadarCardProps {
  readonly screen: Answer<Screen>
  readonly premium: Answer<number>
  readonly ratings: Answer<RatingList>
}

const MAX_CANDIDATES = 3

/** Card for opportunities across the market: how many there are, how ratings are spread, and the best candidates. */
export function RadarCard({ screen, premium, ratings }: RadarCardProps) {
  return (
    <Card name="radar" title="Opportunity Radar" path={SCREENING_PATH} link="Open screener" freshness={null}>
      <Answered answer={screen} loading="Loading the best-rated stocks..." failed="Could not load opportunities">
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

  const [best] = rated
  if (best === undefined)
    return (
      <Empty title="No opportunities found">
        {message ?? 'No stocks are rated yet. The screener shows the progress.'}
      </Empty>
    )
  return (
    <>
      <div className={classes.radarHead}>
        <Count label="stocks analyzed">{formatInteger(universeTotal)}</Count>
        <Count label={`premium opportunities, yield ${PREMIUM_YIELD_PCT}%+`}>
          {premium.data === null ? (
            <CountPending answer={premium} reason="Could not load the count" />
          ) : (
            formatInteger(premium.data)
          )}
        </Count>
        <RatingSpreadFigure ratings={ratings} max={best.rating.max} />
      </div>
      <CandidatesTable stocks={rated.slice(0, MAX_CANDIDATES)} />
    </>
  )
}

function Count({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Text fz="sm" c="dimmed">
      <Text
        span
        display="block"
        fz="2xl"
        lh="1.875rem"
        fw="var(--weight-strong)"
        lts="-0.02em"
        c="var(--text)"
        style={{ fontVariantNumeric: 'tabular-nums lining-nums' }}
      >
        {children}
      </Text>{' '}
      {label}
    </Text>
  )
}

interface CountPendingProps {
  readonly answer: Answer<number>
  readonly reason: string
}

const CountPending = ({ answer: { failure }, reason }: CountPendingProps) =>
  failure === null ? <Unknown sign="…" spoken="loading" /> : <Unknown reason={reason} />

interface RatingSpreadFigureProps {
  readonly ratings: Answer<RatingList>
  /** Maximum number of points in a rating. */
  readonly max: number
}

/** Histogram of all ratings. The height is fixed to avoid a layout shift. */
function RatingSpreadFigure({ ratings: { data, failure }, max }: RatingSpreadFigureProps) {
  return (
    <Box component="figure" miw={0} h={82}>
      <Text component="figcaption" size="sm" c="dimmed">
        {data === null && failure !== null ? 'Could not load the ratings' : 'Ratings of all stocks'}
      </Text>
      {data !== null && <Spread scores={data.scores} max={max} />}
    </Box>
  )
}

/** Lower bounds of the rating bands; the scale is labeled at each one. */
const TICKS = [19, 26, 40]
const GAP = 0.5

function Spread({ scores, max }: Pick<RatingList, 'scores'> & { readonly max: number }) {
  const { bins, rated, unrated, bands } = spreadRatings(scores, max)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const width = 100 / bins.length
  const label = `Ratings of ${countOf(rated, 'stock', 'stocks')}: ${bands.map(({ word, count }) => `${formatInteger(count)} ${word}`).join(', ')}${unrated === 0 ? '' : `; ${unrated} without a rating`}`
  return (
    <>
      <svg className={classes.bars} viewBox="0 0 100 44" preserveAspectRatio="none" role="img" aria-label={label}>
        {bins.map((bin, index) => {
          const height = (bin.count / most) * 44
          return (
            <rect
              key={bin.from}
              x={index * width}
              y={44 - height}
              width={width - GAP}
              height={height}
              fill={findTone(bin)}
              opacity={findStrength(bin)}
            />
          )
        })}
      </svg>
      <div className={classes.spreadScale} aria-hidden="true">
        <span>0</span>
        {TICKS.filter((tick) => tick < max).map((tick) => (
          <span key={tick} style={{ left: `${(tick / max) * 100}%` }}>
            {tick}
          </span>
        ))}
        <span>{max}</span>
      </div>
    </>
  )
}

/** Bar color; only the best band gets one. */
const findTone = ({ band }: RatingBin) => (band.glyph === 'star' ? band.color : 'var(--text-faint)')

const strengths = { star: 1, full: 0.75, 'three-quarter': 0.5, half: 0.32, quarter: 0.32 } as const
const findStrength = ({ band }: RatingBin) => strengths[band.glyph]

const BIN_POINTS = 2

/** One bar of the histogram. */
interface RatingBin {
  readonly from: number
  readonly count: number
  readonly band: RatingBand
}

interface RatingSpread {
  readonly bins: readonly RatingBin[]
  readonly rated: number
  readonly unrated: number
  /** How many stocks are in each band, best band first. */
  readonly bands: readonly { readonly word: string; readonly count: number }[]
}

/** Counts ratings in bins of two points; the last bin includes `max`. */
export function spreadRatings(scores: readonly (number | null)[], max: number): RatingSpread {
  const rated = scores.filter((score) => score !== null)
  const size = Math.ceil(max / BIN_POINTS)
  const bins = Array.from({ length: size }, (_, index) => ({ from: index * BIN_POINTS, count: 0 }))
  const bands = new Map<string, number>()
  for (const score of rated.toSorted((a, b) => b - a)) {
    const bin = bins[Math.min(size - 1, Math.floor(score / BIN_POINTS))]
    if (bin !== undefined) bin.count += 1
    const { word } = findBand(score)
    bands.set(word, (bands.get(word) ?? 0) + 1)
  }
  return {
    bins: bins.map((bin) => ({ ...bin, band: findBand(bin.from + BIN_POINTS / 2) })),
    rated: rated.length,
    unrated: scores.length - rated.length,
    bands: [...bands].map(([word, count]) => ({ word, count })),
  }
}
