import { RECOMMENDATION_NOTE } from '@callwright/scoring'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { typesetMinus } from '../../../shared/format/words.ts'
import { buildTermHint } from '../../../shared/glossary/term-lines.ts'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Explained } from '../../../shared/ui/explained.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import type { PositionRow } from '../data/position.ts'
import { useLast } from '../use-last.ts'
import { actionViews } from './action-view.ts'
import { RecommendationBadge } from './recommendation-badge.tsx'
import classes from './recommendation-dialog.module.css'
import { listKeyMetrics, listRuleLines, type RuleLine } from './recommendation-view.ts'
import { recommendationWords as words } from './recommendation-words.ts'

interface RecommendationDialogProps {
  /** Position to show; null if the dialog is closed. */
  readonly row: PositionRow | null
  readonly onClose: () => void
}

/** A position's recommendation, with the rules and the figures that they evaluated. */
export function RecommendationDialog({ row, onClose }: RecommendationDialogProps) {
  const shown = useLast(row)
  return (
    <Dialog opened={row !== null} onClose={onClose} title={words.title} width={640}>
      {shown && <Analysis {...shown} />}
    </Dialog>
  )
}

function Analysis({ position, metrics, recommendation }: PositionRow) {
  const { ticker, strikePrice, expiryDate } = position
  return (
    <div className={classes.analysis}>
      <p className={classes.subject}>
        {words.call(ticker, formatDecimal(strikePrice), formatDayLong(expiryDate))}
        <VisuallyHidden>{words.current}</VisuallyHidden>
        <RecommendationBadge action={recommendation.action} />
      </p>
      <section aria-label={words.metrics}>
        <h3>{words.metrics}</h3>
        <dl className={classes.metrics}>
          {listKeyMetrics(metrics).map(({ name, term, text, tone }) => (
            <div key={name}>
              <dt>
                <Explained name={name} hint={buildTermHint(term)} />
              </dt>
              <dd data-tone={tone}>{text ?? commonWords.notAvailable}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{words.explanation}</h3>
        <p className={classes.explanation}>{typesetMinus(recommendation.explanation)}</p>
      </section>
      <section>
        <h3 id="rules-in-order">{words.rules}</h3>
        <ol className={classes.rules} aria-labelledby="rules-in-order">
          {listRuleLines(recommendation, metrics.state === 'expired' || metrics.shareChanges.length > 0).map((line) => (
            <Rule key={line.action} line={line} />
          ))}
        </ol>
      </section>
      <section>
        <h3>{words.suggested}</h3>
        <p className={classes.action}>{typesetMinus(recommendation.suggestedAction)}</p>
      </section>
      <p className={classes.note}>{RECOMMENDATION_NOTE}</p>
    </div>
  )
}

function Rule({ line: { action, name, ruleState, text } }: { readonly line: RuleLine }) {
  const { icon: Icon, tone } = actionViews[action]
  return (
    <li data-state={ruleState} data-tone={tone}>
      <Icon size={14} stroke={1.6} aria-hidden="true" />
      <span>{name}</span>
      <span>{text}</span>
    </li>
  )
}
