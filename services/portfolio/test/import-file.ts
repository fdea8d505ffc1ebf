import { readFileSync } from 'node:fs'
import { replay } from '@callwright/scoring'
import { viewLedger } from '../src/import/ledger-view.ts'
import { planStatement, type StatementContext, type StatementPlan } from '../src/import/plan-statement.ts'
import type { PlannedEvent } from '../src/import/planning.ts'
import { describeChain, tryPlan } from '../src/import/try-plan.ts'
import { EMPTY_LEDGER, type Ledger } from '../src/ledger/ledger-book.ts'
import { toRecord } from '../src/ledger/ledger-rows.ts'
import { planLedgerFile } from '../src/ledger-file/plan-ledger.ts'
import type { ChainSettings } from '../src/positions/position-store.ts'
import { resolveBySpelling } from '../src/positions/stock-names.ts'
import { readStatement, type Statement, type StatementRequest } from '../src/statement/read-statement.ts'

export const sample = (name: string) =>
  readFileSync(new URL(`../src/statement/samples/${name}`, import.meta.url), 'utf8')

const names = { resolveSymbol: resolveBySpelling, unknown: new Set<string>(), notes: new Map<string, string>() }

export interface Imported {
  readonly ledger: Ledger
  readonly outcomes: ReadonlyMap<number, string>
  readonly reasons: ReadonlyMap<number, string>
  readonly events: readonly PlannedEvent[]
  readonly questions: readonly string[]
  readonly figures: ReturnType<typeof describeChain> | null
}

export function readOrThrow(request: StatementRequest): Statement {
  const statement = readStatement(request)
  if (!('readings' in statement)) throw new Error('The columns are unknown')
  return statement
}

/** Imports a file into a ledger, as the service does, without a database. */
export async function importFile(
  csv: string,
  {
    ledger = EMPTY_LEDGER,
    answers = {},
    choices = {},
    ...form
  }: { ledger?: Ledger } & Partial<StatementRequest> & Partial<Pick<StatementContext, 'answers' | 'choices'>> = {},
): Promise<Imported> {
  const statement = readOrThrow({ csv, ...form })
  const settings = [...ledger.replayed.chains.keys()].map((id) => ({ id, account: accounts.get(id) ?? null }))
  const context = { view: viewLedger(ledger, settings), account: null, answers, choices, today: TODAY, names }
  return record(ledger, await planStatement(statement, context))
}

/** Imports an exported ledger into an empty one. */
export async function importLedger(csv: string): Promise<Imported> {
  const { plan } = await planLedgerFile(csv, { ledger: EMPTY_LEDGER, chains: [], today: TODAY })
  return record(EMPTY_LEDGER, plan)
}

/** Settings of a chain that was imported here. */
export const toChainSettings = (id: string, symbol: string): ChainSettings => ({
  ...{ id, symbol, account: accounts.get(id) ?? null, taxDeferred: false, intent: null, note: null },
})

async function record(ledger: Ledger, plan: StatementPlan): Promise<Imported> {
  const { accepted, refused, replays } = await tryPlan(ledger, plan.events)
  for (const { draft, account } of accepted) accounts.set(draft.chainId, account)
  const records = [...ledger.events.map(({ record }) => record)]
  const added = accepted.map(({ draft }, index) => ({
    record: toRecord(draft, records.length + 1 + index),
    chainId: draft.chainId,
    recordedAt: new Date(0),
    source: draft.source,
    note: null,
    suggestionId: null,
    importId: null,
    importKeys: draft.body.importKeys as string[],
    inferred: (draft.body.inferred as 'assign' | 'delivery' | undefined) ?? null,
  }))
  const events = [...ledger.events, ...added]
  const [figures] = [...replays.values()].flatMap(({ chains }) => [...chains.values()].map(describeChain))
  const failures = new Map(refused.map(({ event, reason }) => [event.ref, reason]))
  const outcomes = new Map<number, string>()
  const reasons = new Map<number, string>()
  for (const { line, outcome, reason, refs } of plan.fates) {
    if (outcomes.has(line)) continue
    const failure = refs.map((ref) => failures.get(ref)).find((found) => found !== undefined)
    outcomes.set(line, failure === undefined ? outcome : 'refused')
    reasons.set(line, failure ?? reason)
  }
  return {
    ledger: { events, replayed: replay(events.map(({ record }) => record)) },
    outcomes,
    reasons,
    events: accepted,
    figures: figures ?? null,
    questions: plan.questions.map(({ id }) => id),
  }
}
export const TODAY = '2026-11-20'
const accounts = new Map<string, string | null>()

export const countLines = (imported: Imported, outcome: string) =>
  [...imported.outcomes.values()].filter((found) => found === outcome).length

/** Content of the events, without ids. */
export const digestOf = ({ events }: Imported) =>
  events
    .map(({ sentence, draft, contracts, shares }) => [
      sentence,
      draft.kind,
      draft.occurredOn,
      draft.feesUsd,
      contracts,
      shares,
    ])
    .toSorted()
