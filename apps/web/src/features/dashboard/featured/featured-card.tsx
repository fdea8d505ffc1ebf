import type { Screen, ScreenStock } from '../../../api/screen.ts'
import type { PriceBars } from '../../../api/stock-endpoints.ts'
import { formatPrice, formatSignedFinePct } from '../../../shared/format/numbers.ts'
import { ANALYSIS_PATH, buildAnalysisPath } from '../../../shared/paths.ts'
import { Empty } from '../../../shared/ui/empty.tsx'
import { Signed } from '../../../shared/ui/signed.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { Card } from '../card/card.tsx'
import { Answered } from '../card/card-states.tsx'
import { words } from '../dashboard-words.ts'
import { type Answer, LINE_DAYS } from '../use-dashboard.ts'
import classes from './featured-card.module.css'
import { FeaturedCall, FeaturedFigures } from './featured-figures.tsx'
import { readPriceLine } from './featured-view.ts'
import { PriceLineFigure } from './price-line-figure.tsx'
import { RatingSummary } from './rating-summary.tsx'

interface FeaturedCardProps {
  readonly screen: Answer<Screen>
  readonly featured: ScreenStock | null
  readonly bars: Answer<PriceBars>
}

/** Card for the top-rated stock, with its price change, the parts of its rating, and its best call. */
export function FeaturedCard({ screen, featured, bars }: FeaturedCardProps) {
  const { title, open, analyze, loading, failed, empty, emptyText } = words.featured
  const path = featured === null ? ANALYSIS_PATH : buildAnalysisPath(featured.symbol)
  const link = featured === null ? open : analyze(featured.symbol)
  return (
    <Card name="featured" title={title} path={path} link={link} freshness={null}>
      <Answered answer={screen} loading={loading} failed={failed}>
        {({ ownWeights }) =>
          featured === null ? (
            <Empty title={empty}>{emptyText}</Empty>
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
    <div className={classes.featured}>
      <div className={classes.head}>
        <p className={classes.name}>
          <b>{symbol}</b>
          <span>{companyName}</span>
        </p>
        <p className={classes.price}>
          <b>{priceUsd === null ? <Unknown reason={missingReason} /> : formatPrice(priceUsd)}</b>
          <span>
            {line && (
              <>
                <Signed text={`${formatSignedFinePct(line.changePct)}%`} /> {words.featured.change}
              </>
            )}
          </span>
        </p>
      </div>
      <PriceLineFigure line={line} bars={bars} />
      <RatingSummary rating={stock.rating} ownWeights={ownWeights} />
      <FeaturedFigures stock={stock} />
      <FeaturedCall stock={stock} />
    </div>
  )
}
