import { RECOMMENDATION_NOTE } from '@callwright/scoring'
import { formatDecimal, formatPrice } from '../../../shared/format/numbers.ts'
import { typesetMinus } from '../../../shared/format/words.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import { outlookWords as words } from './form-words.ts'
import classes from './outlook-panel.module.css'
import { type PositionFields, readTerms } from './position-fields.ts'
import { type QuotedCall, readOutlook, recommendOnceThere } from './position-outlook.ts'

interface OutlookPanelProps {
  readonly fields: PositionFields
  readonly quoted: QuotedCall
  /** The market's clock where the chain does not tell it. */
  readonly asOfMs: number
  /** Says what the recommendation stands under: `Once added, the recommendation would be`. */
  readonly onceThere: string
}

/** What the fields come to, while they are being filled in. */
export function OutlookPanel({ fields, quoted, asOfMs, onceThere }: OutlookPanelProps) {
  const terms = readTerms(fields)
  const { chain } = quoted
  const nowMs = chain === null ? asOfMs : Date.parse(chain.marketTime)
  const said = terms && recommendOnceThere(terms, quoted, nowMs)
  return (
    <div className={classes.panel}>
      <Money fields={fields} />
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

function Money({ fields }: Pick<OutlookPanelProps, 'fields'>) {
  const outlook = readOutlook(fields)
  return (
    <div className={classes.money}>
      <svg viewBox="0 0 60 30" width="60" height="30" aria-hidden="true">
        <path className={classes.rise} d="M3 27 28 8" />
        <path className={classes.flat} d="M28 8H57" />
        <circle className={classes.strike} cx="28" cy="8" r="3.5" />
      </svg>
      <p>{outlook === null ? words.waiting : <Sentence {...outlook} contracts={Number(fields.contracts) || 1} />}</p>
    </div>
  )
}

interface SentenceProps {
  readonly breakeven: number | null
  readonly ifCalledUsdPerContract: number
  readonly contracts: number
}

function Sentence({ breakeven, ifCalledUsdPerContract: made, contracts }: SentenceProps) {
  return (
    <>
      {breakeven === null ? (
        <>{words.loses} </>
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
