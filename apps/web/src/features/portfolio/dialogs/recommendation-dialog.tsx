import {
  type PositionMetrics,
  RECOMMENDATION_NOTE,
  type Recommendation,
  type RecommendationAction,
  type RuleTrace,
} from '@callwright/scoring'
import { Button, Group, Stack, Text } from '@mantine/core'
import { commonWords } from '../../../shared/common-words.ts'
import {
  formatDecimal,
  formatFinePct,
  formatInteger,
  formatPrice,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { capitalize, typesetMinus } from '../../../shared/format/words.ts'
import { buildTermHint } from '../../../shared/glossary.ts'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Figure, PartTitle, VisuallyHidden } from '../../../shared/ui/figures.tsx'
import type { PositionRow } from '../data/position.ts'
import { findObstacle } from '../record/row-acts.ts'
import { hasOldTerms } from '../table/position-cells.tsx'
import tableClasses from '../table/table.module.css'
import {
  actionViews,
  type FigureTone,
  formatDeltaBound,
  formatHeadroomEm,
  formatToneDelta,
  RecommendationBadge,
  readDeltaTone,
  readHeadroomTone,
} from '../table/tones.tsx'
import classes from './dialogs.module.css'
import { useLast } from './guarded-dialog.tsx'

interface RecommendationDialogProps {
  /** Position to show; null if the dialog is closed. */
  readonly row: PositionRow | null
  readonly onClose: () => void
  /** Shows the table of rolls of a position. */
  readonly onRolls: (id: string) => void
}

/** A position's recommendation, with the rules and the figures that they evaluated. */
export function RecommendationDialog({ row, onClose, onRolls }: RecommendationDialogProps) {
  const shown = useLast(row)
  return (
    <Dialog opened={row !== null} onClose={onClose} title="Recommendation Analysis" width={640}>
      {shown && <Analysis row={shown} onRolls={onRolls} />}
    </Dialog>
  )
}

interface AnalysisProps extends Pick<RecommendationDialogProps, 'onRolls'> {
  readonly row: PositionRow
}

function Analysis({ row, onRolls }: AnalysisProps) {
  const { position, metrics, recommendation, life } = row
  const { symbol, strike, expiration } = position
  return (
    <Stack gap="lg" pb="lg">
      <Group gap="sm" c="dimmed">
        {symbol}, {formatDecimal(strike)} call, {formatDayLong(expiration)}
        <VisuallyHidden>Current action:</VisuallyHidden>
        <RecommendationBadge action={recommendation.action} />
      </Group>
      <section aria-label="Key Metrics">
        <PartTitle>Key Metrics</PartTitle>
        <dl className={classes.metrics}>
          {listKeyMetrics(metrics).map(({ name, term, text, tone }) => (
            <Figure key={name} label={name} hint={buildTermHint(term)} size="xl" tone={tone}>
              {text ?? commonWords.notAvailable}
            </Figure>
          ))}
        </dl>
      </section>
      <section>
        <PartTitle>Explanation</PartTitle>
        <Text size="lg">{typesetMinus(recommendation.explanation)}</Text>
      </section>
      <section>
        <PartTitle id="rules-in-order">Rules, in order</PartTitle>
        <ol className={classes.rules} aria-labelledby="rules-in-order">
          {listRuleLines(recommendation, metrics.state === 'expired' || hasOldTerms(metrics)).map((line) => (
            <Rule key={line.action} line={line} />
          ))}
        </ol>
      </section>
      <section>
        <PartTitle>Suggested Action</PartTitle>
        <Text p="md" bg="var(--surface-raised)" bdrs="md">
          {life?.suggestion?.sentence ?? typesetMinus(recommendation.suggestedAction)}
        </Text>
        {findObstacle('roll', row, true) === null && (
          <Button onClick={() => onRolls(position.id)} mt="sm">
            Compare rolls
          </Button>
        )}
      </section>
      <Text size="sm" c="var(--text-faint)">
        {RECOMMENDATION_NOTE}
      </Text>
    </Stack>
  )
}

function Rule({ line: { action, name, ruleState, text } }: { readonly line: RuleLine }) {
  const { icon: Icon, tone } = actionViews[action]
  return (
    <li className={tableClasses.toned} data-state={ruleState} data-tone={tone}>
      <Icon size={14} stroke={1.6} aria-hidden="true" />
      <span>{name}</span>
      <span>{text}</span>
    </li>
  )
}

const ruleStates = {
  passed: 'Does not apply.',
  open: 'Cannot be judged.',
  not_reached: 'Not reached.',
} as const

interface KeyMetric {
  readonly name: string
  /** Glossary term id. */
  readonly term: string
  /** Null if unknown. */
  readonly text: string | null
  readonly tone: FigureTone
}

const formatUnder = (bound: number): string => `under ${formatDeltaBound(bound)}`

/** The eight figures that the rules evaluate (SPEC section 2). */
export function listKeyMetrics(metrics: PositionMetrics): readonly KeyMetric[] {
  const { delta, deltaAtMost, headroomEm, headroomPct, profitCapturedPct, currentPremium } = metrics
  const known = (value: number | null, format: (value: number) => string) => (value === null ? null : format(value))
  const plain = (name: string, term: string, text: string | null): KeyMetric => ({ name, term, text, tone: 'plain' })
  return [
    {
      ...plain('Delta', 'delta', known(delta, formatToneDelta) ?? known(deltaAtMost, formatUnder)),
      ...(delta !== null && { tone: readDeltaTone(delta) }),
    },
    plain('Days to Expiry', 'days_to_expiration', formatInteger(metrics.daysToExpiration)),
    plain('Headroom %', 'headroom', known(headroomPct, formatFinePct)),
    {
      ...plain('Headroom/EM', 'headroom_em', known(headroomEm, formatHeadroomEm)),
      ...(headroomEm !== null && { tone: readHeadroomTone(headroomEm) }),
    },
    plain('Static Yield %', 'static_yield', formatYieldPct(metrics.staticYieldPct)),
    plain('Profit Captured %', 'profit_captured', known(profitCapturedPct, formatYieldPct)),
    plain('Time Elapsed %', 'time_elapsed', formatYieldPct(metrics.timeElapsedPct)),
    plain('Current Premium $', 'mid', known(currentPremium, formatPrice)),
  ]
}

interface RuleLine {
  readonly action: RecommendationAction
  readonly name: string
  /** `decides`: the rule gives the recommendation. `open`: missing figures leave the rule undecided. */
  readonly ruleState: 'decides' | 'passed' | 'open' | 'not_reached'
  readonly text: string
}

/** All rules in order, with the values that they evaluated. Hold, the default, comes last. */
export function listRuleLines({ trace, action }: Recommendation, isSettled: boolean): readonly RuleLine[] {
  const deciding = trace.findIndex(({ id }) => id === action)
  const lines = trace.map((rule, index): RuleLine => {
    const ruleState = isSettled ? 'not_reached' : findRuleState(rule, index, deciding)
    const values = sortConditions(rule)
      .map(({ sentence }) => sentence)
      .join('; ')
    const opening = ruleState === 'decides' ? '' : `${ruleStates[ruleState]} `
    return {
      action: rule.id,
      name: rule.label,
      ruleState,
      text: typesetMinus(isSettled ? opening.trim() : `${opening}${capitalize(values)}.`),
    }
  })
  const hold: RuleLine =
    action === 'hold'
      ? { action: 'hold', name: 'Hold', ruleState: 'decides', text: 'No rule applies.' }
      : { action: 'hold', name: 'Hold', ruleState: 'not_reached', text: 'Where no rule applies.' }
  return [...lines, hold]
}

/** Puts the conditions that decide the rule first. */
function sortConditions({ conditions, holds: settled }: RuleTrace): RuleTrace['conditions'] {
  return [
    ...conditions.filter(({ holds }) => holds === settled),
    ...conditions.filter(({ holds }) => holds !== settled),
  ]
}

function findRuleState({ holds }: RuleTrace, index: number, deciding: number): RuleLine['ruleState'] {
  if (index === deciding) return 'decides'
  if (deciding !== -1 && index > deciding) return 'not_reached'
  // A rule that holds but comes after an open one counts as not reached, because the open one may still apply.
  if (holds === false) return 'passed'
  return holds === null ? 'open' : 'not_reached'
}
