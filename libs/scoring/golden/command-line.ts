import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf } from './outcome.ts'

/** Parses a command's flags and positional arguments; returns an error message if they are invalid. */
export function readCommandLine<C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> | string {
  try {
    return parseArgs(config)
  } catch (error) {
    // After the first sentence, Node explains how to write a file name that looks like a flag.
    return messageOf(error).split(/\.\s/)[0] ?? ''
  }
}
