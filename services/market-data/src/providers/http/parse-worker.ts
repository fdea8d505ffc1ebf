import { parentPort } from 'node:worker_threads'

interface ParseJob {
  readonly job: number
  readonly module: string
  /** Name of the exported function that parses the text. */
  readonly name: string
  readonly text: string
}

/** Parses large files of vendors outside the event loop of the service. */
parentPort?.on('message', ({ job, module, name, text }: ParseJob) => {
  parse(module, name, text).then(
    (value) => parentPort?.postMessage({ job, value }),
    (error: unknown) =>
      parentPort?.postMessage({
        job,
        problem: error instanceof SyntaxError ? error.message : 'returned unusable data',
      }),
  )
})

async function parse(module: string, name: string, text: string): Promise<unknown> {
  const exported = ((await import(module)) as Readonly<Record<string, unknown>>)[name]
  if (typeof exported !== 'function') throw new TypeError(`${name} is not exported`)
  return exported(text)
}
