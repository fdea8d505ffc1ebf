import { Box, Group, Progress, Stack, Text } from '@mantine/core'
import type { Rating, Screen, ScreenStock } from '../../api/screener.ts'
import type { PriceBars } from '../../api/stocks.ts'
import { commonWords } from '../../shared/common-words.ts'
import { describeBestCall, listCallCautions } from '../../shared/figures/best-call.ts'
import { describeRsi, explainNoIvRank, formatRsi, RankMark } from '../../shared/figures/indicators.tsx'
import {
  formatInteger,
  formatPlace,
  formatPoints,
  formatPrice,
  formatRating,
  formatSignedFinePct,
  formatYieldPct,
} from '../../shared/format/numbers.ts'
import { countOf } from '../../shared/format/words.ts'
import { commonFigures, describeFigure } from '../../shared/glossary.ts'
import { ANALYSIS_PATH, buildAnalysisPath } from '../../shared/paths.ts'
import { RatingGlyph } from '../../shared/rating/rating-cell.tsx'
import {
  describeCoverage,
  explainNoCall,
  findBand,
  hasLowCoverage,
  listParts,
  type PartView,
} from '../../shared/rating/rating-view.ts'
import { Figure, Signed, Unknown } from '../../shared/ui/figures.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { Answered, Card } from './card.tsx'
import classes from './dashboard.module.css'
import { PriceLineFigure, readEarnings, readPriceLine } from './price-line.tsx'
import { type Answer, LINE_DAYS } from './use-dashboard.ts'

interface FeaturedCardProps {
  readonly screen: Answer<Screen>
  readonly featured: ScreenStock | null
  readonly bars: Answer<PriceBars>
}

/** Card for the top-rated stock, with its price change, the parts of its rating, and its best call. */
export function FeaturedCard({ screen, featured, bars }: FeaturedCardProps) {
  const path = featured === null ? ANALYSIS_PATH : buildAnalysisPath(featured.symbol)
  const link = featured === null ? 'Open analysis' : `Analyze ${featured.symbol}`
  return (
    <Card name="featured" title="Featured Analysis" path={path} link={link} freshness={null}>
      <Answered answer={screen} loading="Loading the top-rated stock..." failed="Could not load the top-rated stock">
        {({ ownWeights }) =>
          featured === null ? (
            <Empty title="No stock is rated yet">
              The best-rated stock appears here once the market has been rated.
            </Empty>
          ) : (
            <Featured stock={featured} bars={bars} ownWeights={ownWeights} />
          )
        }
      </Answered>
    </Card>
  )
}

interface FeaturedProps {
  readonly stock: ScreenStock
  readonly bars: Answer<PriceBars>
  readonly ownWeights: boolean
}

function Featured({ stock, bars, ownWeights }: FeaturedProps) {
  const { symbol, companyName, priceUsd, missingReason } = stock
  const line = bars.data && readPriceLine(bars.data.bars, LINE_DAYS)
  return (
    <Stack gap="md" px="lg" pb="lg">
      <Group justify="space-between" align="flex-start" gap="lg" wrap="nowrap">
        <Box miw={0}>
          <Text size="2xl" fw="var(--weight-strong)" lh={1.1}>
            {symbol}
          </Text>
          <Text c="dimmed" truncate>
            {companyName}
          </Text>
        </Box>
        <Box flex="none" ta="right" style={{ fontVariantNumeric: 'tabular-nums lining-nums' }}>
          <Text size="lg" fw="var(--weight-strong)" lh="1.875rem">
            {priceUsd === null ? <Unknown reason={missingReason} /> : formatPrice(priceUsd)}
          </Text>
          <Text c="dimmed" mih={20}>
            {line && (
              <>
                <Signed text={`${formatSignedFinePct(line.changePct)}%`} /> in 30 days
              </>
            )}
          </Text>
        </Box>
      </Group>
      <PriceLineFigure line={line} bars={bars} />
      <RatingSummary rating={stock.rating} ownWeights={ownWeights} />
      <FeaturedFigures stock={stock} />
      <FeaturedCall stock={stock} />
    </Stack>
  )
}

const NOT_AVAILABLE = 'N/A'

/** Figures that SPEC requires for the featured stock. */
function FeaturedFigures({ stock }: { readonly stock: ScreenStock }) {
  const { rsi, missingReason, ivRank, bestAnnYieldPct, bestDteDays } = stock

  const noCall = <Unknown reason={explainNoCall(stock)} />
  return (
    <dl className={classes.featuredFigures}>
      <Figure label="RSI" hint={describeFigure(commonFigures.rsi)}>
        {rsi === null ? (
          <Unknown reason={missingReason} />
        ) : (
          <>
            {formatRsi(rsi)} <small>{describeRsi(rsi).label ?? 'Neutral'}</small>
          </>
        )}
      </Figure>
      <Figure label="IV rank" hint={describeFigure(commonFigures.ivRank)}>
        {ivRank === null ? (
          <Unknown reason={explainNoIvRank(stock)} />
        ) : (
          <>
            {formatPlace(ivRank)} <RankMark stock={stock} />
          </>
        )}
      </Figure>
      <Figure label="Earnings">
        <Earnings stock={stock} />
      </Figure>
      <Figure label="Best yield">{bestAnnYieldPct === null ? noCall : `${formatYieldPct(bestAnnYieldPct)}%`}</Figure>
      <Figure label="Best DTE">{bestDteDays === null ? noCall : formatInteger(bestDteDays)}</Figure>
    </dl>
  )
}

/** The best call, with its cautions. */
function FeaturedCall({ stock }: { readonly stock: ScreenStock }) {
  const call = describeBestCall(stock)
  if (call === null) return null
  return (
    <Text className={classes.featuredCall} c="dimmed" style={{ fontVariantNumeric: 'tabular-nums lining-nums' }}>
      Best call: {call}
      {listCallCautions(stock).map((caution) => (
        <Text key={caution} span display="block" size="sm" c="var(--text)">
          {caution}
        </Text>
      ))}
    </Text>
  )
}

function Earnings({ stock }: { readonly stock: ScreenStock }) {
  const earnings = readEarnings(stock)

  if (earnings.kind === 'unknown') return <Unknown sign={NOT_AVAILABLE} reason="Next earnings date unknown" />
  if (earnings.kind === 'clear')
    return (
      <span data-hint={`The next earnings are in ${countOf(earnings.days, 'day', 'days')}, after the best expiration.`}>
        Clear
      </span>
    )
  return commonWords.days(formatInteger(earnings.days))
}

const partNames: Readonly<Record<string, string>> = {
  liquidity_volume: 'Volume',
  liquidity_spread: 'Spread',
  iv_rank: 'IV rank',
  technical: 'Technical',
  quality: 'Quality',
  income: 'Income',
}

interface RatingSummaryProps {
  readonly rating: Rating
  readonly ownWeights: boolean
}

/** The rating, and the points for each part. */
function RatingSummary({ rating, ownWeights }: RatingSummaryProps) {
  const { score, max } = rating
  if (score === null) return null

  const band = findBand(score)
  return (
    <Stack gap="md">
      <Group component="p" justify="space-between" gap="md" wrap="nowrap">
        <Group
          component="span"
          gap="xs"
          align="baseline"
          wrap="nowrap"
          data-hint={describeCoverage(rating) ?? undefined}
        >
          <RatingGlyph band={band} />
          <b>{formatRating(score)}</b>{' '}
          <Text span size="sm" c="dimmed">
            out of {formatInteger(max)}
          </Text>
        </Group>
        <Text span c="dimmed">
          {ownWeights ? 'Callwright Rating with your own weights' : 'Callwright Rating'}: {band.word}
        </Text>
      </Group>
      <ul className={classes.parts} data-thin={hasLowCoverage(rating) || undefined}>
        {listParts(rating, undefined, ownWeights).map((part) => (
          <Part key={part.key} part={part} />
        ))}
      </ul>
    </Stack>
  )
}

function Part({ part: { key, label, points, max } }: { readonly part: PartView }) {
  const share = points === null || max === null || max === 0 ? 0 : points / max
  return (
    <Stack component="li" gap="2xs" miw={0} data-hint={label}>
      <Text span inherit c="dimmed">
        {partNames[key] ?? label}
      </Text>
      <Progress size={4} color="var(--text-muted)" value={share * 100} aria-hidden="true" />
      <span className={classes.points}>
        {points === null ? <Unknown /> : <b>{formatPoints(points)}</b>}{' '}
        {max !== null && (
          <Text span inherit c="dimmed">
            of {formatInteger(max)}
          </Text>
        )}
      </span>
    </Stack>
  )
}
