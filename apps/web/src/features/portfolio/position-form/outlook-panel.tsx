import { RECOMMENDATION_NOTE } from '@callwright/scoring'
import { formatDecimal, formatPrice } from '../../../shared/format/numbers.ts'
import { typesetMinus } from '../../../shared/format/words.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import { outlookWords as words } from './form-words.ts'
import classes from './outlook-panel.module.css'
import { type EntryFacts, type PositionFields, readFigure, readTerms } from './position-fields.ts'
import { type Outlook, type QuotedCall, readOutlook, recommendOnceThere } from './position-outlook.ts'

interface OutlookPanelProps {
  readonly fields: PositionFields
  readonly facts: EntryFacts
  readonly quoted: QuotedCall
  /** The market's clock where the chain does not tell it. */
  readonly asOfMs: number
  /** Says what the recommendation stands under: `Once added, the recommendation would be`. */
  readonly onceThere: string
}

/** What the fields come to, while they are being filled in. */
export function OutlookPanel({ fields, facts, quoted, asOfMs, onceThere }: OutlookPanelProps) {
  const terms = readTerms(fields, facts)
  const { chain } = quoted
  const nowMs = chain === null ? asOfMs : Date.parse(chain.marketTime)
  const said = terms && recommendOnceThere(terms, quoted, nowMs)
  return (
    <div className={classes.panel}>
      <Money fields={fields} facts={facts} />
      {said !== null && (
        <details className={classes.rule}>
          <summary>
            {onceThere} <RecommendationBadge action={said.action} />
          </summary>
          <p>
            {typesetMinus(said.explanation)} {said.suggestedAction}
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
