import { type EventImport, type EventOrigin, type ImportBody, MAX_EVENTS, MAX_POSITIONS } from '@callwright/contracts'
import { previewChanged, tooManyEvents, tooManyPositions } from '../errors.ts'
import type { Ledger } from '../ledger/ledger-book.ts'
import { planLedgerFile } from '../ledger-file/plan-ledger.ts'
import type { PositionBook } from '../positions/position-book.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import { describeUnchecked, type EntryContext } from '../positions/stock-names.ts'
import type { Statement } from '../statement/read-statement.ts'
import { viewLedger } from './ledger-view.ts'
import { planStatement, type StatementPlan } from './plan-statement.ts'
import type { Fate, PlannedEvent } from './planning.ts'
import { digest } from './trade-keys.ts'
import { describeChain, type TriedPlan, tryPlan } from './try-plan.ts'

/** A user's ledger, as it was when the file was read. */
interface LedgerSnapshot {
  readonly ledger: Ledger
  readonly chains: readonly ChainSettings[]
}

interface StatementImport {
  readonly statement: Statement
  readonly body: ImportBody
  readonly check: EntryContext
}

/** Plans the import of a broker's file. Writes nothing, and needs no transaction (L68). */
export async function planStatementImport(
  { ledger, chains }: LedgerSnapshot,
  { statement, body, check }: StatementImport,
): Promise<PlannedImport> {
  const plan = await planStatement(statement, {
    view: viewLedger(ledger, chains),
    account: body.account ?? null,
    answers: body.answers ?? {},
    choices: body.choices ?? {},
    today: check.today,
    names: check,
  })
  return tryImport({ ledger, chains, plan, statement, body, message: describeUnchecked(check) })
}

/** The same for a ledger that was exported here. */
export async function planLedgerImport(
  { ledger, chains }: LedgerSnapshot,
  { body, today }: Pick<StatementImport, 'body'> & { readonly today: string },
): Promise<PlannedImport> {
  const { plan, separator } = await planLedgerFile(body.csv, { ledger, chains, today })
  const form = { decimal: null, dates: null, questions: [] }
  const statement = { format: { id: 'callwright', broker: 'Callwright' }, form, separator }
  return tryImport({ ledger, chains, plan, statement, body, message: null })
}

/** An import that was tried against a ledger, and the report on it. */
export interface PlannedImport {
  readonly tried: TriedPlan
  readonly answer: EventImport
  /** The preview that the user saw. */
  readonly wanted: string
  /** Sequence number of the ledger's last event. */
  readonly last: number
}

interface ImportToTry extends LedgerSnapshot {
  readonly plan: StatementPlan
  readonly statement: Pick<Statement, 'format' | 'form' | 'separator'>
  readonly body: ImportBody
  readonly message: string | null
}

async function tryImport({ ledger, chains, plan, statement, body, message }: ImportToTry): Promise<PlannedImport> {
  const tried = await tryPlan(ledger, plan.events)
  const fates = settleFates(plan, tried)
  const preview = digest([tried.accepted.map(({ draft, opened }) => [draft, opened]), fates])
  const { format, form, separator } = statement
  const answer: EventImport = {
    status: 'success',
    kind: 'events',
    dry_run: true,
    preview,
    detected: {
      format: format.id,
      broker: format.broker,
      accounts: [...plan.accounts],
      lines: fates.length,
      known_accounts: [...new Set(chains.flatMap(({ account }) => account ?? []))].toSorted(),
    },
    form: { separator, decimal: form.decimal, dates: form.dates },
    form_questions: [...form.questions],
    lines: fates.map(({ refs, ...fate }) => ({ ...fate, refs: [...refs] })),
    // Each line of an exported ledger is one event, whatever that was read from at first.
    events: tried.accepted.map((event) => toWireEvent(event, format.id === 'callwright' ? 'line' : findOrigin(event))),
    questions: plan.questions.map(({ takesPrice, choices, ...question }) => ({
      ...question,
      choices: [...choices],
      takes_price: takesPrice,
    })),
    chains: describeChains(tried),
    counts: countFates(fates),
    message,
    import_id: null,
  }
  return { tried, answer, wanted: body.preview ?? preview, last: ledger.events.at(-1)?.record.sequence ?? 0 }
}

/** Records what was planned, unless the ledger has changed since. */
export async function recordImport(
  book: PositionBook,
  { tried, answer, wanted, last }: PlannedImport,
): Promise<EventImport> {
  const { events } = await book.ledger.read()
  if (wanted !== answer.preview || (events.at(-1)?.record.sequence ?? 0) !== last) throw previewChanged()
  if (events.length + tried.accepted.length > MAX_EVENTS) throw tooManyEvents()
  const importId = tried.accepted.length === 0 ? null : `imp-${answer.preview}`
  if (importId !== null) await record(book, tried, importId)
  return { ...answer, dry_run: false, import_id: importId }
}

/** One fate for each line, the first of equals. A line is refused if the ledger refuses all its events. */
function settleFates(plan: StatementPlan, { refused }: TriedPlan): Fate[] {
  const reasons = new Map(refused.map(({ event, reason }) => [event.ref, reason]))
  const byLine = new Map<number, Fate>()
  for (const fate of plan.fates) {
    if (!byLine.has(fate.line)) byLine.set(fate.line, settleFate(fate, reasons))
  }
  return [...byLine.values()].toSorted((a, b) => a.line - b.line)
}

function settleFate(fate: Fate, reasons: ReadonlyMap<string, string>): Fate {
  const reason = fate.refs.map((ref) => reasons.get(ref)).find((found) => found !== undefined)
  if (reason === undefined || (fate.outcome !== 'event' && fate.outcome !== 'merged')) return fate
  const refs = fate.refs.filter((ref) => !reasons.has(ref))
  return refs.length === 0
    ? { ...fate, outcome: 'refused', reason, refs }
    : { ...fate, reason: `${fate.reason}. A part of it is rejected: ${reason}`, refs }
}

const toWireEvent = (
  { ref, draft, symbol, sentence, contracts, shares, price, lines, marks }: PlannedEvent,
  origin: EventOrigin,
): EventImport['events'][number] => ({
  ref,
  origin,
  ticker: symbol,
  occurred_on: draft.occurredOn ?? '',
  sentence,
  contracts,
  shares,
  fees_usd: draft.feesUsd,
  kind: draft.kind === 'dismiss' ? 'note' : draft.kind,
  price: price === null ? null : Math.round(price * 10_000) / 10_000,
  lines: [...lines],
  marks: [...marks],
  is_roll: draft.kind === 'roll',
})

function findOrigin({ draft, lines }: PlannedEvent): EventOrigin {
  if (lines.length === 0) return 'answer'
  if (draft.body.inferred !== undefined) return 'inferred'
  return lines.length === 1 ? 'line' : 'joined'
}

function describeChains({ replays, accepted }: TriedPlan): EventImport['chains'] {
  const accounts = new Map(accepted.map(({ draft, account }) => [draft.chainId, account]))
  return [...replays].flatMap(([chainId, { chains }]) => {
    const chain = chains.get(chainId)
    if (chain === undefined) return []
    return [
      { chain_id: chainId, ticker: chain.symbol, account: accounts.get(chainId) ?? null, ...describeChain(chain) },
    ]
  })
}

function countFates(fates: readonly Fate[]): EventImport['counts'] {
  const counts = { event: 0, merged: 0, known: 0, ignored: 0, question: 0, refused: 0 }
  for (const { outcome } of fates) counts[outcome] += 1
  return counts
}

async function record(book: PositionBook, { accepted, replays }: TriedPlan, importId: string): Promise<void> {
  const openAfter = [...replays.values()].flatMap(({ calls }) => [...calls.values()])
  const opens = accepted.flatMap(({ opened }) => (opened === null ? [] : [opened.id]))
  const isOpen = new Set(openAfter.filter(({ fills }) => fills.length > 0).map(({ positionId }) => positionId))
  if ((await book.count()) + opens.filter((id) => isOpen.has(id)).length > MAX_POSITIONS) throw tooManyPositions()
  await book.importEvents(accepted, { replays: [...replays.values()], importId })
}
