import type { CardAction, ChatMetadata } from '@callwright/contracts'
import { Button } from '@mantine/core'
import { buildAddPositionPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import classes from './cards.module.css'

export interface CardActionsProps {
  readonly card: ChatMetadata
  readonly onAsk: (text: string) => void
  /** Whether an answer is pending; if so, no other question can be asked. */
  readonly isWaiting: boolean
}

/** A card's follow-up actions: open a page, ask another question, or open the prefilled position form. */
export function CardActions({ card: { links, actions }, onAsk, isWaiting }: CardActionsProps) {
  if (links.length + actions.length === 0) return null
  return (
    <div className={classes.ways}>
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
    </div>
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
  const { ticker, strike_price, expiry_date, entry_premium, entry_price } = action.position
  return buildAddPositionPath({
    symbol: ticker,
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
export function Choices({ choices, onAsk, isWaiting }: ChoicesProps) {
  return (
    <div className={classes.ways}>
      {choices.map((choice) => (
        <AskButton key={choice} label={choice} isWaiting={isWaiting} onAsk={() => onAsk(choice)} />
      ))}
    </div>
  )
}
