import { ActionIcon, Box, Button, Group, Paper, Text, TextInput } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { commonWords } from '../../shared/common-words.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import classes from './coach.module.css'
import { readLastPage } from './conversation.ts'
import type { Consent } from './use-composer.ts'

const tooLongText = (over: number) => `Too long by ${formatInteger(over)} ${over === 1 ? 'character' : 'characters'}`

/** Fraction of the maximum length at which the character count appears. */
const COUNT_FROM = 0.9

interface ComposerProps {
  readonly text: string
  /** Previous question, which Arrow Up restores in an empty field. */
  readonly lastQuestion: string | null
  /** Maximum length of a message, in characters. */
  readonly most: number
  /** Whether an answer is pending. */
  readonly isWaiting: boolean
  readonly isSendable: (text: string) => boolean
  readonly onText: (text: string) => void
  readonly onSend: (text: string) => void
  readonly onStop: () => void
}

/** Message field, disabled while an answer is pending. Focus stays in the form meanwhile; Escape stops the answer. */
export function Composer({ text, lastQuestion, most, isWaiting, isSendable, onText, onSend, onStop }: ComposerProps) {
  const { form, input } = useKeptFocus(isWaiting)
  const countId = useId()
  const isBlocked = isWaiting || !isSendable(text)
  const send = () => {
    if (!isBlocked) onSend(text)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isWaiting) onStop()
    if (event.key === 'ArrowUp' && text === '' && lastQuestion !== null && event.target === input.current) {
      event.preventDefault()
      onText(lastQuestion)
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.target !== input.current)
      return
    event.preventDefault()
    send()
  }
  const length = text.trim().length
  const hasCount = length >= most * COUNT_FROM
  return (
    <form ref={form} className={classes.form} tabIndex={-1} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Group gap="xs" wrap="nowrap" align="flex-end" p="2xs" className={classes.field}>
        <textarea
          ref={input}
          className={classes.input}
          rows={1}
          aria-label="Message"
          aria-describedby={hasCount ? countId : undefined}
          aria-invalid={length > most || undefined}
          placeholder={isWaiting ? 'AI is thinking...' : 'Type your message...'}
          disabled={isWaiting}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        {isWaiting && (
          <ActionIcon size={36} aria-label="Stop" title="Stop" onClick={onStop}>
            <Box w={12} h={12} bg="currentColor" bdrs="xs" aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionIcon variant="filled" size={36} type="submit" aria-label="Send" title="Send" disabled={isBlocked}>
          <IconArrowUp size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {hasCount && (
        <Text
          id={countId}
          size="sm"
          ta="right"
          pt="2xs"
          px="md"
          c={length > most ? 'red' : 'var(--text-faint)'}
          role="status"
        >
          {length > most ? tooLongText(length - most) : `${formatInteger(length)} of ${formatInteger(most)} characters`}
        </Text>
      )}
    </form>
  )
}

/** Keeps focus on the form until the field is enabled again: disabling a focused field moves focus to the page. */
function useKeptFocus(isWaiting: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const isHeld = useRef(false)
  useEffect(() => {
    if (isWaiting) {
      const { activeElement } = document
      isHeld.current = activeElement === document.body || form.current?.contains(activeElement) === true
      if (isHeld.current) form.current?.focus({ preventScroll: true })
      return
    }
    const { activeElement } = document
    const isStillHere = activeElement === document.body || activeElement === form.current
    if (isHeld.current && isStillHere) input.current?.focus({ preventScroll: true })
    isHeld.current = false
  }, [isWaiting])
  return { form, input }
}

/** Asks for consent before positions are sent to a provider, and shows the decision. */
export function ConsentNote({ consent: { recipient, agreed, decide } }: { readonly consent: Consent }) {
  if (recipient === null) return null
  if (agreed !== null) {
    return (
      <Text size="sm" lh="1.25rem" c="dimmed" mb="sm">
        {agreed ? `Your positions may be sent to ${recipient}.` : `Your positions are not sent to ${recipient}.`}{' '}
        <button type="button" className={classes.link} onClick={() => decide(null)}>
          Change
        </button>
      </Text>
    )
  }
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-label="Send my positions">
      <p>
        To answer about your positions, the coach would send them to {recipient}. They are sent only if you agree. All
        other questions are answered either way.
      </p>
      <Group gap="sm" mt="sm">
        <Button variant="filled" onClick={() => decide(true)}>
          Send my positions
        </Button>
        <Button onClick={() => decide(false)}>Keep them here</Button>
      </Group>
    </Paper>
  )
}

const questionText = (symbol: string) => `Analyze a covered call on ${symbol} for a 400 strike with 30 days to expiry`

interface QuickActionsProps {
  readonly isWaiting: boolean
  readonly onAsk: (text: string) => void
}

/** Predefined questions. Analyze Position first asks for a symbol if no visited page had one. */
export function QuickActions({ isWaiting, onAsk }: QuickActionsProps) {
  const [asksWhich, setAsksWhich] = useState(false)
  const actionsGroup = useRef<HTMLFieldSetElement>(null)
  const ask = (text: string) => {
    if (isWaiting) return
    setAsksWhich(false)
    onAsk(text)
  }
  const analyze = () => {
    const symbol = readLastPage()?.symbol ?? null
    if (symbol !== null) ask(questionText(symbol))
    else if (!isWaiting) setAsksWhich(true)
  }
  /** Closes the form and restores focus to the button that opened it. */
  const cancel = () => {
    setAsksWhich(false)
    actionsGroup.current?.querySelector<HTMLElement>('[data-asks]')?.focus()
  }
  const actions = [
    { label: 'Find Options', run: () => ask('Find AAPL call options with delta between 0.2 and 0.3') },
    { label: 'Top CC Stocks', run: () => ask('Which stocks have the best covered call scores?') },
    { label: 'Analyze Position', run: analyze, asks: true },
    { label: 'Strategy Help', run: () => ask('Explain the ideal delta range') },
  ]
  return (
    <>
      {asksWhich && <WhichStock onCancel={cancel} onChoose={(symbol) => ask(questionText(symbol))} />}
      <fieldset ref={actionsGroup} className={classes.quick} aria-label="Quick actions">
        {actions.map(({ label, run, asks }) => (
          <Button key={label} radius="xl" aria-disabled={isWaiting} data-asks={asks} onClick={run}>
            {label}
          </Button>
        ))}
      </fieldset>
    </>
  )
}

interface WhichStockProps {
  readonly onCancel: () => void
  readonly onChoose: (symbol: string) => void
}

function WhichStock({ onCancel, onChoose }: WhichStockProps) {
  const [symbol, setSymbol] = useState('')
  const choose = (event: SubmitEvent) => {
    event.preventDefault()
    if (symbol.trim() !== '') onChoose(symbol.trim())
  }
  return (
    <Paper
      component="form"
      withBorder
      p="md"
      mb="md"
      onSubmit={choose}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && onCancel()}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Analyze a covered call on which stock?"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={symbol}
          onChange={({ currentTarget }) => setSymbol(currentTarget.value)}
        />
        <Button type="submit" variant="filled" disabled={symbol.trim() === ''}>
          Analyze
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {commonWords.cancel}
        </Button>
      </Group>
    </Paper>
  )
}
