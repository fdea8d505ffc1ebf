import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import dialogClasses from '../dialogs/dialogs.module.css'
import { AccountChoice } from './account-choice.tsx'
import { FormChoices } from './form-choices.tsx'
import classes from './import.module.css'
import { StatementQuestions } from './statement-questions.tsx'
import type { EventAnswer, Import, ImportChoices } from './use-import.ts'
import '@mantine/core/styles/Checkbox.layer.css'

type Line = EventAnswer['lines'][number]
type Chain = EventAnswer['chains'][number]

interface EventRowsProps {
  readonly answer: EventAnswer
  readonly choices: ImportChoices
  readonly choose: Import['choose']
  readonly busy: boolean
}

/** Lines shown at first, and added by each press of the button. */
const SHOWN = 200

const outcomes = {
  event: { planned: 'Will be recorded', done: 'Recorded' },
  merged: { planned: 'Part of another line', done: 'Part of another line' },
  known: { planned: 'Already there', done: 'Was already there' },
  ignored: { planned: 'Ignored', done: 'Ignored' },
  question: { planned: 'Needs an answer', done: 'Not recorded' },
  refused: { planned: 'Rejected', done: 'Rejected' },
} as const

/** Outcome of every line of a broker's file, and the chains that it changes. */
export function EventRows({ answer, choices, choose, busy }: EventRowsProps) {
  const { detected, chains, message } = answer
  const isPlanned = answer.dry_run
  return (
    <Stack gap="md">
      <p role="status">{describeEvents(answer)}</p>
      {message !== null && (
        <Text size="sm" c="var(--text-faint)">
          {message}
        </Text>
      )}
      {isPlanned && (
        <>
          <StatementQuestions questions={answer.questions} choices={choices} choose={choose} busy={busy} />
          {detected.format !== 'callwright' && (
            <>
              <AccountChoice detected={detected} choose={choose} busy={busy} />
              <FormChoices form={answer.form} questions={answer.form_questions} choices={choices} choose={choose} />
            </>
          )}
        </>
      )}
      <LinesTable answer={answer} choices={choices} choose={choose} busy={busy} />
      {chains.length > 0 && (
        <div>
          <Text component="h3" fw="var(--weight-strong)">
            {isPlanned ? 'Your chains after the import' : 'Your chains'}
          </Text>
          <DataTable
            label="Chains"
            className={dialogClasses.table}
            columns={chainColumns}
            rows={chains}
            rowKey={({ chain_id }) => chain_id}
          />
        </div>
      )}
    </Stack>
  )
}

/** "Robinhood: 12 events from 15 lines, 3 already there, 1 question." */
export function describeEvents({ detected, counts, events, questions, dry_run: planned }: EventAnswer): string {
  const parts = [
    `${countOf(events.length, 'event')} ${planned ? 'to record' : 'recorded'} from ${countOf(detected.lines, 'line')}`,
    counts.known > 0 ? `${formatInteger(counts.known)} already there` : null,
    counts.refused > 0 ? `${formatInteger(counts.refused)} rejected` : null,
    questions.length > 0 ? countOf(questions.length, 'question') : null,
  ]
  const account = detected.accounts.join(', ') || detected.broker
  return `${account}: ${parts.filter((part) => part !== null).join(', ')}.`
}

function LinesTable({ answer, choices, choose, busy }: EventRowsProps) {
  const [onlyProblems, setOnlyProblems] = useState(false)
  const [shown, setShown] = useState(SHOWN)
  const marks = new Map(
    answer.events.flatMap((event) => (event.marks.length > 0 ? [[event.ref, event.marks.join(' ')]] : [])),
  )
  const isProblem = ({ outcome, refs }: Line) =>
    outcome === 'question' || outcome === 'refused' || refs.some((ref) => marks.has(ref))
  const rows = onlyProblems ? answer.lines.filter(isProblem) : answer.lines
  const hasChoice = answer.dry_run && (answer.counts.known > 0 || answer.events.some(isRollOrTwo(choices)))
  const tense = answer.dry_run ? 'planned' : 'done'
  const columns: readonly DataColumn<Line>[] = [
    {
      id: 'line',
      label: 'Line',
      align: 'start',
      className: dialogClasses.line,
      cell: ({ line }) => formatInteger(line),
    },
    {
      id: 'outcome',
      label: 'Outcome',
      align: 'start',
      cell: ({ outcome }) => (
        <span className={classes.outcome} data-outcome={outcome}>
          {outcomes[outcome][tense]}
        </span>
      ),
    },
    {
      id: 'reason',
      label: 'What it says',
      align: 'start',
      className: dialogClasses.sentence,
      cell: ({ reason, outcome, refs }) =>
        [reason, ...(outcome === 'event' ? refs.flatMap((ref) => marks.get(ref) ?? []) : [])].join(' '),
    },
    ...(hasChoice
      ? [
          {
            id: 'choice',
            label: 'Choice',
            align: 'start' as const,
            cell: (line: Line) => (
              <LineChoice line={line} answer={answer} choices={choices} choose={choose} busy={busy} />
            ),
          },
        ]
      : []),
  ]
  return (
    <div>
      <Checkbox
        className={dialogClasses.tick ?? ''}
        size="md"
        mb="xs"
        label="Only problems"
        checked={onlyProblems}
        onChange={({ target }) => setOnlyProblems(target.checked)}
      />
      {rows.length === 0 ? (
        <p>No line has a problem.</p>
      ) : (
        <DataTable
          label="Lines"
          className={dialogClasses.table}
          columns={columns}
          rows={rows.slice(0, shown)}
          rowKey={({ line }) => String(line)}
          rowProps={({ outcome }) => ({ 'data-outcome': outcome })}
        />
      )}
      {rows.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + SHOWN)}>
          {`Show more of ${countOf(rows.length, 'line')}`}
        </Button>
      )}
    </div>
  )
}

/** Whether an event is a roll, or was one before the user chose otherwise. */
const isRollOrTwo =
  ({ choices = {} }: ImportChoices) =>
  ({ ref, is_roll }: EventAnswer['events'][number]): boolean =>
    is_roll || choices[ref]?.as_roll === false

/** A choice about a line: a roll or two events, or adding what looks like an event entered before. */
function LineChoice({ line, answer, choices, choose, busy }: EventRowsProps & { readonly line: Line }) {
  const [ref] = line.refs
  if (ref === undefined || (line.outcome !== 'event' && line.outcome !== 'known')) return null
  const event = answer.events.find((each) => each.ref === ref)
  const own = choices.choices?.[ref] ?? {}
  const set = (change: typeof own) => void choose({ choices: { ...choices.choices, [ref]: { ...own, ...change } } })
  if (line.outcome === 'known') {
    return (
      <Choice
        label="Add anyway"
        line={line.line}
        checked={own.add ?? false}
        busy={busy}
        onChange={(add) => set({ add })}
      />
    )
  }
  const isRoll = event?.is_roll === true || own.as_roll === false
  if (!isRoll) return null
  return (
    <Choice
      label="Roll"
      line={line.line}
      checked={own.as_roll !== false}
      busy={busy}
      onChange={(roll) => set({ as_roll: roll })}
    />
  )
}

interface ChoiceProps {
  readonly label: string
  readonly line: number
  readonly checked: boolean
  readonly busy: boolean
  readonly onChange: (checked: boolean) => void
}

const Choice = ({ label, line, checked, busy, onChange }: ChoiceProps) => (
  <Checkbox
    size="sm"
    label={label}
    aria-label={`${label}: line ${formatInteger(line)}`}
    checked={checked}
    disabled={busy}
    onChange={({ target }) => onChange(target.checked)}
  />
)

/** Dollars with cents. */
const dollars = (usd: number): string => `${usd < 0 ? '\u2212' : ''}$${formatPrice(Math.abs(usd))}`

const chainColumns: readonly DataColumn<Chain>[] = [
  { id: 'ticker', label: 'Ticker', align: 'start', isRowHeader: true, cell: ({ ticker }) => ticker },
  { id: 'account', label: 'Account', align: 'start', cell: ({ account }) => account ?? '—' },
  { id: 'shares', label: 'Shares', align: 'end', cell: ({ shares }) => shares.toLocaleString('en-US') },
  { id: 'open', label: 'Open calls', align: 'end', cell: ({ open_contracts }) => formatInteger(open_contracts) },
  { id: 'cost', label: 'Cost', align: 'end', cell: ({ cost_usd }) => dollars(cost_usd) },
  { id: 'premium', label: 'Net premium', align: 'end', cell: ({ net_premium_usd }) => dollars(net_premium_usd) },
  { id: 'realized', label: 'Realized', align: 'end', cell: ({ realized_usd }) => dollars(realized_usd) },
]
