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

/** What the source says of its figures, and the ways on. */
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
  /** What the answer says in words. */
  readonly said: string
}

/** What stands beside an answer, by its type; one that is not known here is nothing, and its text stands for it. */
export function Card({ card, said, onAsk, isWaiting }: CardProps) {
  switch (card.type) {
    case 'options_table':
      return card.content.length > 0 && <OptionsTable rows={card.content} symbol={findSymbol(card.links)} />
    case 'stock_list':
      return card.content.length > 0 && <StockList rows={card.content} />
    case 'concept_card':
      return <ConceptCard content={card.content} said={said} />
    case 'clarify':
      return <Choices choices={card.content.choices} onAsk={onAsk} isWaiting={isWaiting} />
    case 'error_card':
      return <Choices choices={card.content.suggestions} onAsk={onAsk} isWaiting={isWaiting} />
    case 'recommendation':
      return <RecommendationCard content={leaveOutSaid(card.content, said)} />
    case 'strike_comparison':
    case 'trade_card':
    case 'portfolio_summary':
    case 'roll_table':
    case 'market_status':
    case 'events_list':
      return <FactsCard {...leaveOutSaid(card.content, said)} />
    default:
      return null
  }
}

/** What the answer has said is not said twice. */
const leaveOutSaid = <T extends { readonly notes: readonly string[] }>(content: T, said: string): T => ({
  ...content,
  notes: content.notes.filter((note) => !said.includes(note)),
})

/** The stock that a card links to. */
function findSymbol(links: ChatMetadata['links']): string | null {
  const searches = links.map(({ path }) => new URLSearchParams(path.split('?')[1]))
  return searches.map((search) => readSymbol(search.get('symbol') ?? '')).find((symbol) => symbol !== null) ?? null
}

type ContentOf<T extends ChatMetadata['type']> = Extract<ChatMetadata, { type: T }>['content']

interface ConceptCardProps {
  readonly content: ContentOf<'concept_card'>
  readonly said: string
}

function ConceptCard({ content: { title, text, formula }, said }: ConceptCardProps) {
  const more = text.split('\n').filter((line) => !said.includes(line.replace(/^- /, '')))
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
