import { Text } from '@mantine/core'
import { type RefObject, type SyntheticEvent, useMemo, useRef, useState } from 'react'
import type { ProposedEvent } from '../../../api/lifecycle.ts'
import type { Suggestion } from '../../../api/portfolio.ts'
import { countOf, toSentence } from '../../../shared/format/words.ts'
import { useSingleRun } from '../../../shared/hooks.ts'
import { Banner } from '../../../shared/ui/notices.tsx'
import classes from '../dialogs/dialogs.module.css'
import { GuardedDialog, useLast } from '../dialogs/guarded-dialog.tsx'
import { type EventField, readEventValues } from '../record/event-fields.ts'
import { EventInput, RecordActions, useEventTexts } from '../record/event-form.tsx'
import { type Answer, nameSubject, useConfirm } from './use-confirm.ts'

/** A suggestion about the end of a call, with the contracts that are open. */
export interface AskedOutcome {
  readonly suggestion: Suggestion
  readonly contracts: number
}

interface OutcomeDialogProps {
  /** Null while the dialog is closed. */
  readonly asked: AskedOutcome | null
  readonly today: string
  readonly onClose: () => void
}

/** Asks how a call ended: contracts can be split over assigned, expired and bought back (L22). */
export function OutcomeDialog({ asked, today, onClose }: OutcomeDialogProps) {
  const dirty = useRef(false)
  const shown = useLast(asked)
  return (
    <GuardedDialog opened={asked !== null} onClose={onClose} title="How did the call end?" dirty={dirty}>
      {shown !== null && <OutcomeForm asked={shown} today={today} dirty={dirty} onClose={onClose} />}
    </GuardedDialog>
  )
}

interface OutcomeFormProps {
  readonly asked: AskedOutcome
  readonly today: string
  readonly dirty: RefObject<boolean>
  readonly onClose: () => void
}

function OutcomeForm({ asked: { suggestion, contracts }, today, dirty, onClose }: OutcomeFormProps) {
  const day = suggestion.evidence.closeOn ?? today
  const fields = useMemo(() => listFields(suggestion, contracts, day), [suggestion, contracts, day])
  const form = useEventTexts(fields, today, dirty)
  const { confirm } = useConfirm()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const values = readEventValues(fields, form.texts, today)
  const isEarly = suggestion.kind === 'early_assignment'
  const [assigned, expired, closed] = (['assigned', 'expired', 'closed'] as const).map(
    (name) => values?.optional(name) ?? 0,
  ) as [number, number, number]
  const answered = assigned + expired + closed
  const fault = findFault({
    answered,
    contracts,
    isEarly,
    lacksPrice: closed > 0 && values?.optional('price') === undefined,
  })
  const send = useSingleRun(async () => {
    if (!form.judge() || values === null) return
    if (fault !== null) return setFailure(fault)
    setBusy(true)
    const event = (kind: ProposedEvent['kind'], count: number, more: Partial<ProposedEvent> = {}): Answer[] =>
      count === 0
        ? []
        : [{ suggestion, event: { kind, contracts: count, occurred_on: values.text('occurred_on'), ...more } }]
    const why = await confirm([
      ...event('assign', assigned),
      ...event('expire', expired),
      ...event('close', closed, { price: values.number('price') }),
    ])
    setBusy(false)
    setFailure(why)
    if (why === null) onClose()
  })
  return (
    <form
      noValidate
      onSubmit={(submit: SyntheticEvent) => {
        submit.preventDefault()
        void send()
      }}
    >
      <Text mb="md">
        <b>{nameSubject(suggestion)}</b> {toSentence(suggestion.sentence)}
      </Text>
      {failure !== null && (
        <div className={classes.banners}>
          <Banner tone="rejection">{failure}</Banner>
        </div>
      )}
      <div className={classes.fields}>
        {fields.map((field) => (
          <EventInput key={field.name} field={field} form={form} rejected={[]} />
        ))}
      </div>
      <Text c="dimmed" mt="md" role="status">
        {answered} of {countOf(contracts, 'contract')} answered
      </Text>
      <RecordActions submit="Record outcome" busy={busy} onClose={onClose} />
    </form>
  )
}

interface Counts {
  readonly answered: number
  readonly contracts: number
  readonly isEarly: boolean
  readonly lacksPrice: boolean
}

function findFault({ answered, contracts, isEarly, lacksPrice }: Counts): string | null {
  if (lacksPrice) return 'Enter the price at which you bought the contracts back.'
  if (answered === 0) return 'Enter how many contracts were assigned, expired or bought back.'
  if (answered > contracts) return `${countOf(contracts, 'contract')} were open; the answers add up to ${answered}.`
  return !isEarly && answered < contracts ? `Say what happened to all ${countOf(contracts, 'contract')}.` : null
}

/** The contracts by how they ended, prefilled with what the data presume. */
function listFields(suggestion: Suggestion, contracts: number, day: string): readonly EventField[] {
  const { kind, certainty } = suggestion
  const isKnown = certainty !== 'ask' || kind === 'early_assignment'
  const count = (name: EventField['name'], label: string, isPresumed: boolean): EventField => ({
    name,
    label,
    kind: 'count',
    start: isPresumed ? String(contracts) : '',
    isOptional: true,
    most: contracts,
  })
  const assigned = count('assigned', 'Assigned', isKnown && kind !== 'expire')
  const date: EventField = { name: 'occurred_on', label: 'Day', kind: 'day', start: day }
  if (kind === 'early_assignment') return [assigned, date]
  return [
    assigned,
    count('expired', 'Expired worthless', isKnown && kind === 'expire'),
    count('closed', 'Bought back', false),
    { name: 'price', label: 'Price paid ($)', kind: 'price', start: '', isOptional: true, description: 'Per share' },
    date,
  ]
}
