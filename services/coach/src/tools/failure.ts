import { AppError } from '@callwright/service'
import Type from 'typebox'
import { type ToolError, type ToolErrorCode, toolErrorCodes } from '../turn/types.ts'
import { cleanText } from './clean-text.ts'

/** A tool that has no answer says so as data: why, and what might be asked instead. */
export const ToolFailure = Type.Object({
  error: Type.Enum(toolErrorCodes),
  message: Type.String(),
  suggestions: Type.Array(Type.String()),
})

const MOST_SUGGESTIONS = 6
const MOST_CHARACTERS = 240

export function describeFailure(error: ToolErrorCode, message: string, suggestions: readonly string[] = []): ToolError {
  return { error, message: cleanText(message, MOST_CHARACTERS), suggestions: suggestions.slice(0, MOST_SUGGESTIONS) }
}

/** What a tool gives up with; the registry hands it over as data. */
export class Unanswerable extends Error {
  override readonly name = 'Unanswerable'
  readonly failure: ToolError
  constructor(...parts: Parameters<typeof describeFailure>) {
    super(parts[1])
    this.failure = describeFailure(...parts)
  }
}

/** The failure that an error stands for; null for a broken promise of ours, which is no answer at all. */
export function readFailure(error: unknown): ToolError | null {
  if (error instanceof Unanswerable) return error.failure
  if (!(error instanceof AppError)) return null
  const { status, code, detail } = error
  if (status === 404) return describeFailure(code.startsWith('unlisted_') ? 'NO_OPTIONS' : 'NOT_FOUND', detail)
  if (status === 503 || status === 504) return describeFailure('UPSTREAM_TIMEOUT', detail)
  return status < 500 ? describeFailure('INVALID', detail) : null
}
