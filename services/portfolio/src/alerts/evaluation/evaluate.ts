import { randomUUID } from 'node:crypto'
import { type AlertRuleKind, alertRuleKinds } from '@callwright/contracts'
import { sessionDayAt } from '@callwright/scoring'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'
import type { MarketClock } from '../../quotes/market-clock.ts'
import { describeRule, evaluateRule, findNewEntries, type ScreenMemory, subjectOf } from '../rules/evaluate-rule.ts'
import { nameCall } from '../rules/position-kinds.ts'
import type { Figures } from '../rules/rule.ts'
import { readTerms, type StoredRule } from '../rules/rule-store.ts'
import type { EvaluationStore, RuleResult } from './evaluation-store.ts'
import { type FiguresReader, readAs } from './read-figures.ts'

const BATCH = 50
const AT_ONCE = 4

/** Rules on positions are evaluated that often while the screener refreshes its rows or is not available. */
const POSITIONS_EVERY_MS = 300_000
const positionKinds = alertRuleKinds.filter((kind) => subjectOf(kind) === 'position')

/** A refresh of the market: rules of its kinds are evaluated once for each. */
export interface MarketRefresh {
  readonly version: string
  /** Day of the last session that has opened. */
  readonly marketDay: string
  readonly kinds: readonly AlertRuleKind[]
}

interface EvaluatorDeps {
  readonly store: EvaluationStore
  readonly figures: FiguresReader
  readonly screener: Pick<ServiceClient, 'call'>
  readonly clock: Pick<MarketClock, 'ask'>
  readonly now: () => number
  readonly log: Logger
}

export type Evaluator = ReturnType<typeof createEvaluator>

export function createEvaluator({ store, figures, screener, clock, now, log }: EvaluatorDeps) {
  /** When the screener last refreshed its rows; null while it refreshes them or is not available. */
  async function readFinished(): Promise<string | null> {
    try {
      const { state, finished_at } = await screener.call('screener.enrichmentStatus', { as: readAs('alerts', true) })
      return state === 'idle' ? (finished_at ?? 'none') : null
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error }, 'alerts.screener_not_read')
      return null
    }
  }

  /** The last refresh; null if the market is not available. A refresh of the screener takes hours with a slow source. */
  async function readRefresh(): Promise<MarketRefresh | null> {
    const { asOfMs, market } = await clock.ask('alerts')
    if (market === null) return null
    const finished = await readFinished()
    const marketDay = sessionDayAt(asOfMs)
    const step = finished ?? `positions ${Math.floor(asOfMs / POSITIONS_EVERY_MS)}`
    const version = [market.source, marketDay, step].join(' ')
    return { version, marketDay, kinds: finished === null ? positionKinds : alertRuleKinds }
  }

  async function evaluateUser({ userId, isDemo }: DueUser, refresh: MarketRefresh): Promise<number> {
    const { marketDay, version, kinds } = refresh
    const { rules, sequence } = await store.readUser(userId, kinds)
    const request = { rules: rules.map(readTerms), marketDay, requestId: `alerts-${randomUUID()}` }
    const { figures: read, isComplete } = await figures.read(readAs(userId, isDemo), request)
    const market = isComplete ? version : null
    return store.record({ userId, market, sequence, marketDay, nowMs: now() }, rules, (rule) => judge(rule, read))
  }

  /** Evaluates one user after another; one that fails is evaluated again at the next run. */
  async function evaluateEach(users: readonly DueUser[], refresh: MarketRefresh): Promise<number> {
    const left = users.values()
    let messages = 0
    const work = async () => {
      for (const user of left) {
        try {
          messages += await evaluateUser(user, refresh)
        } catch (error) {
          log.warn({ err: error }, 'alerts.user_not_evaluated')
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return messages
  }

  return {
    readRefresh,

    /** Evaluates all rules that were not evaluated since the last refresh. Returns the number of new messages. */
    async run(): Promise<number> {
      const refresh = await readRefresh()
      if (refresh === null) return 0
      let messages = 0
      let after = ''
      for (;;) {
        const users = await store.listDue(refresh, { after, limit: BATCH })
        messages += await evaluateEach(users, refresh)
        const last = users.at(-1)
        if (last === undefined || users.length < BATCH) return messages
        after = last.userId
      }
    },
  }
}

interface DueUser {
  readonly userId: string
  readonly isDemo: boolean
}

/** Judges a rule, and finds what a screen has gained since the rule was last evaluated. */
function judge(rule: StoredRule, figures: Figures): RuleResult {
  const terms = readTerms(rule)
  const judgement = evaluateRule(terms, figures)
  const subjectName = findSubjectName(rule, figures) ?? rule.subjectName
  const words = describeRule(terms, subjectName)
  const known = rule.memory as ScreenMemory | null
  const { screenId } = rule
  const screen = screenId === null ? null : (figures.screens.get(screenId) ?? null)
  if (screenId === null || screen === null || judgement.state === 'unknown')
    return { ...judgement, subjectName, words, memory: known }
  const { event, memory } = findNewEntries(screenId, screen, { memory: known, marketDay: figures.marketDay })
  if (event === null) return { ...judgement, subjectName, words, memory }
  return { state: 'holds', note: null, events: [event], subjectName, words, memory }
}

function findSubjectName({ kind, positionId, screenId }: StoredRule, { calls, screens }: Figures): string | null {
  if (subjectOf(kind) === 'screen') return screens.get(screenId ?? '')?.name ?? null
  const call = calls.find(({ assessed }) => assessed.valued.stored.id === positionId)
  return call === undefined ? null : nameCall(call)
}
