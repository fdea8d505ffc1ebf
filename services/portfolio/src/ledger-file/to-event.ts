import { type PlannedEvent, toImportDraft } from '../import/planning.ts'
import { digest } from '../import/trade-keys.ts'
import type { Home } from './chain-homes.ts'
import type { ChainCopy, LedgerDetails, LedgerKind } from './ledger-details.ts'
import type { LedgerIds } from './ledger-ids.ts'
import type { LedgerRow } from './read-ledger-file.ts'

interface Placement {
  readonly ids: LedgerIds
  readonly home: Home
  /** Keys by which a later file recognizes the row, and its chain. */
  readonly keys: readonly string[]
  readonly marks: readonly string[]
}

/** The event that a row of a ledger file holds. */
export function toEvent(row: LedgerRow, { ids, home, keys, marks }: Placement): PlannedEvent {
  const { line, eventId, kind, positionId, ticker: symbol, details, key } = row
  const { occurredOn, occurredAt, feesUsd, importKeys = [], source, ...others } = details
  const { chain: _settings, ids: _ids, order: _order, note: _note, ...rest } = others
  const place = (id: string) => ids.find({ chainId: row.chainId, id })
  const callId = positionId === null ? null : kind === 'open' ? ids.take(positionId) : place(positionId)
  const { terms, callNotes, ...fields } = { terms: null, callNotes: null, ...rest }
  const opensRoll = 'open' in fields ? { ...fields.open, positionId: ids.take(fields.open.positionId) } : null
  // Numbers are given by each ledger itself.
  const newId = /^s\d+$/.test(eventId) ? ids.take(eventId, `imp-e-${digest(key)}`) : ids.take(eventId)
  const settings = readSettings(home.given, row.account)
  const { account, taxDeferred } = home.kept ?? settings
  const notes = toStorable(callNotes)
  const named = findNamed(row)
  const renamed = ids.listKeys(
    { chainId: row.chainId, id: named },
    opensRoll?.positionId ?? (kind === 'open' ? callId : null) ?? newId,
  )
  return {
    ref: `l-${line}`,
    draft: toImportDraft({
      eventId: newId,
      kind,
      chainId: home.chainId,
      ...(callId === null ? {} : { positionId: callId }),
      occurredOn,
      occurredAt: occurredAt === null ? null : new Date(occurredAt).toISOString(),
      feesUsd,
      note: toStorable(row.note),
      ...(source === undefined ? {} : { source }),
      body: {
        ...renameWithin(fields, { place, home }),
        ...(opensRoll === null ? {} : { open: opensRoll }),
        importKeys: [...new Set([...importKeys, ...keys, ...renamed])],
      },
      ...(terms === null ? {} : { terms }),
    }),
    opened: toCall({ terms, opensRoll, callId, chainId: home.chainId, symbol, occurredOn, account, feesUsd, notes }),
    symbol,
    account,
    settings,
    sentence: `${LABELS[kind]}: ${symbol}`,
    lines: [line],
    marks: [
      ...marks,
      ...(details.chain !== undefined && taxDeferred
        ? ['Its chain is tax-deferred, and is left out of the tax view.']
        : []),
    ],
    contracts: 'contracts' in rest ? rest.contracts : (terms?.contracts ?? null),
    shares: 'shares' in rest ? rest.shares : null,
    price: 'price' in rest ? rest.price : (terms?.premium ?? null),
  }
}

/** The id by which other rows name what an event brings: a call, or a lot of shares. */
const findNamed = ({ kind, eventId, positionId, details }: LedgerRow): string =>
  'open' in details ? details.open.positionId : kind === 'open' ? (positionId ?? eventId) : eventId

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
function readSettings(chain: ChainCopy | null, account: string): ChainCopy {
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

interface Renaming {
  readonly place: (id: string) => string
  readonly home: Home
}

/** Fields of an event with the ids that chains, calls and lots have in the ledger. */
function renameWithin(fields: object, { place, home }: Renaming): Record<string, unknown> {
  const { calls, lots, suggestionId } = fields as {
    readonly calls?: readonly { readonly positionId: string }[]
    readonly lots?: readonly { readonly lotId: string }[] | null
    readonly suggestionId?: string
  }
  return {
    ...fields,
    ...(calls === undefined ? {} : { calls: calls.map((call) => ({ ...call, positionId: place(call.positionId) })) }),
    ...(lots == null ? {} : { lots: lots.map((lot) => ({ ...lot, lotId: place(lot.lotId) })) }),
    ...(suggestionId === undefined ? {} : { suggestionId: renameSuggestion(suggestionId, { place, home }) }),
  }
}

/** Suggestions about a call name the call, all others the chain. */
function renameSuggestion(suggestionId: string, { place, home }: Renaming): string {
  const [kind = '', id = '', ...day] = suggestionId.split(':')
  return [kind, ABOUT_CALL.has(kind) ? place(id) : home.chainId, ...day].join(':')
}

const ABOUT_CALL: ReadonlySet<string> = new Set(['expiry', 'early'])

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
