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
 * The conversation. Screen readers announce additions to the log, so an answer is added only when it is complete. Until then
 * it appears below the log, and only the coach's current step is announced.
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
        <div className={isWaiting ? classes.body : undefined}>
          {pending !== null && pending.text !== '' && (
            <div className={classes.text} aria-hidden="true">
              <AmountMask isPersonal={pending.isPersonal} card={null}>
                <MessageText text={pending.text} />
              </AmountMask>
            </div>
          )}
          {/* Always rendered: a live region announces only changes made after it was added. */}
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
 * Scrolls a new question to the top. Does the same when its answer arrives, unless the user has scrolled the question out of
 * view.
 */
function useLastQuestion(messages: readonly ShownMessage[], isWaiting: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const wasWaiting = useRef(false)
  const count = messages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message and each change of the waiting state
  useEffect(() => {
    const isAnswered = wasWaiting.current && !isWaiting
    wasWaiting.current = isWaiting
    const questions = list.current?.querySelectorAll('li[data-role="user"]') ?? []
    const last = [...questions].at(-1)
    if (last !== undefined && (!isAnswered || isInView(last))) last.scrollIntoView({ block: 'start' })
  }, [count, isWaiting])
  return list
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}
