import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf } from './outcome.ts'

/** Flags and positionals of a command, or, in a sentence, what is wrong with them. */
export function readCommandLine<C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> | string {
  try {
    return parseArgs(config)
  } catch (error) {
    // Behind its first sentence Node explains how to write a file name that looks like a flag.
    return messageOf(error).split(/\.\s/)[0] ?? ''
  }
}
