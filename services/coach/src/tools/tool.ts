import {
  type Body,
  DataClass,
  dataClassesWorstFirst,
  type EndpointId,
  endpointTable,
  type FigureUnit,
  Instant,
  IsoDate,
  joinSources,
  nullable,
  type Params,
  PositionId,
  personalTools,
  type Query,
  StockSymbol,
  type Success,
} from '@callwright/contracts'
import { keepAboveOversold } from '@callwright/scoring'
import { AppError, createFieldReader, type ServiceClient } from '@callwright/service'
import Type, { type Static, type TNumberOptions, type TObject, type TProperties } from 'typebox'
import type { MoneyPer } from '../grounding/figures.ts'
import type {
  Tool,
  ToolArgs,
  ToolContext,
  ToolError,
  ToolErrorCode,
  ToolName,
  ToolResult,
  ToolSpec,
} from '../turn/types.ts'

/** Argument schemas shared by several tools. Null means "not given". */
export const symbol = StockSymbol
export const maybeSymbol = nullable(StockSymbol)
export const maybePositionId = nullable(PositionId)
export const date = IsoDate
export const maybeDate = nullable(IsoDate)

const MAX_USD = 1_000_000
const MAX_DAYS = 1_200
const MAX_ROWS = 100

export const price = (description?: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: MAX_USD, ...(description === undefined ? {} : { description }) })
export const maybeNumber = (options: TNumberOptions) => nullable(Type.Number(options))
export const maybePrice = (description?: string) => nullable(price(description))
export const maybePremium = (description: string) => maybeNumber({ minimum: 0, maximum: MAX_USD, description })
export const maybeDelta = () => maybeNumber({ minimum: 0, maximum: 1, description: '0-1' })
export const maybePercent = (description: string, maximum = 1_000) => maybeNumber({ minimum: 0, maximum, description })
export const maybeDays = (description?: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: MAX_DAYS, ...(description === undefined ? {} : { description }) }))
export const maybeCount = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description }))
export const shares = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000_000, description })
export const maybeLimit = nullable(
  Type.Integer({ minimum: 1, maximum: MAX_ROWS, description: 'Rows to return; 10 unless given' }),
)

/** Swaps the bounds of a range if they are in reverse order. */
export function inOrder(least: number | null, most: number | null): readonly [number | null, number | null] {
  return least !== null && most !== null && least > most ? [most, least] : [least, most]
}

/** The `unit` in a figure's schema decides how the figure is displayed and which figures in a draft it supports. */
const figure = (unit: FigureUnit, description?: string, more: object = {}) =>
  Type.Number({ unit, ...more, ...(description === undefined ? {} : { description }) })

/** Dollars per share, unless `per` names a contract or a whole position. */
export const usd = (description?: string, per: MoneyPer = 'share') => figure('usd', description, { per })
export const pct = (description?: string) => figure('pct', description)
export const days = (description?: string) => figure('days', description)
export const count = (description?: string) => figure('count', description)
const ratio = (description?: string) => figure('ratio', description)
export const points = (description?: string) => figure('points', description)

/**
 * Rounds ratings, IV ranks and oscillators down, like every page, so that none appears to have reached a threshold that
 * it hasn't. The inner rounding corrects floating-point sums slightly below a whole number.
 */
export const floorToWhole = (points: number | null | undefined) => floorToStep(points, 1)
export const floorToTenth = (points: number | null | undefined) => floorToStep(points, 10)

/** Rounds an RSI like every page: a value above the oversold threshold is never rounded down to it. */
export const floorRsi = (rsi: number | null | undefined) => floorToTenth(rsi == null ? rsi : keepAboveOversold(rsi))

const floorToStep = (points: number | null | undefined, steps: number) =>
  points == null ? null : Math.floor(Math.round(points * steps * 1e6) / 1e6) / steps

/** Nullable versions of the schemas above. Null means that the figure is unknown. */
export const maybe = {
  usd: (description?: string, per?: MoneyPer) => nullable(usd(description, per)),
  pct: (description?: string) => nullable(pct(description)),
  frac: (description?: string) => nullable(figure('frac', description)),
  delta: (description?: string) => nullable(figure('delta', description)),
  days: (description?: string) => nullable(days(description)),
  count: (description?: string) => nullable(count(description)),
  ratio: (description?: string) => nullable(ratio(description)),
  points: (description?: string) => nullable(points(description)),
}

/** Metadata in every tool result: the time, delay and source of its figures. */
const resultStamp = {
  as_of: nullable(Instant),
  delay_minutes: maybe.count('Contractual delay of the market data; null if unknown or not applicable'),
  source: Type.String(),
  data_class: DataClass,
  warnings: Type.Array(Type.String()),
}
const ResultStamp = Type.Object(resultStamp)
type ResultStamp = Static<typeof ResultStamp>

/** The fields of a service response that describe the origin of its data. */
export interface StampedAnswer {
  readonly as_of: string | null
  readonly data_class: ResultStamp['data_class']
  readonly source: string
  readonly message?: string | null
}

const AGREED_DELAY_MINUTES = 15
const MAX_WARNING_CHARACTERS = 240

const delays: Readonly<Partial<Record<ResultStamp['data_class'], number>>> = {
  live: 0,
  delayed: AGREED_DELAY_MINUTES,
  indicative: AGREED_DELAY_MINUTES,
}

/** Simulated and recorded markets need no warning, because the footer of every answer names them. */
const classWarnings: Readonly<Partial<Record<ResultStamp['data_class'], string>>> = {
  indicative: 'Option quotes are indicative: estimates by the source, not exchange quotes.',
  stale: 'The data source is unavailable. These are its last known figures.',
  none: 'The data source has no figures for this.',
}

/** Combines the metadata of several responses: the oldest time, the worst data class, all sources and all messages. */
export function readStamp(answers: readonly StampedAnswer[], warnings: readonly string[] = []): ResultStamp {
  const dataClass =
    dataClassesWorstFirst.find((candidate) => answers.some(({ data_class }) => data_class === candidate)) ?? 'none'
  const instants = answers.flatMap(({ as_of }) => (as_of === null ? [] : [as_of]))
  const messages = answers.flatMap(({ message }) =>
    message === null || message === undefined ? [] : [cleanText(message, MAX_WARNING_CHARACTERS)],
  )
  const ofClass = classWarnings[dataClass]
  return {
    as_of: instants.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    delay_minutes: delays[dataClass] ?? null,
    source: cleanText(joinSources(answers.map(({ source }) => source))),
    data_class: dataClass,
    warnings: [...new Set([...(ofClass === undefined ? [] : [ofClass]), ...messages, ...warnings])],
  }
}

/** Metadata for results without market data. */
export function ownStamp(source: string, warnings: readonly string[] = []): ResultStamp {
  return { as_of: null, delay_minutes: null, source, data_class: 'none', warnings: [...warnings] }
}

const MAX_SUGGESTIONS = 6
const MAX_MESSAGE_LENGTH = 240

export function describeFailure(error: ToolErrorCode, message: string, suggestions: readonly string[] = []): ToolError {
  return { error, message: cleanText(message, MAX_MESSAGE_LENGTH), suggestions: suggestions.slice(0, MAX_SUGGESTIONS) }
}

/** Thrown by a tool that cannot answer. `defineTool` returns its failure as data. */
export class Unanswerable extends Error {
  override readonly name = 'Unanswerable'
  readonly failure: ToolError
  constructor(...parts: Parameters<typeof describeFailure>) {
    super(parts[1])
    this.failure = describeFailure(...parts)
  }
}

/** Converts an error to a failure. Returns null for internal errors and bugs, which the caller rethrows. */
export function readFailure(error: unknown): ToolError | null {
  if (error instanceof Unanswerable) return error.failure
  if (!(error instanceof AppError)) return null
  const { status, code, detail } = error
  if (status === 404) return describeFailure(code.startsWith('unlisted_') ? 'NO_OPTIONS' : 'NOT_FOUND', detail)
  if (status === 503 || status === 504) return describeFailure('UPSTREAM_TIMEOUT', detail)
  return status < 500 ? describeFailure('INVALID', detail) : null
}

const MAX_NAME_LENGTH = 80

/**
 * Makes text from providers and users (company names, notes) safe for models and answers: one line of limited length,
 * without control and format characters, markup, placeholders or links.
 */
export function cleanText(text: string, most = MAX_NAME_LENGTH): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}<>{}[\]`\\]/gu, '')
    .replace(/[a-z][a-z0-9+.-]{0,20}:\/\/\S*/giu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...plain]
  return characters.length <= most
    ? plain
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

interface Question<Id extends EndpointId> {
  readonly params?: Params<Id>
  readonly query?: Query<Id>
  readonly body?: Body<Id>
}

/** Calls another service: as the user on user endpoints, as the coach on all others. */
export type Ask = <Id extends EndpointId>(id: Id, question?: Question<Id>) => Promise<Success<Id>>

/** Clock, page and service client of a tool call. */
export interface ToolRuntime extends Pick<ToolContext, 'asOf' | 'page'> {
  readonly ask: Ask
}

/** Must be shorter than the turn's timeout for tools, so that the user sees the tool's error message. */
const TIMEOUT_MS = 6_000

function openRuntime(
  client: Pick<ServiceClient, 'call'>,
  { user, signal, requestId, asOf, page }: ToolContext,
): ToolRuntime {
  return {
    asOf,
    page,
    ask: (id, question = {}) => {
      const as =
        endpointTable[id].access === 'user' ? ({ kind: 'user', ...user } as const) : ({ kind: 'service' } as const)
      return client.call(id, { ...question, as, signal, requestId, timeoutMs: TIMEOUT_MS })
    },
  }
}

export interface ToolDefinition extends ToolSpec {
  /** Creates the tool on a service client. */
  readonly bind: (client: Pick<ServiceClient, 'call'>) => Tool
}

interface ToolParts<Args extends TProperties, Result extends TProperties> {
  readonly name: ToolName
  readonly description: string
  readonly args: Args
  /** Fields of a result, except the stamp. */
  readonly result: Result
  readonly run: (args: Static<TObject<Args>>, scene: ToolRuntime) => Promise<Static<TObject<Result>> & ResultStamp>
}

/**
 * Validates the arguments even if the caller already has, so that any caller can safely use a tool. Omitted arguments
 * become null.
 */
export function defineTool<Args extends TProperties, Result extends TProperties>(
  parts: ToolParts<Args, Result>,
): ToolDefinition {
  const args = Type.Object(parts.args, { additionalProperties: false })
  const result = Type.Object({ ...parts.result, ...resultStamp })
  const read = createFieldReader(args)
  const bind =
    (client: Pick<ServiceClient, 'call'>) =>
    async (given: ToolArgs, context: ToolContext): Promise<ToolResult> => {
      const checked = read({ ...listNotGiven(args), ...given })
      if (!checked.ok) {
        return describeFailure('INVALID', checked.faults.map(({ field, detail }) => `${field} ${detail}`).join('; '))
      }
      try {
        const answer: ResultStamp = await parts.run(checked.value, openRuntime(client, context))
        return { ...answer }
      } catch (error) {
        const failure = readFailure(error)
        if (failure === null || context.signal.aborted) throw error
        return failure
      }
    }
  const { name, description } = parts
  const isListed = personalTools.some((personal) => personal === name)
  const isPersonal = isListed && 'symbols' in parts.args ? 'unless_symbols' : isListed
  return { name, description, args, result, isPersonal, bind }
}

/** Whether a call with these arguments reads the user's data. */
export const readsPersonalData = ({ isPersonal }: Pick<ToolSpec, 'isPersonal'>, args: ToolArgs): boolean =>
  isPersonal === true || (isPersonal === 'unless_symbols' && !Array.isArray(args.symbols))

const listNotGiven = (args: TObject) => Object.fromEntries(Object.keys(args.properties).map((name) => [name, null]))
