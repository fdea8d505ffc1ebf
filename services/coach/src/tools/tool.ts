import type { Body, EndpointId, Params, Query, Success } from '@callwright/contracts'
import { endpointTable, personalTools } from '@callwright/contracts'
import { createFieldReader, type ServiceClient } from '@callwright/service'
import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { ToolName } from '../turn/tool-names.ts'
import type { Tool, ToolArgs, ToolContext, ToolResult, ToolSpec } from '../turn/types.ts'
import { describeFailure, readFailure } from './failure.ts'
import { type ResultStamp, resultStamp } from './stamp.ts'

export interface Question<Id extends EndpointId> {
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
  readonly open: (client: Pick<ServiceClient, 'call'>) => Tool
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
  const open =
    (client: Pick<ServiceClient, 'call'>) =>
    async (given: ToolArgs, context: ToolContext): Promise<ToolResult> => {
      const checked = read({ ...noArguments(args), ...given })
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
  return { name, description, args, result, isPersonal, open }
}

/** Whether a call with these arguments reads the user's data. */
export const readsPersonalData = ({ isPersonal }: Pick<ToolSpec, 'isPersonal'>, args: ToolArgs): boolean =>
  isPersonal === true || (isPersonal === 'unless_symbols' && !Array.isArray(args.symbols))

const noArguments = (args: TObject) => Object.fromEntries(Object.keys(args.properties).map((name) => [name, null]))
