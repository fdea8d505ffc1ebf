import { useEffect, useRef } from 'react'
import { Mark } from '../../../shared/ui/brand.tsx'
import { AmountMask } from '../amount-mask.tsx'
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
  const isWaiting = pending !== null
  const list = useLastQuestion(messages, isWaiting)
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
      <div className={isWaiting ? classes.answer : undefined} data-pending={isWaiting || undefined}>
        {isWaiting && (
          <span className={classes.mark}>
            <Mark />
          </span>
        )}
        <div className={isWaiting ? classes.said : undefined}>
          {pending !== null && pending.text !== '' && (
            <div className={classes.text} aria-hidden="true">
              <AmountMask isPersonal={pending.isPersonal} card={null}>
                <MessageText text={pending.text} />
              </AmountMask>
            </div>
          )}
          {/* Always there: what is told is read out only by a part that was on the page before. */}
          <p className={isWaiting ? classes.typing : undefined} role="status">
            {isWaiting && (
              <span className={classes.dots} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
            )}
            {pending?.doing}
          </p>
        </div>
      </div>
    </>
  )
}

/**
 * A new question comes to the top of what is seen, and so does the one that was answered while it is still seen: who has
 * scrolled on to read something else stays there.
 */
function useLastQuestion(messages: readonly ShownMessage[], isWaiting: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const wasWaiting = useRef(false)
  const count = messages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message, and each wait
  useEffect(() => {
    const isAnswered = wasWaiting.current && !isWaiting
    wasWaiting.current = isWaiting
    const questions = list.current?.querySelectorAll('li[data-role="user"]') ?? []
    const last = [...questions].at(-1)
    if (last !== undefined && (!isAnswered || isSeen(last))) last.scrollIntoView({ block: 'start' })
  }, [count, isWaiting])
  return list
}

function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}
