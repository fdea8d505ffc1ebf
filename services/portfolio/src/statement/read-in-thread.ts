import { Worker } from 'node:worker_threads'
import type { CsvSeparator } from '@callwright/contracts'
import { readStatement, type Statement, type StatementRequest, type UnknownColumns } from './read-statement.ts'
import { type Line, readLines } from './reader.ts'
import { UnreadableFile } from './unreadable.ts'

/** Texts up to this length are read at once; the start of a thread takes longer. */
const SMALL = 200_000

interface LinesRequest {
  readonly csv: string
  readonly separator: CsvSeparator
  /** Lines after which the reading stops. */
  readonly most: number
}

export type ThreadTask =
  | { readonly what: 'statement'; readonly request: StatementRequest }
  | { readonly what: 'lines'; readonly request: LinesRequest }

export type ThreadReply = { readonly read: unknown } | { readonly unreadable: string } | { readonly failed: string }

/** Threads at once; further files wait for one of them to end. */
const MAX_THREADS = 2
/** Reading a file of the largest size takes about a second; one that takes this long is made to do so. */
const PATIENCE_MS = 15_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512 }

/**
 * Reads a file as `readStatement` does, in a thread if it is large, so that the service answers others meanwhile. A thread
 * that takes too long or too much memory is ended, and the file is unreadable.
 */
export async function readInThread(
  request: StatementRequest,
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
): Promise<Statement | UnknownColumns> {
  if (request.csv.length <= SMALL) return readStatement(request)
  return (await runTask({ what: 'statement', request }, patienceMs)) as Statement | UnknownColumns
}

/** The same for the lines of a file that was exported here. */
export async function readLinesInThread(request: LinesRequest): Promise<readonly Line[]> {
  const { csv, separator, most } = request
  if (csv.length <= SMALL) return readLines(csv, separator, most)
  return (await runTask({ what: 'lines', request }, PATIENCE_MS)) as readonly Line[]
}

async function runTask(task: ThreadTask, patienceMs: number): Promise<unknown> {
  await takeSlot()
  const reply = await runThread(task, patienceMs).finally(freeSlot)
  if ('read' in reply) return reply.read
  if ('unreadable' in reply) throw new UnreadableFile(reply.unreadable)
  throw new Error(reply.failed)
}

async function runThread(task: ThreadTask, patienceMs: number): Promise<ThreadReply> {
  const thread = new Worker(new URL('./statement-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: RESOURCE_LIMITS,
  })
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>()
  const tooLong = { unreadable: 'Reading this file takes too long. Export a shorter period, and import file by file.' }
  const timer = setTimeout(() => resolve(tooLong), patienceMs)
  thread.once('message', resolve)
  thread.once('error', (error) => ('code' in error && error.code === OUT_OF_MEMORY ? resolve(tooLong) : reject(error)))
  thread.once('exit', () => reject(new Error('The thread ended without a reply')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

let running = 0
const waiting: (() => void)[] = []

async function takeSlot(): Promise<void> {
  if (running < MAX_THREADS) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function freeSlot(): void {
  const next = waiting.shift()
  if (next === undefined) running -= 1
  else next()
}
