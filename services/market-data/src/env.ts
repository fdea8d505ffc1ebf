/** Environment variables of the process. */
export type Env = Readonly<Record<string, string | undefined>>

/** False also for an empty variable. */
export function isSet(env: Env, name: string): boolean {
  return (env[name]?.trim() ?? '') !== ''
}
