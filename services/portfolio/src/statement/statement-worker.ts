import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@callwright/service'
import type { ThreadReply } from './read-in-thread.ts'
import { readStatement, type StatementRequest } from './read-statement.ts'

parentPort?.postMessage(read(workerData))

function read(request: StatementRequest): ThreadReply {
  try {
    return { statement: readStatement(request) }
  } catch (error) {
    if (error instanceof AppError) return { unreadable: error.detail }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
