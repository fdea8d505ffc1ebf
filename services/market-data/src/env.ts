/** Environment variables of the process. */
export type Env = Readonly<Record<string, string | undefined>>

/** Whether a variable is set. An empty variable is treated as unset. */
export function isSet(env: Env, name: string): boolean {
  return (env[name]?.trim() ?? '') !== ''
}
