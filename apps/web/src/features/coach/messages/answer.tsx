import type { ChatMetadata } from '@callwright/contracts'
import { Button } from '@mantine/core'
import { formatPrice } from '../../../shared/format/numbers.ts'
import { Mark } from '../../../shared/ui/brand.tsx'
import { PanelBoundary } from '../../../shared/ui/panel-boundary.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { AmountMask } from '../amount-mask.tsx'
import { Card, CardFoot } from '../cards/card.tsx'
import { coachWords as words } from '../coach-words.ts'
import type { Question, ShownMessage } from '../conversation.ts'
import { AnswerFoot } from './answer-foot.tsx'
import { MessageText } from './message-text.tsx'
import classes from './messages.module.css'

interface AnswerProps {
  readonly message: ShownMessage
  readonly onAsk: (question: Question) => void
  readonly isWaiting: boolean
}

/** One answer. A table or stock list appears after the text's first line; other cards appear below the text. */
export function Answer({ message, onAsk, isWaiting }: AnswerProps) {
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
        <VisuallyHidden>{words.coach}: </VisuallyHidden>
        <AmountMask isPersonal={isPersonal} card={dataReturned}>
          <AnswerLines text={above} />
          <PanelBoundary name={words.cards.name}>
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
              {trouble.kind === 'failed' ? words.retry : words.askAgain}
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
