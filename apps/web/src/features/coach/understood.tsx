import type { ChatCorrection, UnderstoodChip, UnderstoodOption } from '@callwright/contracts'
import { Button, Group, NativeSelect, Paper, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { commonWords } from '../../shared/common-words.ts'
import classes from './coach.module.css'
import type { ShownMessage } from './conversation.ts'

interface UnderstoodProps {
  readonly message: ShownMessage
  readonly isWaiting: boolean
  readonly onCorrect: (correction: ChatCorrection) => void
}

/** The coach's reading of a question. Each chip opens a field; a changed value computes the answer again in its place. */
export function UnderstoodChips({ message, isWaiting, onCorrect }: UnderstoodProps) {
  const [changed, setChanged] = useState<string | null>(null)
  const chips = useRef<HTMLUListElement>(null)
  const id = useId()
  const { understood } = message
  // While the reading itself is open, its buttons are all there is to choose.
  const isAsking = understood !== null && understood.options.length > 0 && message.dataReturned?.type === 'clarify'
  if (understood === null || understood.chips.length === 0 || isAsking) return null
  const chip = understood.chips.find(({ slot }) => slot === changed)
  const close = () => {
    setChanged(null)
    chips.current?.querySelector<HTMLElement>(`[data-slot="${changed}"]`)?.focus()
  }
  const apply = (value: string) => {
    close()
    onCorrect({
      reading: understood.reading,
      slots: understood.chips.map(({ slot, value: before }) => ({ slot, value: slot === changed ? value : before })),
      answer_id: message.id,
    })
  }
  return (
    <fieldset className={classes.understood} aria-label="What I understood">
      <Text size="sm" c="var(--text-faint)" mb="2xs">
        Understood as: {understood.label}
      </Text>
      <ul ref={chips} className={classes.chips}>
        {understood.chips.map(({ slot, label, value }) => (
          <li key={slot}>
            <button
              type="button"
              className={classes.chip}
              data-slot={slot}
              data-empty={value === '' || undefined}
              aria-expanded={slot === changed}
              aria-controls={slot === changed ? id : undefined}
              aria-disabled={isWaiting}
              onClick={() => !isWaiting && setChanged(slot === changed ? null : slot)}
            >
              {label}: {value === '' ? 'any' : value}
              <IconPencil size={13} stroke={1.6} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {chip !== undefined && <ChipForm key={chip.slot} id={id} chip={chip} onApply={apply} onCancel={close} />}
    </fieldset>
  )
}

interface ChipFormProps {
  readonly id: string
  readonly chip: UnderstoodChip
  readonly onApply: (value: string) => void
  readonly onCancel: () => void
}

const MAX_VALUE_LENGTH = 200

function ChipForm({ id, chip: { label, value, choices }, onApply, onCancel }: ChipFormProps) {
  const [text, setText] = useState(value)
  const form = useRef<HTMLFormElement>(null)
  // The message field covers the lower end of the page.
  useEffect(() => form.current?.scrollIntoView({ block: 'center' }), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onApply(text.trim())
  }
  return (
    <Paper
      component="form"
      ref={form}
      id={id}
      withBorder
      p="md"
      mt="xs"
      onSubmit={submit}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <Group gap="sm" align="flex-end">
        {choices.length > 0 ? (
          <NativeSelect
            label={label}
            autoFocus
            data={[{ value: '', label: 'Any' }, ...choices]}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        ) : (
          <TextInput
            label={label}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_VALUE_LENGTH}
            placeholder="Any"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Button type="submit" variant="filled">
          Apply
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {commonWords.cancel}
        </Button>
      </Group>
    </Paper>
  )
}

interface ReadingButtonsProps {
  readonly options: readonly UnderstoodOption[]
  readonly isWaiting: boolean
  readonly onChoose: (option: UnderstoodOption) => void
}

/** Other readings of the same message. A button keeps what was typed. */
export function ReadingButtons({ options, isWaiting, onChoose }: ReadingButtonsProps) {
  return (
    <Group component="ul" gap="xs" aria-label="Which of these?" className={classes.readings}>
      {options.map((option) => (
        <li key={option.label}>
          <Button radius="xl" aria-disabled={isWaiting} onClick={() => !isWaiting && onChoose(option)}>
            {option.label}
          </Button>
        </li>
      ))}
    </Group>
  )
}

/** Topics of the coach with a question for each, shown in an empty chat. */
const examples = [
  ['Calls to sell', 'Calls on MSFT, 30 to 45 days, delta 0.20 to 0.30'],
  ['Stocks', 'Which stocks yield over 20% without earnings for 30 days?'],
  ['One trade', 'I paid 480 for 200 TSLA, what does the 600 call 45 days out bring?'],
  ['Your positions', 'Which of my calls expire first?'],
  ['Arithmetic', '0.85 premium on a 42 dollar stock in 28 days, how much is that a year?'],
  ['Terms', 'What happens if I am assigned before the ex-dividend date?'],
] as const

interface ExamplesProps {
  readonly isWaiting: boolean
  readonly onAsk: (text: string) => void
}

export function Examples({ isWaiting, onAsk }: ExamplesProps) {
  return (
    <section aria-label="What you can ask">
      <ul className={classes.examples}>
        {examples.map(([topic, question]) => (
          <li key={topic}>
            <button type="button" aria-disabled={isWaiting} onClick={() => !isWaiting && onAsk(question)}>
              <b>{topic}</b>
              <span>{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
