import { useEffect, useRef } from 'react'
import { Mark } from '../../../shared/ui/brand.tsx'
import { coachWords as words } from '../coach-words.ts'
import type { Pending, Question, ShownMessage } from '../conversation.ts'
import { Answer } from './answer.tsx'
import { MessageText } from './message-text.tsx'
import classes from './messages.module.css'
import { AskedQuestion } from './question.tsx'

interface MessageListProps {
  readonly messages: readonly ShownMessage[]
  readonly pending: Pending | null
  readonly onAsk: (question: Question) => void
}

/**
 * The conversation. What is added to the log is read out, so that an answer is added when it is complete; until then it
 * stands below the log, where only what the coach does at the moment is told.
 */
export function MessageList({ messages, pending, onAsk }: MessageListProps) {
  const list = useRef<HTMLOListElement>(null)
  const count = messages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message, and each wait, brings the last question up
  useEffect(() => {
    const questions = list.current?.querySelectorAll('li[data-role="user"]')
    const last = questions === undefined ? undefined : [...questions].at(-1)
    last?.scrollIntoView({ block: 'start' })
  }, [count, pending === null])
  const isWaiting = pending !== null
  return (
    <>
      <div role="log" aria-live="polite" aria-label={words.log}>
        <ol ref={list} className={classes.list}>
          {messages.map((message) =>
            message.role === 'user' ? (
              <AskedQuestion key={message.id} message={message} />
            ) : (
              <Answer key={message.id} message={message} onAsk={onAsk} isWaiting={isWaiting} />
            ),
          )}
        </ol>
      </div>
      {pending !== null && (
        <div className={classes.answer} data-pending="">
          <span className={classes.mark}>
            <Mark />
          </span>
          <div className={classes.said}>
            {pending.text !== '' && (
              <div className={classes.text} aria-hidden="true">
                <MessageText text={pending.text} />
              </div>
            )}
            <p className={classes.typing} role="status">
              <span className={classes.dots} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {pending.doing}
            </p>
          </div>
        </div>
      )}
    </>
  )
}
