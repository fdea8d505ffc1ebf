import { Popover } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { PointerEventHandler } from 'react'
import type { RatingPart, ScreenStock } from '../../api/screen.ts'
import { formatInteger, formatPoints } from '../../shared/format/numbers.ts'
import { toSentence } from '../../shared/format/words.ts'
import { Unknown } from '../../shared/ui/unknown.tsx'
import classes from './rating-breakdown.module.css'
import cellClasses from './rating-cell.module.css'
import { RatingGlyph } from './rating-glyph.tsx'
import { describeNoRating, findBand, isThinlyJudged } from './rating-view.ts'

/** A mouse that presses elsewhere has left already. */
const TAP = ['touchstart']

interface RatingBreakdownProps {
  readonly id: string
  readonly stock: ScreenStock
  readonly onClose: () => void
  readonly onPointerEnter: PointerEventHandler
  readonly onPointerLeave: PointerEventHandler
}

/** What a rating is made of: every part with its points, and why. */
export function RatingBreakdown({ id, stock, onClose, ...hover }: RatingBreakdownProps) {
  const { rating, symbol } = stock
  // Also when it was opened by the pointer and the focus is elsewhere.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose()
  })
  return (
    <Popover opened withRoles={false} position="bottom-start" width={360} clickOutsideEvents={TAP} onChange={onClose}>
      <Popover.Target>
        <span className={cellClasses.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        role="dialog"
        aria-label={`Rating of ${symbol}`}
        className={classes.breakdown}
        {...hover}
      >
        <Head stock={stock} />
        {rating.score === null && <p className={classes.note}>No rating: {toSentence(describeNoRating(stock))}</p>}
        {isThinlyJudged(rating) && (
          <p className={classes.note}>Greyed, because less than half of the points could be judged.</p>
        )}
        <ul className={classes.parts}>
          {rating.parts.map((part) => (
            <Part key={part.key} part={part} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
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

function Part({ part }: { readonly part: RatingPart }) {
  return (
    <li className={classes.part}>
      <span className={classes.label}>{part.label}</span>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ width: `${part.max > 0 ? (part.points / part.max) * 100 : 0}%` }} />
      </span>
      <span className={classes.points}>
        {part.unknown ? <Unknown spoken="unknown" /> : formatPoints(part.points)}{' '}
        <small>/{formatInteger(part.max)}</small>
      </span>
      <span className={classes.why}>
        {part.unknown && <b className={classes.unknown}>Unknown</b>}
        {part.explanation}
      </span>
    </li>
  )
}
