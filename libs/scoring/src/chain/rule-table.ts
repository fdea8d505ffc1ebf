export interface NamedRule<Reason, Rejects> {
  readonly reason: Reason
  readonly rejects: Rejects
}

/** Lists the rules of a table in order: the first rule that rejects gives the reason. */
export function listRules<Reason extends string, Rejects>(
  table: Readonly<Record<Reason, Rejects>>,
): NamedRule<Reason, Rejects>[] {
  return (Object.keys(table) as Reason[]).map((reason) => ({ reason, rejects: table[reason] }))
}
