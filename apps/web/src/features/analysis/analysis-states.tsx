import { Button } from '@mantine/core'
import { asApiError, describeFailure } from '../../api/api-error.ts'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { useSuggestSymbolsQuery } from '../../api/symbol-endpoints.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatRating } from '../../shared/format/numbers.ts'
import { buildAnalysisPath, SCREENING_PATH } from '../../shared/paths.ts'
import { RatingGlyph } from '../../shared/rating/rating-glyph.tsx'
import { findBand } from '../../shared/rating/rating-view.ts'
import { Link } from '../../shared/routing.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Empty } from '../../shared/ui/empty.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import classes from './analysis-states.module.css'
import { analysisWords as words } from './analysis-words.ts'
import { BEST_RATED } from './first-questions.ts'

const toScreener = (
  <Button component={Link} to={SCREENING_PATH}>
    {words.toScreener}
  </Button>
)

/** Empty state when no stock is chosen: explains how to choose one and suggests the best-rated stocks. */
export function StockChooser() {
  const { data, error, isFetching, refetch } = useScreenQuery(BEST_RATED)
  const failure = asApiError(error)
  const stocks = data?.stocks.filter(({ rating }) => rating.score !== null) ?? []
  return (
    <section className={classes.panel} aria-label={words.choose}>
      <Empty
        title={words.which}
        actions={
          <>
            {toScreener}
            {failure !== null && data === undefined && (
              <BusyButton busy={isFetching} onClick={refetch}>
                {commonWords.retry}
              </BusyButton>
            )}
          </>
        }
      >
        <p>{words.howToChoose}</p>
        {failure !== null && data === undefined && (
          <p>{words.bestRatedFailed(describeFailure(failure) ?? commonWords.noAnswer)}</p>
        )}
        <ul
          className={classes.stocks}
          data-awaited={(data === undefined && failure === null) || undefined}
          aria-label={words.bestRated}
        >
          {stocks.map(({ symbol, companyName, rating }) => (
            <li key={symbol}>
              <Link to={buildAnalysisPath(symbol)} className={classes.stock ?? ''}>
                <b>{symbol}</b> <span className={classes.name}>{companyName}</span>
                <span className={classes.rating}>
                  <RatingGlyph band={findBand(rating.score ?? 0)} />
                  <VisuallyHidden>{words.rating}</VisuallyHidden> {formatRating(rating.score)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Empty>
    </section>
  )
}

/** Empty state for an unknown symbol: suggests similar symbols and the best-rated stocks. */
export function UnknownSymbol({ symbol }: { readonly symbol: string }) {
  const { currentData: similar = [] } = useSuggestSymbolsQuery({ search: symbol, limit: 8 })
  return (
    <>
      <section className={classes.panel} aria-label={words.unknown}>
        <Empty title={words.unknownTitle(symbol)}>
          <p>{similar.length === 0 ? words.checkSymbol : words.checkSymbolAlike}</p>
          <ul className={classes.stocks} aria-label={words.alike}>
            {similar.map(({ symbol: other, name }) => (
              <li key={other}>
                <Link to={buildAnalysisPath(other)} className={classes.stock ?? ''}>
                  <b>{other}</b> <span className={classes.name}>{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Empty>
      </section>
      <StockChooser />
    </>
  )
}
