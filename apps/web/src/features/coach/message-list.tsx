import type { ChatCorrection, ChatMetadata } from '@callwright/contracts'
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { commonWords } from '../../shared/common-words.ts'
import { formatPrice } from '../../shared/format/numbers.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { Mark } from '../../shared/ui/brand.tsx'
import { VisuallyHidden } from '../../shared/ui/figures.tsx'
import { AmountMask } from './amount-mask.tsx'
import { Card, CardFoot } from './cards/card.tsx'
import classes from './coach.module.css'
import type { Pending, Question, ShownMessage } from './conversation.ts'
import { AnswerFoot, Foot, MessageText, MessageTime } from './message-parts.tsx'
import { ReadingButtons, UnderstoodChips } from './understood.tsx'

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
        <Stack component="ol" gap="xl" m={0} p={0} ref={list}>
          {messages.map((message, index) =>
            message.role === 'user' ? (
              <AskedQuestion key={message.id} message={message} />
            ) : (
              <Answer
                key={message.id}
                message={message}
                question={findQuestion(messages, index)}
                onAsk={onAsk}
                isWaiting={isWaiting}
              />
            ),
          )}
        </Stack>
      </div>
      <div className={isWaiting ? classes.answer : undefined} data-pending={isWaiting || undefined}>
        {isWaiting && (
          <span className={classes.mark}>
            <Mark />
          </span>
        )}
        <Stack gap="md" miw={0}>
          {pending !== null && pending.text !== '' && (
            <Stack gap="2xs" aria-hidden="true">
              <AmountMask isPersonal={pending.isPersonal} card={null}>
                <MessageText text={pending.text} />
              </AmountMask>
            </Stack>
          )}
          {/* Always rendered: a live region announces only changes made after it was added. */}
          <Text c="dimmed" role="status">
            {isWaiting && (
              <span className={classes.dots} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
            )}
            {pending?.doing}
          </Text>
        </Stack>
      </div>
    </>
  )
}

/**
 * Scrolls a new question to the top. Does the same when its answer arrives, unless the user has scrolled the question out of
 * view.
 */
function useLastQuestion(messages: readonly ShownMessage[], isWaiting: boolean) {
  const list = useRef<HTMLDivElement>(null)
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
      <Foot>
        {message.isFromLink && <span>From a link</span>}
        {message.timestamp !== null && <MessageTime timestamp={message.timestamp} />}
      </Foot>
    </li>
  )
}

/** The question that an answer belongs to; an empty text for the welcome message. */
const findQuestion = (messages: readonly ShownMessage[], index: number) =>
  messages.slice(0, index).findLast(({ role }) => role === 'user')?.content ?? ''

interface AnswerProps {
  readonly message: ShownMessage
  /** Text of the question, which a correction sends again. */
  readonly question: string
  readonly onAsk: (question: Question) => void
  readonly isWaiting: boolean
}

/** One answer. A table or stock list appears after the text's first line; other cards appear below the text. */
function Answer({ message, question, onAsk, isWaiting }: AnswerProps) {
  const { content, dataReturned, understood, isPersonal, trouble } = message
  const options = understood?.options ?? []
  const correct = (correction: ChatCorrection) => onAsk({ text: question, isFromLink: false, correction })
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
      <Stack gap="md" miw={0}>
        <VisuallyHidden>Coach: </VisuallyHidden>
        <AmountMask isPersonal={isPersonal} card={dataReturned}>
          <AnswerLines text={above} />
          <PanelBoundary name="card">
            {card && (card.card.type !== 'clarify' || options.length === 0) && <Card {...card} answerText={content} />}
            <AnswerLines text={below} />
            {card && <CardFoot {...card} />}
          </PanelBoundary>
        </AmountMask>
        {options.length > 0 && (
          <ReadingButtons
            options={options}
            isWaiting={isWaiting}
            onChoose={({ reading, slots }) => correct({ reading, slots, answer_id: message.id })}
          />
        )}
        <UnderstoodChips message={message} isWaiting={isWaiting} onCorrect={correct} />
        {trouble !== null && (
          <Stack align="flex-start" gap="xs" c="dimmed" fz="md" lh="1.25rem">
            {trouble.reasons.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
            <Button aria-disabled={isWaiting} onClick={() => !isWaiting && onAsk(trouble.question)}>
              {trouble.kind === 'failed' ? commonWords.retry : 'Ask again'}
            </Button>
          </Stack>
        )}
        <AnswerFoot message={message} />
      </Stack>
    </li>
  )
}

function AnswerLines({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <Stack gap="2xs">
      <MessageText text={text} />
    </Stack>
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
