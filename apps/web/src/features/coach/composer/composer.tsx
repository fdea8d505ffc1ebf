import { ActionIcon } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef } from 'react'
import { coachWords } from '../coach-words.ts'
import classes from './composer.module.css'

const words = coachWords.composer

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
      <div className={classes.field}>
        <textarea
          ref={input}
          className={classes.input}
          rows={1}
          aria-label={words.label}
          aria-describedby={hasCount ? countId : undefined}
          aria-invalid={length > most || undefined}
          placeholder={isWaiting ? words.waiting : words.placeholder}
          disabled={isWaiting}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        {isWaiting && (
          <ActionIcon className={classes.button ?? ''} aria-label={words.stop} title={words.stop} onClick={onStop}>
            <span className={classes.square} aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionIcon
          className={classes.button ?? ''}
          data-main=""
          type="submit"
          aria-label={words.send}
          title={words.send}
          disabled={isBlocked}
        >
          <IconArrowUp size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </div>
      {hasCount && (
        <p id={countId} className={classes.count} data-over={length > most || undefined} role="status">
          {length > most ? words.tooLong(length - most) : words.count(length, most)}
        </p>
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
