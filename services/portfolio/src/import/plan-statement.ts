import { findClosedExpiration, type IsoDate, usDate } from '@callwright/scoring'
import type { ResolveSymbol } from '../positions/stock-names.ts'
import type { Statement } from '../statement/read-statement.ts'
import { lineOf } from '../statement/trade.ts'
import { createBreathing } from './breathe.ts'
import type { LedgerView } from './ledger-view.ts'
import { planStock } from './plan-stock.ts'
import {
  dollars,
  type Fate,
  type ImportChoice,
  type PlannedEvent,
  type PlanQuestion,
  type StockPlan,
} from './planning.ts'
import type { StockKey } from './stock-state.ts'
import { dropAccount, type KeyedTrade, keyPrefix, keyTrades } from './trade-keys.ts'

export interface StatementPlan {
  readonly accounts: readonly string[]
  readonly events: readonly PlannedEvent[]
  readonly fates: readonly Fate[]
  readonly questions: readonly PlanQuestion[]
}

export interface StatementContext {
  readonly view: LedgerView
  /** Name that the user gave the account; null to use the broker's name and the end of the account's number. */
  readonly account: string | null
  readonly answers: Readonly<Record<string, string>>
  readonly choices: Readonly<Record<string, ImportChoice>>
  readonly today: IsoDate
  readonly names: {
    readonly resolveSymbol: ResolveSymbol
    readonly unknown: ReadonlySet<string>
    readonly notes: ReadonlyMap<string, string>
  }
}

/** Plans the events of a broker's file (L64-L67). Every line gets one fate. Pure. */
export async function planStatement(statement: Statement, context: StatementContext): Promise<StatementPlan> {
  const { view, today, names } = context
  const fates: Fate[] = statement.readings.flatMap((reading): Fate[] =>
    reading.kind === 'ignored' || reading.kind === 'refused'
      ? [{ line: reading.line, outcome: reading.kind, reason: reading.reason, refs: [] }]
      : reading.kind === 'trade'
        ? []
        : [{ line: lineOf(reading), outcome: 'ignored', reason: 'Part of another line.', refs: [] }],
  )
  const trades = statement.readings.flatMap((reading) => (reading.kind === 'trade' ? [reading.trade] : []))
  const owned = trades.map((trade) => ({ ...trade, account: trade.account ?? statement.account }))
  const keyed = keyTrades(owned, statement.format.id, context.account)
  const fresh = keyed.filter((trade) => {
    const reason = isImported(trade, nameAccount(statement, trade.account, context.account), view)
      ? 'Already imported.'
      : null
    if (reason !== null) fates.push({ line: trade.line, outcome: 'known', reason, refs: [] })
    const isFuture = reason === null && trade.day > today
    if (isFuture)
      fates.push({ line: trade.line, outcome: 'refused', reason: `${usDate(trade.day)} is in the future.`, refs: [] })
    return reason === null && !isFuture
  })
  const stocks = groupByStock(fresh, statement, context)
  const request = { view, answers: context.answers, choices: context.choices, taken: new Set<string>() }
  const breathe = createBreathing()
  const plans: { readonly key: StockKey; readonly plan: StockPlan }[] = []
  for (const { key, trades: own } of stocks) {
    plans.push({ key, plan: planStock(key, own, request) })
    await breathe()
  }
  const settled = settleUnusual(plans, context)
  const noted = settled.events.map((event) => ({ ...event, marks: [...event.marks, ...listMarks(event, names)] }))
  return {
    accounts: [...new Set(owned.map(({ account }) => nameAccount(statement, account, context.account)))],
    events: noted,
    fates: [...fates, ...settled.fates],
    questions: settled.questions,
  }
}

/** Whether the ledger has a line, from this account of the broker or from another file of the account with this name. */
const isImported = ({ key }: KeyedTrade, account: string, { knownKeys, keysOfAccount }: LedgerView): boolean =>
  knownKeys.has(key) || (keysOfAccount.get(account)?.has(dropAccount(key)) ?? false)

interface StockTrades {
  readonly key: StockKey
  readonly trades: readonly KeyedTrade[]
}

function groupByStock(
  trades: readonly KeyedTrade[],
  statement: Statement,
  { account, names }: StatementContext,
): StockTrades[] {
  const renamed = trades.map((trade) => {
    const symbol = names.resolveSymbol(trade.symbol)
    return { ...trade, symbol, contract: trade.contract === null ? null : { ...trade.contract, symbol } }
  })
  const groups = Map.groupBy(renamed, (trade) => JSON.stringify([trade.account, trade.symbol]))
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const key = {
      symbol: first.symbol,
      account: nameAccount(statement, first.account, account),
      prefix: keyPrefix(statement.format.id, first.account ?? account),
    }
    return [{ key, trades: own }]
  })
}

const MAX_NAME = 60

/** "Schwab 1234"; a file of several accounts keeps them apart even if the user named one. */
function nameAccount({ format, account: own }: Statement, account: string | null, given: string | null): string {
  if (given !== null && (account === null || account === own)) return given.trim()
  const digits = account?.replace(/[^\p{L}\p{N}]/gu, '').slice(-4) ?? ''
  return `${given?.trim() ?? format.broker} ${digits}`.trim().slice(0, MAX_NAME)
}

/** Premiums above the price of the shares are asked about once for the file, because one wrong column makes them all. */
function settleUnusual(
  plans: readonly { readonly key: StockKey; readonly plan: StockPlan }[],
  { answers }: StatementContext,
): StockPlan {
  const unusual = plans.flatMap(({ plan }) => plan.unusual)
  const [first] = unusual
  const answer = answers.unusual
  const isOpen = answer !== 'import' && answer !== 'skip'
  const question: PlanQuestion[] =
    first === undefined || !isOpen
      ? []
      : [
          {
            id: 'unusual',
            kind: 'unusual',
            symbol: '',
            takesPrice: false,
            text:
              `${unusual.length === 1 ? 'One premium is' : `${unusual.length} premiums are`} above the price of the shares. ` +
              `Line ${first.line} has ${dollars(first.premium)}. Premiums are per share: is ${dollars(first.premium / 100)} meant?`,
            choices: [
              { value: 'import', label: 'The premiums are correct' },
              { value: 'skip', label: 'Leave these stocks out' },
            ],
          },
        ]
  const settled = plans.map(({ plan }): StockPlan => {
    if (plan.unusual.length === 0 || answer === 'import') return plan
    const outcome = isOpen ? ('question' as const) : ('ignored' as const)
    const reason = isOpen
      ? 'A premium is above the price of the shares. Answer the question first.'
      : 'You chose to leave this out.'
    const fates = plan.fates.map((fate) => (fate.refs.length === 0 ? fate : { ...fate, outcome, reason, refs: [] }))
    return { ...plan, events: [], fates }
  })
  return {
    events: settled.flatMap(({ events }) => events),
    fates: settled.flatMap(({ fates }) => fates),
    questions: [...question, ...settled.flatMap(({ questions }) => questions)],
    unusual: [],
  }
}

function listMarks({ symbol, opened }: PlannedEvent, names: StatementContext['names']): string[] {
  const closed = opened === null ? null : findClosedExpiration(opened.terms.expiration)
  return [
    ...(names.unknown.has(symbol) ? [`Unknown symbol: ${symbol}. There will be no market data for it.`] : []),
    ...(opened !== null && closed !== null
      ? [
          `The market is closed on ${usDate(opened.terms.expiration)} (${closed.reason}); the call expired on ${usDate(closed.listedDay)}.`,
        ]
      : []),
  ]
}
