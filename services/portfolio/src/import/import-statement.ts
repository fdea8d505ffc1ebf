import { type EventImport, type ImportBody, MAX_EVENTS, MAX_POSITIONS } from '@callwright/contracts'
import { ledgerConflict, tooManyEvents, tooManyPositions } from '../errors.ts'
import type { PositionBook } from '../positions/position-book.ts'
import type { EntryCheck } from '../positions/stock-names.ts'
import type { Statement } from '../statement/read-statement.ts'
import { viewLedger } from './ledger-view.ts'
import { planStatement, type StatementPlan } from './plan-statement.ts'
import type { Fate, PlannedEvent } from './planning.ts'
import { digest } from './trade-keys.ts'
import { describeChain, type TriedPlan, tryPlan } from './try-plan.ts'

interface StatementImport {
  readonly statement: Statement
  readonly body: ImportBody
  readonly isDryRun: boolean
  readonly check: EntryCheck
}

/** Imports what is sound in a broker's file, in the transaction of the book, or previews it (L68). */
export async function importStatement(
  book: PositionBook,
  { statement, body, isDryRun, check }: StatementImport,
): Promise<EventImport> {
  const [ledger, settings] = [await book.ledger.read(), await book.ledger.listChainNames()]
  const plan = planStatement(statement, {
    view: viewLedger(ledger, settings),
    account: body.account ?? null,
    answers: body.answers ?? {},
    choices: body.choices ?? {},
    ...{ today: check.today, names: check },
  })
  return finishImport(book, { plan, statement, body, isDryRun, message: check.isChecked ? null : UNCHECKED })
}

const UNCHECKED = 'The symbols could not be checked right now and are used as written.'

interface PlannedImport extends Omit<StatementImport, 'check' | 'statement'> {
  readonly plan: StatementPlan
  readonly statement: Pick<Statement, 'format' | 'form' | 'separator'>
  readonly message: string | null
}

/** Tries a plan against the ledger, records it unless it is a dry run, and describes every line. */
export async function finishImport(
  book: PositionBook,
  { plan, statement, body, isDryRun, message }: PlannedImport,
): Promise<EventImport> {
  const ledger = await book.ledger.read()
  const tried = tryPlan(ledger, plan.events)
  const fates = settleFates(plan, tried)
  const preview = digest([tried.accepted.map(({ draft, opened }) => [draft, opened]), fates])
  if (body.preview !== undefined && body.preview !== preview) {
    throw ledgerConflict(
      'preview_changed',
      'Your portfolio or the file has changed since the preview. Check the rows again.',
      'preview',
    )
  }
  if (ledger.events.length + tried.accepted.length > MAX_EVENTS) throw tooManyEvents()
  const importId = isDryRun || tried.accepted.length === 0 ? null : `imp-${preview}`
  if (importId !== null) await record(book, tried, importId)
  return {
    ...{ status: 'success', kind: 'events', dry_run: isDryRun, preview },
    detected: {
      format: statement.format.id,
      broker: statement.format.broker,
      accounts: [...plan.accounts],
      lines: fates.length,
    },
    form: { separator: statement.separator, decimal: statement.form.decimal, dates: statement.form.dates },
    form_questions: [...statement.form.questions],
    lines: fates.map(({ refs, ...fate }) => ({ ...fate, refs: [...refs] })),
    events: tried.accepted.map(toWireEvent),
    questions: plan.questions.map(({ takesPrice, choices, ...question }) => ({
      ...question,
      choices: [...choices],
      takes_price: takesPrice,
    })),
    chains: describeChains(tried),
    counts: countFates(fates),
    message,
    import_id: importId,
  }
}

/** One fate for each line: what was refused wins over what was planned, and the first of equals. */
function settleFates(plan: StatementPlan, { refused }: TriedPlan): Fate[] {
  const reasons = new Map(refused.map(({ event, reason }) => [event.ref, reason]))
  const byLine = new Map<number, Fate>()
  for (const fate of plan.fates) {
    const reason = fate.refs.map((ref) => reasons.get(ref)).find((found) => found !== undefined)
    const isPlanned = fate.outcome === 'event' || fate.outcome === 'merged'
    const settled: Fate = reason !== undefined && isPlanned ? { ...fate, outcome: 'refused', reason, refs: [] } : fate
    if (!byLine.has(fate.line)) byLine.set(fate.line, settled)
  }
  return [...byLine.values()].toSorted((a, b) => a.line - b.line)
}

const toWireEvent = ({
  ref,
  draft,
  symbol,
  sentence,
  contracts,
  shares,
  price,
  lines,
  marks,
}: PlannedEvent): EventImport['events'][number] => ({
  ...{ ref, ticker: symbol, occurred_on: draft.occurredOn ?? '', sentence, contracts, shares, fees_usd: draft.feesUsd },
  kind: draft.kind === 'dismiss' ? 'note' : draft.kind,
  price: price === null ? null : Math.round(price * 10_000) / 10_000,
  lines: [...lines],
  marks: [...marks],
  is_roll: draft.kind === 'roll',
})

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
