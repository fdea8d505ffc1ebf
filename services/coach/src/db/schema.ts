import type { ChatMetadata, ChatSource, EngineFooter, Grounding, Understood } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Call } from '../turn/types.ts'

/**
 * Messages from both sides. `calls` holds an answer's tool calls with their arguments, because later turns need them.
 */
export interface MessageTable {
  sequence: GeneratedAlways<number>
  userId: string
  id: string
  role: 'user' | 'assistant'
  content: string
  fromLink: Generated<boolean>
  metadata: JSONColumnType<ChatMetadata> | null
  sources: JSONColumnType<readonly ChatSource[]> | null
  grounding: JSONColumnType<Grounding> | null
  engine: JSONColumnType<EngineFooter> | null
  understood: JSONColumnType<Understood> | null
  calls: JSONColumnType<readonly Pick<Call, 'name' | 'args'>[]> | null
  createdAt: Generated<Date>
}

/** Model usage per user and day. */
interface UsageTable {
  userId: string
  day: IsoDate
  turns: number
  inputTokens: number
  outputTokens: number
  costUsd: number
}

export interface Tables {
  message: MessageTable
  usage: UsageTable
}
