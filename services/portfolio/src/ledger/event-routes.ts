import type { CallEventBody, ChainEventBody, Success } from '@callwright/contracts'
import { type IsoDate, newYorkDate } from '@callwright/scoring'
import { type Call, getUser, type Handlers } from '@callwright/service'
import { ledgerConflict, unknownChain, unknownPosition, unknownSuggestion } from '../errors.ts'
import type { PositionBook } from '../positions/position-book.ts'
import type { createIdempotentWrite, FindPendingSplit } from '../positions/routes.ts'
import { toWirePosition } from '../positions/routes.ts'
import type { PrepareCheck } from '../positions/stock-names.ts'
import type { ReadGrant, WrittenCall } from '../tax/grants.ts'
import { withGrantDays } from '../tax/qualify-calls.ts'
import { type ChainChoice, type ReadPortfolio, type ValuedPortfolio, valueFrom } from '../valuation/valuation.ts'
import { confirmSuggestions } from './confirm.ts'
import { blankDraft, type EventDraft } from './ledger-rows.ts'
import { readEvent } from './read-event.ts'
import {
  findKnown,
  getChainId,
  getChainOfCall,
  type Recorded,
  type RecordingMoment,
  recordEvent,
} from './record-event.ts'
import { suggestForChain, toDismissal } from './suggest.ts'
import { openChainWriter, toWireEvent } from './wire-chain.ts'

type EventRouteId =
  | 'portfolio.recordCallEvent'
  | 'portfolio.recordChainEvent'
  | 'portfolio.updateChain'
  | 'portfolio.joinChain'
  | 'portfolio.confirmSuggestions'
  | 'portfolio.dismissSuggestion'

export interface EventRouteDeps {
  readonly writeIdempotently: ReturnType<typeof createIdempotentWrite>
  readonly readPortfolio: ReadPortfolio
  readonly prepareCheck: PrepareCheck
  readonly readGrant: ReadGrant
  /** System clock, in milliseconds. */
  readonly now: () => number
}

/**
 * Routes that write to the ledger. Market data are read before the transaction, for the figures in the response and for
 * splits that are not applied yet.
 */
export function eventRoutes(deps: EventRouteDeps): Pick<Handlers<'portfolio'>, EventRouteId> {
  const { writeIdempotently, readPortfolio, prepareCheck, readGrant, now } = deps
  const toMoment = (before: ValuedPortfolio): RecordingMoment => ({
    nowMs: Math.max(before.asOfMs, now()),
    marketMs: before.asOfMs,
    pendingSplitOf: (chainId) => findPendingSplit(before, chainId),
  })
  const read = ({ identity, request }: Pick<Call<EventRouteId>, 'identity' | 'request'>, choice: ChainChoice) =>
    readPortfolio(getUser(identity).userId, request.id, choice)

  return {
    'portfolio.recordCallEvent': async (call) => {
      const { body, params } = call
      const before = await read(call, chooseForCall(params.id, body))
      const written = findWritten(before, params.id, body)
      const today = newYorkDate(before.asOfMs)
      const grant = written === null ? null : await readGrant(written, { today, requestId: call.request.id })
      return writeIdempotently('portfolio.recordCallEvent', call, async (book) => {
        const ledger = await book.ledger.read()
        const chainId = await findCallChain(book, params.id, body.event_id)
        const moment = toMoment(before)
        const draft = readEvent(body, { positionId: params.id, chainId, today: newYorkDate(moment.nowMs) })
        if (findKnown(ledger, draft) === null) getChainOfCall(ledger, params.id)
        const known = grant === null ? draft : { ...draft, body: { ...draft.body, grant } }
        const recorded = await recordEvent(book, known, moment)
        const position = (await book.find([params.id])).get(params.id)
        const isShown = position !== undefined && !position.isDeleted
        const answer = await describeRecorded(book, before, recorded)
        return { status: 'success' as const, ...answer, position: isShown ? toWirePosition(position) : null }
      })
    },
    'portfolio.recordChainEvent': async (call) => {
      const { body, params } = call
      const before = await read(call, chooseForChain(params.id, body))
      const names = await prepareCheck([body.ticker ?? [], body.symbol ?? []].flat(), call.request.id)
      return writeIdempotently('portfolio.recordChainEvent', call, async (book) => {
        const moment = toMoment(before)
        const draft = readEvent(body, { positionId: null, chainId: params.id, today: newYorkDate(moment.nowMs) })
        const symbol = body.ticker === undefined ? null : names.resolveSymbol(body.ticker)
        await ensureChain(book, params.id, { body, symbol })
        const named = {
          ...draft.body,
          ...(draft.kind === 'buy_shares' ? { symbol } : {}),
          ...(draft.kind === 'adjust' && body.symbol !== undefined ? { symbol: names.resolveSymbol(body.symbol) } : {}),
        }
        const recorded = await recordEvent(book, { ...draft, body: named }, moment)
        return { status: 'success' as const, ...(await describeRecorded(book, before, recorded)) }
      })
    },
    'portfolio.updateChain': async (call) => {
      const before = await read(call, chooseChain(call.params.id))
      return writeIdempotently('portfolio.updateChain', call, async (book) => {
        const chainId = getChainId(await book.ledger.read(), call.params.id)
        const { intent, account, tax_deferred: taxDeferred, note } = call.body
        await book.ledger.updateChain(chainId, {
          ...(intent === undefined ? {} : { intent }),
          ...(account === undefined ? {} : { account }),
          ...(taxDeferred === undefined ? {} : { taxDeferred }),
          ...(note === undefined ? {} : { note }),
        })
        return { status: 'success' as const, chain: await describeChain(book, before, chainId) }
      })
    },
    'portfolio.joinChain': async (call) => {
      const { params, body } = call
      const before = await read(call, chooseChain(params.id))
      return writeIdempotently('portfolio.joinChain', call, async (book) => {
        const eventId = body.event_id ?? `join-${params.id}-${body.chain_id}`.slice(0, MAX_ID_LENGTH)
        const chainId = await joinChains(book, { kept: params.id, joined: body.chain_id, eventId }, toMoment(before))
        return { status: 'success' as const, chain: await describeChain(book, before, chainId) }
      })
    },
    'portfolio.confirmSuggestions': async (call) => {
      const before = await read(call, ALL_OPEN)
      return writeIdempotently('portfolio.confirmSuggestions', call, async (book) => {
        const outcome = await confirmSuggestions(book, call.body.items, { before, moment: toMoment(before) })
        const ledger = await book.ledger.read()
        const closeOn = () => null
        const confirmed = outcome.confirmed.map(({ suggestionId, event }) => ({
          suggestion_id: suggestionId,
          event: toWireEvent(event, { ledger, closeOn }),
        }))
        return { status: 'success' as const, confirmed, refused: [...outcome.refused] }
      })
    },
    'portfolio.dismissSuggestion': async (call) => {
      const { suggestion_id: suggestionId, event_id: eventId } = call.body
      const before = await read(call, ALL_OPEN)
      return writeIdempotently('portfolio.dismissSuggestion', call, async (book) => {
        const ledger = await book.ledger.read()
        const known = ledger.events.find(({ record }) => record.eventId === eventId)
        if (known?.suggestionId === suggestionId) return { status: 'success' as const }
        const valued = before.chains.find((chain) =>
          suggestForChain(chain, before).some(({ id }) => id === suggestionId),
        )
        if (valued === undefined) throw unknownSuggestion()
        await recordEvent(book, toDismissal(suggestionId, eventId, valued.chain.chainId), toMoment(before))
        return { status: 'success' as const }
      })
    },
  }
}

/** Day of the first split that a chain's terms do not reflect yet; null if there is none, or the market is unknown. */
const findPendingSplit = ({ chains }: ValuedPortfolio, chainId: string): IsoDate | null =>
  chains.find(({ chain }) => chain.chainId === chainId)?.pending.changes[0]?.date ?? null

/** The same for a call that is about to be opened in a chain. */
export const createPendingSplits =
  (readPortfolio: ReadPortfolio): FindPendingSplit =>
  async (userId, requestId, id) => {
    const portfolio = await readPortfolio(userId, requestId, chooseChain(id))
    const chainId = portfolio.ledger.replayed.ledger.joinedTo.get(id) ?? id
    return findPendingSplit(portfolio, chainId)
  }

const MAX_ID_LENGTH = 64

const ALL_OPEN: ChainChoice = {
  positions: 'all',
  wants: 'history',
  choose: ({ replayed }) => [...replayed.chains.values()].filter(({ lots, calls }) => lots.length + calls.size > 0),
}

const listDays = (...days: (IsoDate | undefined)[]): IsoDate[] => days.filter((day) => day !== undefined)

function chooseForCall(positionId: string, body: CallEventBody): ChainChoice {
  const { open, kind, occurred_on: day } = body
  const choice: ChainChoice = {
    positions: 'of_chains',
    wants: 'history',
    choose: ({ replayed }) => [replayed.chainOf.get(positionId) ?? []].flat(),
    closeDates: listDays(day),
    ...(open === undefined ? {} : { call: { expiration: open.expiry_date, strike: open.strike_price } }),
  }
  return withGrantDays(choice, kind === 'write_more' || open !== undefined ? listDays(day) : [])
}

/** The call that an event writes; null for events that write none. */
function findWritten({ chains }: ValuedPortfolio, positionId: string, body: CallEventBody): WrittenCall | null {
  const chain = chains[0]?.chain
  const expiration = body.kind === 'write_more' ? chain?.calls.get(positionId)?.expiration : body.open?.expiry_date
  const day = body.occurred_on
  return chain === undefined || expiration === undefined || day === undefined
    ? null
    : { symbol: chain.symbol, day, expiration }
}

const chooseForChain = (id: string, body: ChainEventBody): ChainChoice => ({
  ...chooseChain(id),
  closeDates: listDays(body.occurred_on),
})

export const chooseChain = (id: string): ChainChoice =>
  withGrantDays({
    positions: 'of_chains',
    wants: 'history',
    choose: ({ replayed }) => [replayed.chains.get(replayed.ledger.joinedTo.get(id) ?? id) ?? []].flat(),
  })

/** The chain of a call, also if the call itself is gone and only a repeated request names it. */
async function findCallChain(book: PositionBook, positionId: string, eventId: string): Promise<string> {
  const { events, replayed } = await book.ledger.read()
  const known = events.find(({ record }) => record.eventId === eventId)
  const chainId = known?.chainId ?? replayed.chainOf.get(positionId)?.chainId
  if (chainId === undefined) throw unknownPosition()
  return chainId
}

/** Creates the chain that a purchase names a stock for. Throws `unknown_chain`, or `other_stock` for another account. */
async function ensureChain(
  book: PositionBook,
  id: string,
  { body, symbol }: { readonly body: ChainEventBody; readonly symbol: string | null },
): Promise<void> {
  const { replayed } = await book.ledger.read()
  const known = await book.ledger.findChain(id)
  const account = body.account ?? null
  if (known !== undefined && account !== null && known.account !== account) {
    throw ledgerConflict('other_stock', `This chain is not in account ${account}.`, 'account')
  }
  const home = replayed.ledger.joinedTo.get(id) ?? id
  if (replayed.chains.has(home)) return
  if (known === undefined && (body.kind !== 'buy_shares' || symbol === null)) throw unknownChain()
  if (symbol !== null) await book.ledger.ensureChains([{ id, symbol, account }])
}

async function joinChains(
  book: PositionBook,
  { kept, joined, eventId }: { readonly kept: string; readonly joined: string; readonly eventId: string },
  moment: RecordingMoment,
): Promise<string> {
  const ledger = await book.ledger.read()
  const draft: EventDraft = {
    ...blankDraft,
    kind: 'join',
    eventId,
    chainId: kept,
    occurredOn: newYorkDate(moment.nowMs),
    body: { joinedChainId: joined },
  }
  if (ledger.events.some(({ record }) => record.eventId === eventId)) return getChainId(ledger, kept)
  const [to, from] = [getChainId(ledger, kept), getChainId(ledger, joined)]
  const [target, source] = await Promise.all([book.ledger.findChain(to), book.ledger.findChain(from)])
  if (target === undefined || source === undefined) throw unknownChain()
  if (to === from || target.symbol !== source.symbol || target.account !== source.account) {
    throw ledgerConflict(
      'other_stock',
      'Only two chains on the same stock and in the same account can be joined.',
      'chain_id',
    )
  }
  await recordEvent(book, { ...draft, chainId: to, body: { joinedChainId: from } }, moment)
  return to
}

async function describeRecorded(
  book: PositionBook,
  before: ValuedPortfolio,
  { event, ledger }: Recorded,
): Promise<Pick<Success<'portfolio.recordChainEvent'>, 'event' | 'chain'>> {
  const chainId = ledger.replayed.ledger.joinedTo.get(event.chainId) ?? event.chainId
  const valued = await valueChain(book, before, chainId)
  const closeOn = valued?.market.closeOn ?? (() => null)
  if (valued === undefined) throw unknownChain()
  return {
    event: toWireEvent(event, { ledger, closeOn }),
    chain: openChainWriter(ledger, [valued])(valued),
  }
}

async function describeChain(book: PositionBook, before: ValuedPortfolio, chainId: string) {
  const valued = await valueChain(book, before, chainId)
  if (valued === undefined) throw unknownChain()
  return openChainWriter(await book.ledger.read(), [valued])(valued)
}

/** Values a chain as it is now, within the transaction, with the quotes that were read before it. */
async function valueChain(book: PositionBook, before: ValuedPortfolio, chainId: string) {
  const ledger = await book.ledger.read()
  const chain = ledger.replayed.chains.get(chainId)
  const settings = await book.ledger.findChain(chainId)
  if (chain === undefined || settings === undefined) return undefined
  const stored = (await book.list()).filter((position) => position.chainId === chainId)
  return valueFrom(before, stored, { ledger, settings: [settings], chains: [chain] }).chains[0]
}
