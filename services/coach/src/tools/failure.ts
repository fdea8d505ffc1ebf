import { AppError } from '@callwright/service'
import Type from 'typebox'
import { type ToolError, type ToolErrorCode, toolErrorCodes } from '../turn/types.ts'
import { cleanText } from './clean-text.ts'

/** A tool's error result: the reason, and suggestions for another request. */
export const ToolFailure = Type.Object({
  error: Type.Enum(toolErrorCodes),
  message: Type.String(),
  suggestions: Type.Array(Type.String()),
})

const MAX_SUGGESTIONS = 6
const MAX_CHARACTERS = 240

export function describeFailure(error: ToolErrorCode, message: string, suggestions: readonly string[] = []): ToolError {
  return { error, message: cleanText(message, MAX_CHARACTERS), suggestions: suggestions.slice(0, MAX_SUGGESTIONS) }
}

/** Thrown by a tool that cannot answer. The registry returns its failure as data. */
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
