import { type AlertRule, type AlertRuleBody, MAX_ALERT_RULES } from '@callwright/contracts'
import { type AppError, getUser, type Handlers } from '@callwright/service'
import { unknownPosition } from '../../errors.ts'
import type { PositionStore } from '../../positions/position-store.ts'
import type { PrepareCheck } from '../../positions/stock-names.ts'
import type { ReadPortfolio } from '../../valuation/valuation.ts'
import { invalid, unknownScreen } from '../errors.ts'
import { type FiguresReader, type Reader, readAs } from '../evaluation/read-figures.ts'
import { describeRule, ruleSpecs, subjectOf } from './evaluate-rule.ts'
import { nameStoredCall } from './position-kinds.ts'
import type { RuleTerms } from './rule.ts'
import { type RuleStore, type RuleToPut, readTerms, type ShownRule } from './rule-store.ts'
import { suggestForPosition, suggestForScreen, suggestForStock, toWireSuggestion } from './suggest-rules.ts'

type RuleRouteId =
  | 'portfolio.listAlertRules'
  | 'portfolio.putAlertRule'
  | 'portfolio.removeAlertRule'
  | 'portfolio.suggestAlertRules'

export interface RuleRouteDeps {
  readonly rules: RuleStore
  readonly positions: Pick<PositionStore, 'list'>
  readonly readPortfolio: ReadPortfolio
  readonly figures: Pick<FiguresReader, 'listScreens'>
  readonly prepareCheck: PrepareCheck
}

export function ruleRoutes(deps: RuleRouteDeps): Pick<Handlers<'portfolio'>, RuleRouteId> {
  const { rules, readPortfolio, figures } = deps
  return {
    async 'portfolio.listAlertRules'({ identity }) {
      const shown = await rules.list(getUser(identity).userId)
      const times = shown.flatMap(({ evaluatedAt }) => (evaluatedAt === null ? [] : [evaluatedAt.toISOString()]))
      return {
        status: 'success',
        rules: shown.map(toWireRule),
        kinds: [...ruleSpecs],
        max_rules: MAX_ALERT_RULES,
        evaluated_at: times.toSorted().at(-1) ?? null,
      }
    },

    async 'portfolio.putAlertRule'({ identity, params, body, request }) {
      const { userId, isDemo } = getUser(identity)
      const reader = readAs(userId, isDemo)
      const { enabled = true, version = null } = body
      const terms = await readRule(body, reader, { ...deps, requestId: request.id })
      await rules.put(userId, { id: params.id, ...terms, enabled, version, isDemo })
      return { status: 'success', rule: await showRule(rules, userId, params.id) }
    },

    async 'portfolio.removeAlertRule'({ identity, params }) {
      await rules.remove(getUser(identity).userId, params.id)
      return { status: 'success' }
    },

    async 'portfolio.suggestAlertRules'({ identity, query, request }) {
      const { userId, isDemo } = getUser(identity)
      const known = await rules.list(userId)
      const { position_id, symbol, screen_id } = query
      if (screen_id !== undefined) {
        const screen = (await figures.listScreens(readAs(userId, isDemo))).find(({ id }) => id === screen_id)
        if (screen === undefined) throw unknownScreen()
        return { status: 'success', suggestions: suggestForScreen(screen).map((each) => toWireSuggestion(each, known)) }
      }
      if (symbol !== undefined) {
        return { status: 'success', suggestions: suggestForStock(symbol).map((each) => toWireSuggestion(each, known)) }
      }
      const { assessed } = await readPortfolio(userId, request.id)
      const chosen = position_id === undefined ? null : assessed.find(({ valued }) => valued.stored.id === position_id)
      if (chosen === undefined) throw unknownPosition()
      return { status: 'success', suggestions: suggestForPosition(chosen).map((each) => toWireSuggestion(each, known)) }
    },
  }
}

async function showRule(rules: RuleStore, userId: string, id: string): Promise<AlertRule> {
  const found = (await rules.list(userId)).find((rule) => rule.id === id)
  if (found === undefined) throw new Error('A stored rule is missing')
  return toWireRule(found)
}

interface Known extends Pick<RuleRouteDeps, 'positions' | 'figures' | 'prepareCheck'> {
  readonly requestId: string
}

/** Validates a rule: its subject exists, its limit is in the range of its kind, and nothing else is set. */
async function readRule(
  body: AlertRuleBody,
  reader: Reader,
  known: Known,
): Promise<Pick<RuleToPut, keyof RuleTerms | 'subjectName'>> {
  const { kind, position_id = null, symbol = null, screen_id = null, limit = null } = body
  const subject = subjectOf(kind)
  if (subject !== 'position' && position_id !== null) throw invalid('position_id', `does not apply to ${kind}`)
  if (subject !== 'stock' && symbol !== null) throw invalid('symbol', `does not apply to ${kind}`)
  if (subject !== 'screen' && screen_id !== null) throw invalid('screen_id', `does not apply to ${kind}`)
  const terms = { kind, positionId: position_id, screenId: screen_id, limit: readLimit(kind, limit) }
  if (subject === 'position') {
    return { ...terms, symbol: null, subjectName: await namePosition(position_id, reader.userId, known) }
  }
  if (subject === 'screen') return { ...terms, symbol: null, subjectName: await nameScreen(screen_id, reader, known) }
  return { ...terms, symbol: await readSymbol(symbol, known), subjectName: null }
}

function readLimit(kind: RuleTerms['kind'], limit: number | null): number | null {
  const spec = ruleSpecs.find((each) => each.kind === kind)
  if (spec === undefined || spec.unit === null) {
    if (limit !== null) throw invalid('limit', `does not apply to ${kind}`)
    return null
  }
  const { unit, min, max } = spec
  const value = limit ?? spec.default_limit
  if (value === null) throw invalid('limit', 'is required')
  if (min !== null && max !== null && (value < min || value > max)) {
    throw invalid('limit', `must be from ${min} to ${max}`)
  }
  if (unit === 'days' && !Number.isInteger(value)) throw invalid('limit', 'must be a whole number of days')
  return value
}

async function namePosition(id: string | null, userId: string, { positions }: Known): Promise<string | null> {
  if (id === null) return null
  const found = (await positions.list(userId)).find((position) => position.id === id)
  if (found === undefined) throw unknownPosition()
  return nameStoredCall(found)
}

async function nameScreen(id: string | null, reader: Reader, { figures }: Known): Promise<string> {
  if (id === null) throw invalid('screen_id', 'is required')
  const screen = (await figures.listScreens(reader)).find((each) => each.id === id)
  if (screen === undefined) throw unknownScreen()
  return screen.name
}

async function readSymbol(typed: string | null, { prepareCheck, requestId }: Known): Promise<string> {
  if (typed === null || typed.trim() === '') throw invalid('symbol', 'is required')
  const { resolveSymbol, unknown } = await prepareCheck([typed], requestId)
  const symbol = resolveSymbol(typed)
  if (unknown.has(symbol)) throw unlisted(typed)
  return symbol
}

const unlisted = (typed: string): AppError => invalid('symbol', `${typed} is not a listed stock`)

export function toWireRule(rule: ShownRule): AlertRule {
  const terms = readTerms(rule)
  const { last, evaluatedAt } = rule
  return {
    id: rule.id,
    kind: terms.kind,
    subject: subjectOf(terms.kind),
    position_id: terms.positionId,
    symbol: terms.symbol,
    screen_id: terms.screenId,
    limit: terms.limit,
    enabled: rule.enabled,
    sentence: describeRule(terms, rule.subjectName),
    version: rule.version,
    state: rule.state,
    state_note: rule.stateNote,
    evaluated_at: evaluatedAt?.toISOString() ?? null,
    last_message:
      last === null ? null : { id: last.id, sentence: last.sentence, created_at: last.createdAt.toISOString() },
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
  }
}
