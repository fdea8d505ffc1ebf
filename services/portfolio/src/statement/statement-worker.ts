import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadReply, ThreadTask } from './read-in-thread.ts'
import { readStatement } from './read-statement.ts'
import { readLines } from './reader.ts'
import { UnreadableFile } from './unreadable.ts'

parentPort?.postMessage(read(workerData))

function read({ what, request }: ThreadTask): ThreadReply {
  try {
    return {
      read: what === 'statement' ? readStatement(request) : readLines(request.csv, request.separator, request.most),
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
