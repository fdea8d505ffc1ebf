/** The environment a process was started with. */
export type Env = Readonly<Record<string, string | undefined>>

/** False where a variable is empty too. */
export function isSet(env: Env, name: string): boolean {
  return (env[name]?.trim() ?? '') !== ''
}
