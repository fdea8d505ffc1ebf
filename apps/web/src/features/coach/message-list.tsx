import type { ChatMetadata } from '@callwright/contracts'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { commonWords } from '../../shared/common-words.ts'
import { formatPrice } from '../../shared/format/numbers.ts'
import { Mark } from '../../shared/ui/brand.tsx'
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { AmountMask } from './amount-mask.tsx'
import { Card, CardFoot } from './cards/card.tsx'
import classes from './coach.module.css'
import type { Pending, Question, ShownMessage } from './conversation.ts'
import { AnswerFoot, MessageText, MessageTime } from './message-parts.tsx'

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
      <div role="log" aria-live="polite" aria-label="Conversation">
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

function AskedQuestion({ message }: { readonly message: ShownMessage }) {
  return (
    <li className={classes.question} data-role="user">
      <p className={classes.bubble}>
        <VisuallyHidden>You: </VisuallyHidden>
        {message.content}
      </p>
      <div className={classes.messageFoot}>
        {message.isFromLink && <span>From a link</span>}
        {message.timestamp !== null && <MessageTime timestamp={message.timestamp} />}
      </div>
    </li>
  )
}

interface AnswerProps {
  readonly message: ShownMessage
  readonly onAsk: (question: Question) => void
  readonly isWaiting: boolean
}

/** One answer. A table or stock list appears after the text's first line; other cards appear below the text. */
function Answer({ message, onAsk, isWaiting }: AnswerProps) {
  const { content, dataReturned, isPersonal, trouble } = message
  const { above, below } = splitText(content, dataReturned)
  const card = dataReturned && {
    card: dataReturned,
    isWaiting,
    onAsk: (text: string) => onAsk({ text, isFromLink: false }),
  }
  return (
    <li className={classes.answer}>
      <span className={classes.mark}>
        <Mark />
      </span>
      <div className={classes.body}>
        <VisuallyHidden>Coach: </VisuallyHidden>
        <AmountMask isPersonal={isPersonal} card={dataReturned}>
          <AnswerLines text={above} />
          <PanelBoundary name="card">
            {card && <Card {...card} answerText={content} />}
            <AnswerLines text={below} />
            {card && <CardFoot {...card} />}
          </PanelBoundary>
        </AmountMask>
        {trouble !== null && (
          <div className={classes.trouble}>
            {trouble.reasons.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
            <Button aria-disabled={isWaiting} onClick={() => !isWaiting && onAsk(trouble.question)}>
              {trouble.kind === 'failed' ? commonWords.retry : 'Ask again'}
            </Button>
          </div>
        )}
        <AnswerFoot message={message} />
      </div>
    </li>
  )
}

function AnswerLines({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <div className={classes.text}>
      <MessageText text={text} />
    </div>
  )
}

function splitText(content: string, card: ChatMetadata | null) {
  if (card?.type !== 'options_table' && card?.type !== 'stock_list') return { above: content, below: '' }
  const [above = '', ...rest] = content.trimStart().split('\n')
  const names = nameRows(card)
  const isRow = (line: string) => /^\s*[-•]/.test(line) && names.some((name) => line.includes(name))
  return {
    above,
    below: rest
      .filter((line) => !isRow(line))
      .join('\n')
      .trim(),
  }
}

/** Names that mark a line of text as a repeat of the card's row. A single stock gets none: its line may add details. */
function nameRows(card: Extract<ChatMetadata, { type: 'options_table' | 'stock_list' }>): readonly string[] {
  if (card.type === 'options_table') return card.content.map(({ strike }) => `$${formatPrice(strike)} strike`)
  return card.content.length === 1 ? [] : card.content.map(({ symbol }) => symbol)
}
