import { Worker } from 'node:worker_threads'
import { readStatement, type Statement, type StatementRequest, type UnknownColumns } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

/** Texts up to this length are read at once; the start of a thread takes longer. */
const SMALL = 200_000

export type ThreadReply =
  | { readonly statement: Statement | UnknownColumns }
  | { readonly unreadable: string }
  | { readonly failed: string }

/** Reads a file as `readStatement` does, in a thread if it is large, so that the service answers others meanwhile. */
export async function readInThread(request: StatementRequest): Promise<Statement | UnknownColumns> {
  if (request.csv.length <= SMALL) return readStatement(request)
  const reply = await new Promise<ThreadReply>((resolve, reject) => {
    const thread = new Worker(new URL('./statement-worker.ts', import.meta.url), { workerData: request })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread ended without a reply')))
  })
  if ('statement' in reply) return reply.statement
  if ('unreadable' in reply) throw new UnreadableFile(reply.unreadable)
  throw new Error(reply.failed)
}
