import type { ChatMetadata } from '@callwright/contracts'
import { readSymbol } from '../../../shared/read-symbol.ts'
import { OwnWords } from '../amount-mask.tsx'
import { coachWords } from '../coach-words.ts'
import { MessageText } from '../messages/message-text.tsx'
import { CardActions, type CardActionsProps, Choices } from './card-actions.tsx'
import classes from './cards.module.css'
import { FactsCard } from './facts-card.tsx'
import { OptionsTable } from './options-table.tsx'
import { StockList } from './stock-list.tsx'

const words = coachWords.cards

/** A card's warnings and follow-up actions. */
export function CardFoot(props: CardActionsProps) {
  return (
    <>
      {props.card.warnings.map((warning) => (
        <p key={warning} className={classes.note}>
          <OwnWords text={warning} />
        </p>
      ))}
      <CardActions {...props} />
    </>
  )
}

interface CardProps extends CardActionsProps {
  /** The answer's text. */
  readonly answerText: string
}

/** Renders the card in an answer by type. An unknown type renders nothing: the answer's text is enough. */
export function Card({ card, answerText, onAsk, isWaiting }: CardProps) {
  switch (card.type) {
    case 'options_table':
      return card.content.length > 0 && <OptionsTable rows={card.content} symbol={findSymbol(card.links)} />
    case 'stock_list':
      return card.content.length > 0 && <StockList rows={card.content} />
    case 'concept_card':
      return <ConceptCard content={card.content} answerText={answerText} />
    case 'clarify':
      return <Choices choices={card.content.choices} onAsk={onAsk} isWaiting={isWaiting} />
    case 'error_card':
      return <Choices choices={card.content.suggestions} onAsk={onAsk} isWaiting={isWaiting} />
    case 'recommendation':
      return <RecommendationCard content={dropRepeatedNotes(card.content, answerText)} />
    case 'strike_comparison':
    case 'trade_card':
    case 'portfolio_summary':
    case 'roll_table':
    case 'market_status':
    case 'events_list':
      return <FactsCard {...dropRepeatedNotes(card.content, answerText)} />
    default:
      return null
  }
}

/** Drops notes that the answer's text already contains. */
const dropRepeatedNotes = <T extends { readonly notes: readonly string[] }>(content: T, answerText: string): T => ({
  ...content,
  notes: content.notes.filter((note) => !answerText.includes(note)),
})

/** Finds the first symbol in a card's links. */
function findSymbol(links: ChatMetadata['links']): string | null {
  const searches = links.map(({ path }) => new URLSearchParams(path.split('?')[1]))
  return searches.map((search) => readSymbol(search.get('symbol') ?? '')).find((symbol) => symbol !== null) ?? null
}

type ContentOf<T extends ChatMetadata['type']> = Extract<ChatMetadata, { type: T }>['content']

interface ConceptCardProps {
  readonly content: ContentOf<'concept_card'>
  readonly answerText: string
}

function ConceptCard({ content: { title, text, formula }, answerText }: ConceptCardProps) {
  const more = text.split('\n').filter((line) => !answerText.includes(line.replace(/^- /, '')))
  if (more.length === 0 && formula === null) return null
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {more.length > 0 && (
        <div className={classes.text}>
          <MessageText text={more.join('\n')} />
        </div>
      )}
      {formula !== null && (
        <p className={classes.formula}>
          <span>{words.formula}</span> {formula}
        </p>
      )}
    </section>
  )
}

function RecommendationCard({ content }: { readonly content: ContentOf<'recommendation'> }) {
  const { action, trace, ...facts } = content
  return (
    <FactsCard {...facts} badge={action}>
      {trace.length > 0 && (
        <details className={classes.trace}>
          <summary>{words.trace}</summary>
          <ul>
            {trace.map(({ rule, outcome, detail }) => (
              <li key={rule} data-outcome={outcome}>
                <b>{rule}</b> {words.outcomes[outcome]}. <OwnWords text={detail} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </FactsCard>
  )
}
