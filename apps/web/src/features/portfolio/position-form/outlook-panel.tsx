import {
  maxLossUsd,
  maxProfitUsd,
  measurePosition,
  positionBreakeven,
  RECOMMENDATION_NOTE,
  type Recommendation,
  recommend,
} from '@callwright/scoring'
import { Group, Stack, Text } from '@mantine/core'
import { type OptionChain, type OptionContract, readQuote } from '../../../api/options.ts'
import type { PositionTerms } from '../../../api/portfolio.ts'
import { formatDecimal, formatPrice } from '../../../shared/format/numbers.ts'
import { typesetMinus } from '../../../shared/format/words.ts'
import { OwnUsd } from '../../../shared/ui/figures.tsx'
import classes from '../dialogs/dialogs.module.css'
import { RecommendationBadge } from '../table/tones.tsx'
import {
  checkField,
  type EntryFacts,
  type FigureName,
  type PositionFields,
  readFigure,
  readTerms,
} from './position-fields.ts'

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
    <Stack gap="sm" mt="md">
      <Money fields={fields} facts={facts} />
      {preview !== null && (
        <details className={classes.rule}>
          <summary>
            {previewLead} <RecommendationBadge action={preview.action} />
          </summary>
          <Text mt="xs">
            {typesetMinus(preview.explanation)} {preview.suggestedAction}
          </Text>
          <Text size="sm" c="var(--text-faint)">
            {RECOMMENDATION_NOTE}
          </Text>
        </details>
      )}
    </Stack>
  )
}

function Money({ fields, facts }: Pick<OutlookPanelProps, 'fields' | 'facts'>) {
  const outlook = readOutlook(fields, facts)
  return (
    <Group
      className={classes.numbers ?? ''}
      gap="md"
      wrap="nowrap"
      mih={54}
      p="md"
      bg="var(--surface-raised)"
      bdrs="md"
    >
      <svg
        viewBox="0 0 60 30"
        width="60"
        height="30"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path stroke="var(--text)" d="M3 27 28 8" />
        <path stroke="var(--accent)" d="M28 8H57" />
        <circle fill="var(--accent)" cx="28" cy="8" r="3.5" />
      </svg>
      <p>
        {outlook === null ? (
          'Enter strike, price and premium to see the breakeven and what you make if called.'
        ) : (
          <Sentence {...outlook} contracts={readFigure('contracts', fields) ?? 1} />
        )}
      </p>
    </Group>
  )
}

interface SentenceProps extends Outlook {
  readonly contracts: number
}

function Sentence({ breakeven, gainsAlways, ifCalledUsdPerContract: made, contracts }: SentenceProps) {
  return (
    <>
      {breakeven === null ? (
        <>
          {gainsAlways
            ? 'This position cannot lose: the premium exceeds the cost of the shares.'
            : 'This position loses at every price.'}{' '}
        </>
      ) : (
        <>
          Breakeven <b>{formatPrice(breakeven)}</b>.{' '}
        </>
      )}
      {made < 0 ? 'If called, you lose' : 'If called, you make'}{' '}
      <b>
        <OwnUsd usd={Math.abs(made)} />
      </b>{' '}
      per contract
      {contracts > 1 && (
        <>
          , <OwnUsd usd={Math.abs(made) * contracts} /> for all {formatDecimal(contracts)}
        </>
      )}
      .
    </>
  )
}

/** A position's outcome at expiration, in dollars per share, or per contract if the name ends in `UsdPerContract`. */
interface Outlook {
  /** Breakeven; null if the position gains at every price or loses at every price. */
  readonly breakeven: number | null
  /** Whether the position gains even if the shares become worthless. */
  readonly gainsAlways: boolean
  readonly ifCalledUsdPerContract: number
}

const needed = ['strike', 'entryPrice', 'premium'] as const satisfies readonly FigureName[]

/** Computes the outcome once strike, entry price and premium are valid; other fields may be missing. */
function readOutlook(fields: PositionFields, facts: EntryFacts): Outlook | null {
  if (needed.some((name) => checkField(name, fields, facts) !== null)) return null
  const [strike, entryPrice, premium] = needed.map((name) => readFigure(name, fields))
  if (strike == null || entryPrice == null || premium == null) return null
  const position = { strike, entryPrice, premium: premium, contracts: 1 }
  const ifCalledUsdPerContract = maxProfitUsd(position)
  if (ifCalledUsdPerContract === null) return null
  return { breakeven: positionBreakeven(position), gainsAlways: maxLossUsd(position) < 0, ifCalledUsdPerContract }
}

/** Market data for the call that the fields identify. */
interface QuotedCall {
  readonly chain: OptionChain | null
  readonly call: OptionContract | null
}

/** The recommendation that the position will have once saved (D22). */
function previewRecommendation(
  { symbol, entryDate, expiration, strike, ...rest }: PositionTerms,
  { chain, call }: QuotedCall,
  asOfMs: number,
): Recommendation {
  const position = { symbol, entryDate, expiration, strike, ...rest }
  return recommend(measurePosition(position, readQuote(call, { price: chain?.price ?? null, strike }), asOfMs))
}
