import type { EngineFailureReason, Usage } from './types.ts'

export const noUsage: Usage = { modelTurns: 0, inputTokens: 0, outputTokens: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    modelTurns: a.modelTurns + b.modelTurns,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  }
}

/** Thrown by an engine that cannot answer, with the reason and the usage up to that point. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: EngineFailureReason
  readonly usage: Usage
  constructor(reason: EngineFailureReason, usage: Usage, cause?: unknown) {
    super(`The engine failed: ${reason}`, { cause })
    this.reason = reason
    this.usage = usage
  }
}
