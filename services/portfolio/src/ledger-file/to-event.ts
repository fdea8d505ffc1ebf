import { type PlannedEvent, toImportDraft } from '../import/planning.ts'
import { digest } from '../import/trade-keys.ts'
import type { ChainCopy, LedgerDetails, LedgerKind } from './ledger-details.ts'
import type { LedgerIds } from './ledger-ids.ts'

export interface LedgerRow {
  readonly line: number
  readonly eventId: string
  readonly kind: LedgerKind
  readonly chainId: string
  readonly positionId: string | null
  readonly details: LedgerDetails[LedgerKind]
  /** Key by which a later file recognizes the row. */
  readonly key: string
  readonly cell: (name: string) => string
}

interface FileContext {
  readonly ids: LedgerIds
  readonly chains: ReadonlyMap<string, ChainCopy>
}

/** The event that a row of a ledger file holds. */
export function toEvent(
  { line, eventId, kind, chainId, positionId, details, key, cell }: LedgerRow,
  { ids, chains }: FileContext,
): PlannedEvent {
  const { occurredOn, occurredAt, feesUsd, importKeys = [], note, source, chain: _first, ids: _ids, ...rest } = details
  const chain = chains.get(chainId)
  const callId = positionId === null ? null : kind === 'open' ? ids.take(positionId) : ids.find(positionId)
  const { terms, callNotes, ...fields } = { terms: null, callNotes: null, ...rest }
  const opensRoll = 'open' in fields ? { ...fields.open, positionId: ids.take(fields.open.positionId) } : null
  const symbol = terms?.symbol ?? cell('ticker')
  const settings = readSettings(chain, cell('account'))
  const { account } = settings
  const notes = toStorable(callNotes)
  return {
    ref: `l-${line}`,
    draft: toImportDraft({
      // Numbers are given by each ledger itself.
      eventId: /^s\d+$/.test(eventId) ? ids.take(eventId, `imp-e-${digest(key)}`) : ids.take(eventId),
      kind,
      chainId,
      ...(callId === null ? {} : { positionId: callId }),
      occurredOn,
      occurredAt: occurredAt === null ? null : new Date(occurredAt).toISOString(),
      feesUsd,
      note: toStorable(note ?? null),
      ...(source === undefined ? {} : { source }),
      body: {
        ...renameWithin(fields, ids),
        ...(opensRoll === null ? {} : { open: opensRoll }),
        importKeys: [...new Set([...importKeys, key])],
      },
      ...(terms === null ? {} : { terms }),
    }),
    opened: toCall({ terms, opensRoll, callId, chainId, symbol, occurredOn, account, feesUsd, notes }),
    symbol,
    account,
    settings,
    sentence: `${LABELS[kind]}: ${symbol}`,
    lines: [line],
    marks: details.chain?.taxDeferred === true ? ['Its chain is tax-deferred, and is left out of the tax view.'] : [],
    contracts: 'contracts' in rest ? rest.contracts : (terms?.contracts ?? null),
    shares: 'shares' in rest ? rest.shares : null,
    price: 'price' in rest ? rest.price : (terms?.premium ?? null),
  }
}

const LABELS: Readonly<Record<LedgerKind, string>> = {
  open: 'Opened',
  write_more: 'Wrote more',
  close: 'Bought back',
  expire: 'Expired',
  assign: 'Assigned',
  roll: 'Rolled',
  buy_shares: 'Bought shares',
  sell_shares: 'Sold shares',
  dividend: 'Dividend',
  adjust: 'Adjusted',
  note: 'Note',
  dismiss: 'Dismissed a suggestion',
}

/** Without characters that the database refuses. */
const toStorable = (text: string | null): string | null =>
  text === null ? null : text.replaceAll('\u0000', ' ').toWellFormed().trim() || null

/** Settings of a chain; files of earlier releases have only its account. */
function readSettings(chain: ChainCopy | undefined, account: string): ChainCopy {
  const given = chain?.account ?? account
  const name =
    given
      .replace(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim()
      .slice(0, MAX_NAME) || null
  const { taxDeferred = false, intent = null, note = null } = chain ?? {}
  return { account: name, taxDeferred, intent, note: toStorable(note) }
}

const MAX_NAME = 60

/** Fields of an event with the ids that calls and lots have in the ledger. */
function renameWithin(fields: object, ids: LedgerIds): Record<string, unknown> {
  const { calls, lots } = fields as {
    readonly calls?: readonly { readonly positionId: string }[]
    readonly lots?: readonly { readonly lotId: string }[] | null
  }
  return {
    ...fields,
    ...(calls === undefined
      ? {}
      : { calls: calls.map((call) => ({ ...call, positionId: ids.find(call.positionId) })) }),
    ...(lots == null ? {} : { lots: lots.map((lot) => ({ ...lot, lotId: ids.find(lot.lotId) })) }),
  }
}

interface NewCall {
  readonly terms: LedgerDetails['open']['terms'] | null
  readonly opensRoll: LedgerDetails['roll']['open'] | null
  readonly callId: string | null
  readonly chainId: string
  readonly symbol: string
  readonly occurredOn: string
  readonly account: string | null
  readonly feesUsd: number
  readonly notes: string | null
}

function toCall(call: NewCall): PlannedEvent['opened'] {
  const { terms, opensRoll, callId, chainId, symbol, occurredOn, account, feesUsd, notes } = call
  const details = { ...HELD, chainId, account, feesUsd }
  if (terms !== null && callId !== null) return { id: callId, terms: { ...terms, notes }, details }
  if (opensRoll === null) return null
  const { positionId: id, expiration, strike, premium, contracts } = opensRoll
  return {
    id,
    terms: { symbol, entryDate: occurredOn, expiration, strike, premium, contracts, entryPrice: strike, notes },
    details,
  }
}

const HELD = { sharesFrom: 'held', acquiredOn: null, taxCost: null, acceptUncovered: true, grant: null } as const
