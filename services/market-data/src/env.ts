export type Env = Readonly<Record<string, string | undefined>>

/** An empty variable counts as unset. */
export function isSet(env: Env, name: string): boolean {
  return (env[name]?.trim() ?? '') !== ''
}
