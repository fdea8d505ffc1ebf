/** A rule that turns a call away, under the reason it gives. */
export interface NamedRule<Reason, Rejects> {
  readonly reason: Reason
  readonly rejects: Rejects
}

/** The rules of a table as a list, in its order: the first that rejects gives the reason. */
export function listRules<Reason extends string, Rejects>(
  table: Readonly<Record<Reason, Rejects>>,
): NamedRule<Reason, Rejects>[] {
  return (Object.keys(table) as Reason[]).map((reason) => ({ reason, rejects: table[reason] }))
}
