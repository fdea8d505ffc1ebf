import { Popover, type PopoverProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react'
import { type Ref, useLayoutEffect } from 'react'
import { asApiError, describeFailure } from '../../api/http.ts'
import { type StockRating, useStockRatingQuery } from '../../api/ratings.ts'
import type { ScreenStock } from '../../api/screener.ts'
import { formatInteger, formatPoints } from '../format/numbers.ts'
import { toSentence } from '../format/words.ts'
import { Unknown } from '../ui/unknown.tsx'
import classes from './rating-breakdown.module.css'
import { RatingGlyph } from './rating-glyph.tsx'
import { RatingParts } from './rating-parts.tsx'
import { RatingSparkline } from './rating-sparkline.tsx'
import {
  type ChangeView,
  describeChange,
  describeCoverage,
  describeNoRating,
  findBand,
  hasLowCoverage,
  listParts,
} from './rating-view.ts'
import { ratingWords } from './rating-words.ts'

/** Clicks elsewhere need to close the breakdown only on touch screens: a mouse closes it by leaving. */
const TAP = ['touchstart']
/** If there is room neither above nor below, the breakdown opens beside its button or, on a phone, over it. */
const IN_VIEW = {
  flip: { crossAxis: false, fallbackPlacements: ['top-start', 'right', 'left'], padding: 8 },
  shift: { crossAxis: true, padding: 8 },
} satisfies PopoverProps['middlewares']
/** Points change during a run, so explanations older than this are reloaded. */
const FRESH_SECONDS = 5

interface RatingBreakdownProps {
  readonly id: string
  readonly stock: ScreenStock
  /** Button that opened the breakdown. */
  readonly button: HTMLElement
  readonly ownWeights: boolean
  readonly onClose: () => void
}

/**
 * Breakdown of a rating. Shows the points of each part at once, and adds explanations and the latest change when they
 * have loaded.
 */
export function RatingBreakdown({ id, stock, button, ownWeights, onClose }: RatingBreakdownProps) {
  const { symbol, rating } = stock
  const { currentData, error } = useStockRatingQuery(symbol, { refetchOnMountOrArgChange: FRESH_SECONDS })
  // Escape must also close a breakdown that the pointer opened while the focus is elsewhere.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose()
  })
  return (
    <Popover
      opened
      withRoles={false}
      position="bottom-start"
      width={360}
      middlewares={IN_VIEW}
      clickOutsideEvents={TAP}
      onChange={onClose}
    >
      <Popover.Target>
        <Anchor element={button} />
      </Popover.Target>
      <Popover.Dropdown id={id} role="dialog" aria-label={ratingWords.label(symbol)} className={classes.breakdown}>
        <Head stock={stock} />
        <Movement change={describeChange(rating)} history={currentData?.history ?? []} />
        <Notes stock={stock} ownWeights={ownWeights} />
        <RatingParts parts={listParts(rating, currentData, ownWeights)} waiting={error === undefined} />
        <p className={classes.note}>{error === undefined ? describeCoverage(rating) : explainNoReasons(error)}</p>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Makes an existing element the popover's target. */
function Anchor({ element, ref }: { readonly element: HTMLElement; readonly ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    const cleanUp = ref(element)
    return () => {
      if (typeof cleanUp === 'function') cleanUp()
      else ref(null)
    }
  }, [element, ref])
  return null
}

function explainNoReasons(error: unknown): string {
  const why = describeFailure(asApiError(error))
  return why === null ? ratingWords.noReasons : ratingWords.noReasonsWith(why)
}

function Head({ stock }: Pick<RatingBreakdownProps, 'stock'>) {
  const { symbol, companyName, rating } = stock
  const band = rating.score === null ? null : findBand(rating.score)
  return (
    <div className={classes.head}>
      <span className={classes.name}>
        <b>{symbol}</b> {companyName}
      </span>
      {band === null ? (
        <span className={classes.score}>
          <Unknown reason={describeNoRating(stock)} />
        </span>
      ) : (
        <span className={classes.score}>
          <RatingGlyph band={band} />
          {formatPoints(rating.score)}
          <small>/{formatInteger(rating.max)}</small>
          <small>{band.word}</small>
        </span>
      )}
    </div>
  )
}

const directions = { up: IconTriangleFilled, down: IconTriangleInvertedFilled, same: null } as const

interface MovementProps {
  readonly change: ChangeView | null
  readonly history: StockRating['history']
}

function Movement({ change, history }: MovementProps) {
  const Triangle = directions[change?.direction ?? 'same']
  return (
    <div className={classes.movement}>
      {change !== null && (
        <span className={classes.change} data-direction={change.direction}>
          {Triangle !== null && <Triangle size={8} aria-hidden="true" />}
          {change.text}
        </span>
      )}
      <RatingSparkline history={history} />
    </div>
  )
}

function Notes({ stock, ownWeights }: Pick<RatingBreakdownProps, 'stock' | 'ownWeights'>) {
  const { rating } = stock
  return (
    <>
      {rating.score === null && (
        <p className={classes.note}>{ratingWords.noRating(toSentence(describeNoRating(stock)))}</p>
      )}
      {hasLowCoverage(rating) && <p className={classes.note}>{ratingWords.thin}</p>}
      {ownWeights && <p className={classes.note}>{ratingWords.ownWeights}</p>}
    </>
  )
}
