import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { useOnline, useSingleRun } from '../../../shared/hooks.ts'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import { Facts } from '../../../shared/ui/figures.tsx'
import { Banner, renderFieldError } from '../../../shared/ui/notices.tsx'
import { newId } from '../data/pending-change.ts'
import classes from '../dialogs/dialogs.module.css'
import { Cents } from '../money.tsx'
import {
  checkEventField,
  type EventField,
  type EventFieldName,
  type EventTexts,
  readEventValues,
  startTexts,
} from './event-fields.ts'
import type { EventSpec, OutcomeLine } from './event-specs.ts'
import { type EventBody, type RecordOutcome, useRecorder } from './use-record.ts'

interface EventFormProps {
  readonly spec: EventSpec
  readonly today: string
  /** The form sets this to whether it has unsaved input. */
  readonly dirty: RefObject<boolean>
  readonly onClose: () => void
}

/** The fields of one event, its outcome, and a button that records it. */
export function EventForm({ spec, today, dirty, onClose }: EventFormProps) {
  const { fields, lead, submit, target } = spec
  const form = useEventTexts(fields, today, dirty)
  const recorder = useEventSubmit(onClose)
  const values = readEventValues(fields, form.texts, today)
  const send = () => {
    if (!form.judge() || values === null) return
    const body = spec.write(values)
    return recorder.send(target, body)
  }
  return (
    <form noValidate onSubmit={recorder.onSubmit(send)}>
      <Text c="dimmed" mb="md">
        {lead}
      </Text>
      <RecordFailure failure={recorder.failure} />
      <div className={classes.fields}>
        {fields.map((field) => (
          <EventInput key={field.name} field={field} form={form} rejected={recorder.rejectedFields} />
        ))}
      </div>
      <Outcome lines={values === null ? [] : spec.describe(values)} />
      <AcceptUncovered recorder={recorder} />
      <RecordActions submit={submit} busy={recorder.busy} onClose={onClose} />
    </form>
  )
}

export type EventTextsState = ReturnType<typeof useEventTexts>

/** The typed values, with the errors of fields that were left or submitted. */
export function useEventTexts(fields: readonly EventField[], today: string, dirty: RefObject<boolean>) {
  const [texts, setTexts] = useState<EventTexts>(() => startTexts(fields))
  const [judged, setJudged] = useState<ReadonlySet<EventFieldName>>(new Set())
  const formId = useId()
  useEffect(() => {
    dirty.current = fields.some(({ name, start }) => (texts[name] ?? '') !== start)
    return () => {
      dirty.current = false
    }
  }, [fields, texts, dirty])
  const faultOf = (field: EventField) => checkEventField(field, texts, today)
  return {
    formId,
    texts,
    change: (changes: EventTexts) => setTexts((before) => ({ ...before, ...changes })),
    leave: (name: EventFieldName) => setJudged((before) => new Set(before).add(name)),
    errorOf: (field: EventField) => (judged.has(field.name) ? faultOf(field) : null),
    /** Shows all errors and focuses the first invalid field. Returns whether all are valid. */
    judge: () => {
      setJudged(new Set(fields.map(({ name }) => name)))
      const wrong = fields.find((field) => faultOf(field) !== null)
      if (wrong !== undefined) document.getElementById(`${formId}-${wrong.name}`)?.focus()
      return wrong === undefined
    },
  }
}

type Failure = Extract<RecordOutcome, { readonly kind: 'failed' }>

/** Sends the event, and keeps why it was rejected. The same content is always sent under the same id. */
export function useEventSubmit(onDone: () => void) {
  const { record, announce } = useRecorder()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [accepts, setAccepts] = useState(false)
  const attempt = useRef<{ readonly written: string; readonly id: string } | null>(null)
  const isDone = useRef(false)
  const run = useSingleRun(async (act: () => Promise<void> | undefined) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setBusy(false)
    }
  })
  const send = async (target: Parameters<typeof record>[0], body: EventBody) => {
    if (isDone.current) return
    setFailure(null)
    const whole = accepts ? { ...body, accept_uncovered: true } : body
    const written = JSON.stringify([target, whole])
    if (attempt.current?.written !== written) attempt.current = { written, id: newId(Date.now()) }
    const outcome = await record(target, whole, attempt.current.id)
    if (outcome.kind === 'failed') return setFailure(outcome)
    isDone.current = true
    onDone()
    announce([outcome.event])
  }
  return {
    failure,
    busy,
    accepts,
    setAccepts,
    rejectedFields: (failure?.fields ?? []).map((each) => ({
      ...each,
      isRepeated: toSentence(each.detail) === failure?.detail,
    })),
    send,
    onSubmit: (act: () => Promise<void> | undefined) => (event: SyntheticEvent) => {
      event.preventDefault()
      void run(act)
    },
  }
}

type Submit = ReturnType<typeof useEventSubmit>

/** Why the event was not recorded. */
export const RecordFailure = ({ failure }: { readonly failure: Failure | null }) =>
  failure && (
    <div className={classes.banners}>
      <Banner tone="rejection">{failure.detail}</Banner>
    </div>
  )

/** Offers to record what would leave open calls without their shares, after the server has rejected it. */
function AcceptUncovered({ recorder: { failure, accepts, setAccepts } }: { readonly recorder: Submit }) {
  if (failure?.code !== 'shares_are_covering') return null
  return (
    <Checkbox
      mt="md"
      checked={accepts}
      onChange={({ currentTarget }) => setAccepts(currentTarget.checked)}
      label="It did happen: record it although a call then has no shares behind it"
    />
  )
}

interface EventInputProps {
  readonly field: EventField
  readonly form: EventTextsState
  readonly rejected: readonly (Failure['fields'][number] & { readonly isRepeated: boolean })[]
  readonly onEdit?: () => void
}

export function EventInput({ field, form, rejected, onEdit }: EventInputProps) {
  const { name, label, kind, description, options = [] } = field
  const rejection = rejected.find((each) => each.field === name || each.field.endsWith(`.${name}`))
  const error = form.errorOf(field) ?? rejection?.detail
  // The banner already says it: the field is only marked.
  const isRepeated = rejection?.isRepeated === true && form.errorOf(field) === null
  const change = (text: string) => {
    form.change({ [name]: text })
    onEdit?.()
  }
  const shared = {
    id: `${form.formId}-${name}`,
    name,
    label,
    description,
    error: isRepeated ? true : renderFieldError(error),
    value: form.texts[name] ?? '',
    onBlur: () => (form.texts[name] ?? '') !== '' && form.leave(name),
  }
  if (kind === 'choice') {
    return (
      <NativeSelect
        {...shared}
        classNames={{ input: classes.input ?? '' }}
        rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    )
  }
  const isDay = kind === 'day' || kind === 'future'
  return (
    <TextInput
      {...shared}
      type={isDay ? 'date' : 'text'}
      classNames={{ input: classes.input ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode={kind === 'count' ? 'numeric' : kind === 'text' || isDay ? undefined : 'decimal'}
      autoComplete="off"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

/** Result of the event. */
export function Outcome({ lines }: { readonly lines: readonly OutcomeLine[] }) {
  if (lines.length === 0) return null
  return (
    <div className={classes.outcome} role="status">
      <Facts
        facts={lines.map(({ label, usd, isSigned = false, text }) => ({
          label,
          value: usd === undefined ? text : <Cents usd={usd} signed={isSigned} />,
        }))}
      />
    </div>
  )
}

interface RecordActionsProps {
  readonly submit: string
  readonly busy: boolean
  readonly onClose: () => void
}

/** The buttons. Without a network nothing can be recorded, because an event is never kept on the device. */
export function RecordActions({ submit, busy, onClose }: RecordActionsProps) {
  const isOnline = useOnline()
  return (
    <DialogActions>
      {!isOnline && (
        <Text size="sm" c="var(--warning)" mr="auto">
          Recording needs a connection
        </Text>
      )}
      <Button variant="subtle" onClick={onClose}>
        {commonWords.cancel}
      </Button>
      <Button type="submit" variant="filled" aria-disabled={busy || !isOnline} disabled={!isOnline}>
        {busy ? 'Recording…' : submit}
      </Button>
    </DialogActions>
  )
}
