import { RECOMMENDATION_NOTE } from '@callwright/scoring'
import { formatDecimal, formatPrice } from '../../../shared/format/numbers.ts'
import { typesetMinus } from '../../../shared/format/words.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import { outlookWords as words } from './form-words.ts'
import classes from './outlook-panel.module.css'
import { type EntryFacts, type PositionFields, readFigure, readTerms } from './position-fields.ts'
import { type Outlook, previewRecommendation, type QuotedCall, readOutlook } from './position-outlook.ts'

interface OutlookPanelProps {
  readonly fields: PositionFields
  readonly facts: EntryFacts
  readonly quoted: QuotedCall
  /** Market time in ms, used if the chain has none. */
  readonly asOfMs: number
  /** Text before the recommendation: `Once added, the recommendation would be`. */
  readonly previewLead: string
}

/** Breakeven, maximum profit and recommendation for the entered terms. */
export function OutlookPanel({ fields, facts, quoted, asOfMs, previewLead }: OutlookPanelProps) {
  const terms = readTerms(fields, facts)
  const { chain } = quoted
  const nowMs = chain === null ? asOfMs : Date.parse(chain.marketTime)
  const preview = terms && previewRecommendation(terms, quoted, nowMs)
  return (
    <div className={classes.panel}>
      <Money fields={fields} facts={facts} />
      {preview !== null && (
        <details className={classes.rule}>
          <summary>
            {previewLead} <RecommendationBadge action={preview.action} />
          </summary>
          <p>
            {typesetMinus(preview.explanation)} {preview.suggestedAction}
          </p>
          <p>{RECOMMENDATION_NOTE}</p>
        </details>
      )}
    </div>
  )
}

function Money({ fields, facts }: Pick<OutlookPanelProps, 'fields' | 'facts'>) {
  const outlook = readOutlook(fields, facts)
  return (
    <div className={classes.money}>
      <svg viewBox="0 0 60 30" width="60" height="30" aria-hidden="true">
        <path className={classes.rise} d="M3 27 28 8" />
        <path className={classes.flat} d="M28 8H57" />
        <circle className={classes.strike} cx="28" cy="8" r="3.5" />
      </svg>
      <p>
        {outlook === null ? words.waiting : <Sentence {...outlook} contracts={readFigure('contracts', fields) ?? 1} />}
      </p>
    </div>
  )
}

interface SentenceProps extends Outlook {
  readonly contracts: number
}

function Sentence({ breakeven, gainsAlways, ifCalledUsdPerContract: made, contracts }: SentenceProps) {
  return (
    <>
      {breakeven === null ? (
        <>{gainsAlways ? words.gains : words.loses} </>
      ) : (
        <>
          {words.breakeven} <b>{formatPrice(breakeven)}</b>.{' '}
        </>
      )}
      {made < 0 ? words.youLose : words.youMake}{' '}
      <b>
        <OwnUsd usd={Math.abs(made)} />
      </b>{' '}
      {words.perContract}
      {contracts > 1 && (
        <>
          , <OwnUsd usd={Math.abs(made) * contracts} /> {words.ofAll(formatDecimal(contracts))}
        </>
      )}
      .
    </>
  )
}
