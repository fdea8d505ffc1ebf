import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import dialogClasses from '../dialogs/dialogs.module.css'
import classes from '../import/import.module.css'
import type { EventAnswer, Import, ImportChoices } from '../import/use-import.ts'
import '@mantine/core/styles/Checkbox.layer.css'

type Line = EventAnswer['lines'][number]
/** A line of the file, or an event without one. */
type Row = Omit<Line, 'line'> & { readonly line: number | null }

interface EventLinesProps {
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

/** Every line of the file with its outcome, after the events that only the user's answers say. */
export function EventLines({ answer, choices, choose, busy }: EventLinesProps) {
  const [onlyProblems, setOnlyProblems] = useState(false)
  const [shown, setShown] = useState(SHOWN)
  const marks = new Map(
    answer.events.flatMap((event) => (event.marks.length > 0 ? [[event.ref, event.marks.join(' ')]] : [])),
  )
  const isProblem = ({ outcome, refs }: Row) =>
    outcome === 'question' || outcome === 'refused' || refs.some((ref) => marks.has(ref))
  const all = [...listAnswered(answer), ...answer.lines]
  const rows = onlyProblems ? all.filter(isProblem) : all
  const byRef = new Map(answer.events.map((event) => [event.ref, event]))
  const hasChoice = answer.dry_run && (answer.counts.known > 0 || answer.events.some(isRollOrTwo(choices)))
  const tense = answer.dry_run ? 'planned' : 'done'
  const columns: readonly DataColumn<Row>[] = [
    {
      id: 'line',
      label: 'Line',
      align: 'start',
      className: dialogClasses.line,
      cell: ({ line }) => (line === null ? '—' : formatInteger(line)),
    },
    {
      id: 'outcome',
      label: 'Outcome',
      align: 'start',
      cell: ({ outcome, refs }) => (
        <span className={classes.outcome} data-outcome={outcome}>
          {[outcomes[outcome][tense], outcome === 'event' ? describeOrigin(refs, byRef) : null]
            .filter((part) => part !== null)
            .join(', ')}
        </span>
      ),
    },
    {
      id: 'reason',
      label: 'What it says',
      align: 'start',
      className: dialogClasses.sentence,
      cell: ({ reason, outcome, refs }) =>
        joinSentences([reason, ...(outcome === 'event' ? refs.flatMap((ref) => marks.get(ref) ?? []) : [])]),
    },
    ...(hasChoice
      ? [
          {
            id: 'choice',
            label: 'Choice',
            align: 'start' as const,
            cell: (line: Row) => (
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
          rowKey={({ line, refs }) => (line === null ? refs.join(' ') : String(line))}
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

/** Puts a period between sentences; the last one keeps its own form. */
const joinSentences = (parts: readonly string[]): string =>
  parts.map((part, index) => (index === parts.length - 1 || part.endsWith('.') ? part : `${part}.`)).join(' ')

/** Events that no line shows, as rows of the table. */
const listAnswered = ({ events }: EventAnswer): Row[] =>
  events.flatMap(({ origin, ref, sentence }) =>
    origin === 'answer' ? [{ line: null, outcome: 'event', reason: sentence, refs: [ref] }] : [],
  )

/** Says if an event was not read from one line: "joined from 3 lines"; null if it was. */
function describeOrigin(refs: Row['refs'], byRef: ReadonlyMap<string, EventAnswer['events'][number]>): string | null {
  for (const ref of refs) {
    const event = byRef.get(ref)
    if (event?.origin === 'answer') return 'from your answer'
    if (event?.origin === 'inferred') return 'inferred'
    if (event?.origin === 'joined') return `joined from ${countOf(event.lines.length, 'line')}`
  }
  return null
}

/** Whether an event is a roll, or was one before the user chose otherwise. */
const isRollOrTwo =
  ({ choices = {} }: ImportChoices) =>
  ({ ref, is_roll }: EventAnswer['events'][number]): boolean =>
    is_roll || choices[ref]?.as_roll === false

/** A choice about a line: a roll or two events, or adding what looks like an event entered before. */
function LineChoice({ line, answer, choices, choose, busy }: EventLinesProps & { readonly line: Row }) {
  const [ref] = line.refs
  if (ref === undefined || line.line === null || (line.outcome !== 'event' && line.outcome !== 'known')) return null
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
