import type { Readable, Writable } from 'node:stream'
import { isCancel, log, password, select, text } from '@clack/prompts'

/** The user ended the conversation, so nothing is written. */
export class SetupCanceled extends Error {
  override readonly name = 'SetupCanceled'
}

export interface Streams {
  readonly input: Readable
  readonly output: Writable
}

interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

/** A problem with an answer, in one sentence; undefined accepts the answer. */
type Validate = (answer: string) => string | undefined

export type Terminal = ReturnType<typeof openTerminal>

/** Asks on a terminal. Each question rejects with `SetupCanceled` on Ctrl-C. */
export function openTerminal({ input, output }: Streams) {
  const streams = { input, output }
  const accept = (answer: string | symbol): string => {
    if (isCancel(answer)) throw new SetupCanceled('Stopped. Nothing was changed.')
    return String(answer ?? '').trim()
  }
  const validated = (validate: Validate) => (answer: string | undefined) => validate((answer ?? '').trim())
  return {
    say: (words: string) => log.message(words, { output }),
    warn: (words: string) => log.warn(words, { output }),
    choose: async (message: string, options: readonly Choice[]) =>
      accept(await select<string>({ message, options: [...options], ...streams })),
    ask: async (message: string, initialValue: string, validate: Validate) =>
      accept(await text({ message, initialValue, validate: validated(validate), ...streams })),
    /** Shows a mark instead of each character. */
    askSecret: async (message: string, validate: Validate) =>
      accept(await password({ message, validate: validated(validate), clearOnError: true, ...streams })),
  }
}
