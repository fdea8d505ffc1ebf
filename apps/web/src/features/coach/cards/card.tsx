import type { CardAction, ChatMetadata, StockListRow } from '@callwright/contracts'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { formatRating } from '../../../shared/format/numbers.ts'
import { buildAddPositionPath, buildAnalysisPath, readSymbol } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { OwnWords } from '../amount-mask.tsx'
import classes from '../coach.module.css'
import { MessageText } from '../message-parts.tsx'
import { CardFrame, FactsCard, OptionsTable } from './facts-card.tsx'

const outcomes = { fired: 'applies', not_fired: 'does not apply', unknown: 'unknown' } as const

/** A card's warnings and follow-up actions. */
export function CardFoot(props: CardActionsProps) {
  return (
    <>
      {props.card.warnings.map((warning) => (
        <Text key={warning} c="dimmed">
          <OwnWords text={warning} />
        </Text>
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
    <CardFrame title={title}>
      {more.length > 0 && (
        <Stack gap="2xs">
          <MessageText text={more.join('\n')} />
        </Stack>
      )}
      {formula !== null && (
        <Paper radius="md" px="md" py="sm" bg="var(--surface-raised)">
          <Text component="span" c="dimmed">
            Formula
          </Text>{' '}
          {formula}
        </Paper>
      )}
    </CardFrame>
  )
}

function RecommendationCard({ content }: { readonly content: ContentOf<'recommendation'> }) {
  const { action, trace, ...facts } = content
  return (
    <FactsCard {...facts} badge={action}>
      {trace.length > 0 && (
        <details className={classes.trace}>
          <summary>How the rules were applied</summary>
          <Stack component="ul" gap="xs" mt="xs">
            {trace.map(({ rule, outcome, detail }) => (
              <li key={rule} data-outcome={outcome}>
                <b>{rule}</b> {outcomes[outcome]}. <OwnWords text={detail} />
              </li>
            ))}
          </Stack>
        </details>
      )}
    </FactsCard>
  )
}

function StockList({ rows }: { readonly rows: readonly StockListRow[] }) {
  return (
    <ul className={classes.stocks} aria-label="Stocks found">
      {rows.map(({ symbol, cc_score, company_name }) => (
        <li key={symbol}>
          <Link
            className={`${classes.frame} ${classes.stock}`}
            to={buildAnalysisPath(symbol)}
            title={company_name ?? undefined}
          >
            <b>{symbol}</b>
            <Text c="dimmed">Score: {formatRating(cc_score)}</Text>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface CardActionsProps {
  readonly card: ChatMetadata
  readonly onAsk: (text: string) => void
  /** Whether an answer is pending; if so, no other question can be asked. */
  readonly isWaiting: boolean
}

/** A card's follow-up actions: open a page, ask another question, or open the prefilled position form. */
function CardActions({ card: { links, actions }, onAsk, isWaiting }: CardActionsProps) {
  if (links.length + actions.length === 0) return null
  return (
    <Group gap="sm" className={classes.ways}>
      {actions.map((action) =>
        action.kind === 'ask' ? (
          <AskButton
            key={action.label}
            label={action.label}
            isWaiting={isWaiting}
            onAsk={() => onAsk(action.message)}
          />
        ) : (
          <PageLink key={action.label} label={action.label} path={findPath(action)} />
        ),
      )}
      {links.map(({ label, path }) => (
        <PageLink key={label + path} label={label} path={path} />
      ))}
    </Group>
  )
}

function PageLink({ label, path }: { readonly label: string; readonly path: string }) {
  return (
    <Button component={Link} to={path}>
      {label}
    </Button>
  )
}

interface AskButtonProps {
  readonly label: string
  readonly isWaiting: boolean
  readonly onAsk: () => void
}

const AskButton = ({ label, isWaiting, onAsk }: AskButtonProps) => (
  <Button aria-disabled={isWaiting} onClick={() => !isWaiting && onAsk()}>
    {label}
  </Button>
)

function findPath(action: Exclude<CardAction, { kind: 'ask' }>): string {
  if (action.kind === 'open') return action.path
  const { ticker: symbol, strike_price, expiry_date, entry_premium, entry_price } = action.position
  return buildAddPositionPath({
    symbol,
    expiration: expiry_date,
    strike: strike_price,
    entryPrice: entry_price,
    premium: entry_premium,
    contracts: 1,
  })
}

interface ChoicesProps extends Pick<CardActionsProps, 'onAsk' | 'isWaiting'> {
  readonly choices: readonly string[]
}

/** Suggested messages, sent with one click. */
function Choices({ choices, onAsk, isWaiting }: ChoicesProps) {
  return (
    <Group gap="sm" className={classes.ways}>
      {choices.map((choice) => (
        <AskButton key={choice} label={choice} isWaiting={isWaiting} onAsk={() => onAsk(choice)} />
      ))}
    </Group>
  )
}
