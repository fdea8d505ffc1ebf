import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { inRoot } from './tool.mjs'

/** Path of the file with the user's settings. */
export const envFile = (env) => (env.ENV_FILE ? resolve(env.ENV_FILE) : inRoot('.env'))

/** Adds the settings in the file to the environment. A variable that the shell sets, even to nothing, wins. */
export function loadSettings(env = process.env) {
  const file = envFile(env)
  if (existsSync(file)) process.loadEnvFile(file)
}
