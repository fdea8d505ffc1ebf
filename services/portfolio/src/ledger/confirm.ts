import type { Body } from '@callwright/contracts'
import { newYorkDate, type Suggestion } from '@callwright/scoring'
import { AppError } from '@callwright/service'
import { ledgerConflict, unknownSuggestion } from '../errors.ts'
import type { PositionBook } from '../positions/position-book.ts'
import { type ValuedPortfolio, valueFrom } from '../valuation/valuation.ts'
import type { Ledger } from './ledger-book.ts'
import type { EventDraft, StoredEvent } from './ledger-rows.ts'
import { readEvent } from './read-event.ts'
import { findKnown, type RecordingMoment, requirePossible } from './record-event.ts'
import { suggestForChain, targetOf, toWireSuggestion } from './suggest.ts'

type Item = Body<'portfolio.confirmSuggestions'>['items'][number]

interface Confirmation {
  readonly confirmed: readonly { readonly suggestionId: string; readonly event: StoredEvent }[]
  readonly refused: readonly { readonly suggestion_id: string; readonly code: string; readonly reason: string }[]
}

interface Planned {
  readonly item: Item
  readonly draft: EventDraft
}

/**
 * Records suggested events. Every item that is sound gets in; the others are refused one by one. The suggestions are made
 * again from the ledger within the transaction, so that a suggestion confirmed elsewhere is not confirmed twice.
 */
export async function confirmSuggestions(
  book: PositionBook,
  items: readonly Item[],
  { before, moment }: { readonly before: ValuedPortfolio; readonly moment: RecordingMoment },
): Promise<Confirmation> {
  const ledger = await book.ledger.read()
  const suggestions = await listSuggestions(book, before, ledger)
  const refused: Confirmation['refused'][number][] = []
  const confirmed: Confirmation['confirmed'][number][] = []
  const planned: Planned[] = []
  const refuse = ({ suggestion_id }: Item, error: AppError) =>
    void refused.push({ suggestion_id, code: error.code, reason: error.detail })
  for (const item of items) {
    try {
      const known = findConfirmed(ledger, item)
      if (known !== null) confirmed.push({ suggestionId: item.suggestion_id, event: known })
      else planned.push({ item, draft: plan(item, { suggestions, ledger, moment }) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refuse(item, error)
    }
  }
  const sound = await findSound(book, planned, refuse)
  if (sound.length === 0) return { confirmed, refused }
  const { stored } = await book.ledger.append(sound.map(({ draft }) => ({ draft })))
  for (const [index, event] of stored.entries()) {
    const item = sound[index]?.item
    if (item !== undefined) confirmed.push({ suggestionId: item.suggestion_id, event })
  }
  return { confirmed, refused }
}

async function listSuggestions(
  book: PositionBook,
  before: ValuedPortfolio,
  ledger: Ledger,
): Promise<ReadonlyMap<string, { readonly suggestion: Suggestion; readonly portfolio: ValuedPortfolio }>> {
  const settings = before.chains.map((valued) => valued.settings)
  const ids = new Set(before.chains.map(({ chain }) => chain.chainId))
  const chains = [...ledger.replayed.chains.values()].filter(({ chainId }) => ids.has(chainId))
  const portfolio = valueFrom(before, await book.list(), { ledger, settings, chains })
  const all = portfolio.chains.flatMap((valued) => suggestForChain(valued, portfolio))
  return new Map(all.map((suggestion) => [suggestion.id, { suggestion, portfolio }]))
}

/** The stored event of an item that was confirmed before; null for a new one. Throws `other_content`. */
function findConfirmed({ events }: Ledger, { event_id, expected_kind, event }: Item): StoredEvent | null {
  const known = events.find(({ record }) => record.eventId === event_id)
  if (known === undefined) return null
  if (known.record.kind === (event?.kind ?? expected_kind)) return known
  throw ledgerConflict('other_content', 'An event with this id already has other content.', 'event_id')
}

function plan(
  item: Item,
  context: {
    readonly suggestions: Awaited<ReturnType<typeof listSuggestions>>
    readonly ledger: Ledger
    readonly moment: RecordingMoment
  },
): EventDraft {
  const found = context.suggestions.get(item.suggestion_id)
  if (found === undefined) throw unknownSuggestion()
  const { suggestion, portfolio } = found
  if (suggestion.event !== null && suggestion.event.kind !== item.expected_kind) {
    throw ledgerConflict(
      'suggestion_changed',
      `The data now say something else: ${suggestion.sentence}`,
      'expected_kind',
    )
  }
  const proposed = item.event ?? toWireSuggestion(suggestion, portfolio.quotes).event
  if (proposed === null) {
    throw ledgerConflict('suggestion_changed', 'Say what happened: the data cannot tell.', 'event')
  }
  const today = newYorkDate(context.moment.nowMs)
  const { positionId, chainId } = targetOf(suggestion, proposed.kind)
  const draft = {
    ...readEvent({ ...proposed, event_id: item.event_id }, { positionId, chainId, today }),
    source: 'confirmed' as const,
  }
  if (findKnown(context.ledger, draft) === null) requirePossible(context.ledger, draft, context.moment)
  return draft
}

/** Items that can all be recorded together. An item that contradicts the ledger is refused and the rest tried again. */
async function findSound(
  book: PositionBook,
  planned: readonly Planned[],
  refuse: (item: Item, error: AppError) => void,
): Promise<readonly Planned[]> {
  let left = planned
  while (left.length > 0) {
    const refusal = await book.ledger.tryAll(left.map(({ draft }) => draft))
    if (refusal === null) return left
    const culprit = left.find(({ draft }) => draft.eventId === refusal.eventId) ?? left.at(-1)
    if (culprit === undefined) break
    refuse(culprit.item, refusal.error)
    left = left.filter((one) => one !== culprit)
  }
  return []
}
