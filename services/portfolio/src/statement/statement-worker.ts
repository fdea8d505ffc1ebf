import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadReply } from './read-in-thread.ts'
import { readStatement, type StatementRequest } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

parentPort?.postMessage(read(workerData))

function read(request: StatementRequest): ThreadReply {
  try {
    return { statement: readStatement(request) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
