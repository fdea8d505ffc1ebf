import { type AppLink, buildRollsAddress, type CardAction, ChatMetadata, type Grounding } from '@callwright/contracts'
import { Compile } from 'typebox/compile'
import { displayText } from '../grounding/result-values.ts'
import { toPlainText } from '../guardrails/plain-text.ts'
import { isToolError } from '../turn/tool-caller.ts'
import type { Call, CardChoice, ToolSpec, ToolSuccess } from '../turn/types.ts'
import { buildCardBody } from './card-body.ts'

const contract = Compile(ChatMetadata)
const MAX_CHOICES = 6

/**
 * Builds an answer's card from a tool result: the result that the engine chose, or else the last successful one with a
 * card. If every call failed, the card shows the failure. A card that violates the contract is dropped.
 */
export function chooseCard(
  choice: CardChoice | null,
  calls: readonly Call[],
  specs: readonly ToolSpec[],
  grounding: Grounding,
): ChatMetadata | null {
  if (choice?.kind === 'clarify') return buildClarify(choice, grounding)
  if (choice?.kind === 'none') return null
  const wanted = calls.find(({ id }) => choice?.kind === 'call' && id === choice.call)
  const successes = calls.toReversed().filter(({ result }) => !isToolError(result))
  const candidates = wanted === undefined ? successes : [wanted, ...successes]
  for (const call of candidates) {
    const card = buildCard(call, specs, grounding)
    if (card !== null) return card
  }
  const failed = calls.findLast(({ result }) => isToolError(result))
  return choice === null ? buildFailure(failed, grounding) : null
}

function buildCard(call: Call, specs: readonly ToolSpec[], grounding: Grounding): ChatMetadata | null {
  if (isToolError(call.result)) return null
  const schema = specs.find(({ name }) => name === call.name)?.result ?? null
  const body = buildCardBody(call.name, call.result, schema)
  if (body === null) return null
  return check({
    ...clean(body),
    ...readStamp(call.result),
    links: listLinks(call),
    actions: listActions(call),
    grounding,
  })
}

const check = (card: unknown): ChatMetadata | null => (contract.Check(card) ? card : null)

const readStamp = ({ as_of, delay_minutes, source, warnings }: ToolSuccess) => ({
  as_of,
  delay_minutes,
  source: source === null ? null : toPlainText(source),
  warnings: warnings.map(toPlainText),
})

const empty = { as_of: null, delay_minutes: null, source: null, warnings: [], links: [], actions: [] }

function buildClarify(
  { question, choices }: Extract<CardChoice, { kind: 'clarify' }>,
  grounding: Grounding,
): ChatMetadata | null {
  const content = { question: toPlainText(question), choices: choices.slice(0, MAX_CHOICES).map(toPlainText) }
  return check({ type: 'clarify', content, ...empty, grounding })
}

function buildFailure(call: Call | undefined, grounding: Grounding): ChatMetadata | null {
  if (call === undefined || !isToolError(call.result)) return null
  const { error, message, suggestions } = call.result
  const content = { code: error, message: toPlainText(displayText(message)), suggestions: suggestions.map(toPlainText) }
  return check({ type: 'error_card', content, ...empty, grounding })
}

/** Applies the chat's plain-text rules to every string in a card. */
function clean<T>(value: T): T
function clean(value: unknown): unknown {
  if (typeof value === 'string') return toPlainText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, clean(part)]])),
  )
}

const SYMBOL = /^[A-Z]{1,6}([.-][A-Z]{1,3})?$/u

/** Maps each filter of the tool to the query parameter of the screener page. */
const screenFilters: Readonly<Record<string, string>> = {
  sector: 'sector',
  min_score: 'min_score',
  min_yield: 'min_yield',
  min_price: 'current_price_min',
  max_price: 'current_price_max',
  iv_rank_min: 'min_iv_rank',
  rsi_max: 'max_rsi',
  market_cap: 'market_cap',
}

/** Links to the pages that show a call's figures in full. */
function listLinks({ name, args, result }: Pick<Call, 'name' | 'args' | 'result'>): AppLink[] {
  if (name === 'top_covered_call_stocks') return [{ label: 'Open the screener', path: buildScreenPath(args) }]
  if (name === 'screen_calls' && 'address' in result && typeof result.address === 'string') {
    return [{ label: 'Open these calls', path: result.address }]
  }
  const held = name === 'roll_candidates' || name === 'roll_preview' ? findPositionId(result) : null
  if (held !== null) return [{ label: 'Open the table of rolls', path: buildRollsAddress(held) }]
  if (name === 'portfolio_review' || name === 'analyze_position') {
    return [{ label: 'Open the portfolio', path: '/portfolio' }]
  }
  if (name === 'alert_rules') return [{ label: 'Open alerts', path: '/alerts' }]
  if (name === 'app_help' && 'path' in result && typeof result.path === 'string') {
    return [{ label: 'Open the page', path: result.path }]
  }
  const symbol = 'symbol' in result && typeof result.symbol === 'string' ? result.symbol : null
  if (symbol === null || !SYMBOL.test(symbol)) return []
  return [{ label: `Analyze ${symbol}`, path: `/analysis?${new URLSearchParams({ symbol })}` }]
}

/** The position of a roll; null if the result names none. */
function findPositionId(result: Call['result']): string | null {
  const { position_id, position } = result as {
    readonly position_id?: unknown
    readonly position?: { readonly id?: unknown }
  }
  const id = position_id ?? position?.id
  return typeof id === 'string' ? id : null
}

function buildScreenPath(args: Call['args']): string {
  const search = new URLSearchParams()
  for (const [name, parameter] of Object.entries(screenFilters)) {
    const value = args[name]
    if (typeof value === 'number' || typeof value === 'string') search.set(parameter, String(value))
  }
  return search.size === 0 ? '/screening' : `/screening?${search}`
}

/** Actions that a card offers. The user must confirm an action on its page before anything is written. */
function listActions({ name, result }: Pick<Call, 'name' | 'args' | 'result'>): CardAction[] {
  if (name !== 'analyze_trade') return []
  const { symbol, strike, expiration, premium, entry_price } = { ...result } as Readonly<Record<string, unknown>>
  if (typeof symbol !== 'string' || typeof strike !== 'number' || typeof expiration !== 'string') return []
  return [
    {
      kind: 'add_position',
      label: 'Add to portfolio',
      position: {
        ticker: symbol,
        strike_price: strike,
        expiry_date: expiration,
        entry_premium: typeof premium === 'number' ? premium : null,
        entry_price: typeof entry_price === 'number' ? entry_price : null,
      },
    },
  ]
}
