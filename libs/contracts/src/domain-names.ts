import type { Static, TObject } from 'typebox'

/**
 * Maps objects between the wire and the code, one level deep. A wire name becomes its domain name by camel case, unless
 * a table of names says otherwise; both directions and their types use the same table. At runtime this file imports
 * nothing, so the browser can load it without schema code.
 */

/** Domain names by wire name, for fields whose domain name is not their camel case. */
export type DomainNames = Readonly<Record<string, string>>

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name
type DomainName<Name extends string, Names> = Name extends keyof Names ? Names[Name] & string : Camel<Name>
type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value

/** A wire object with the domain's names. Objects within it keep their names. */
export type Domain<Wire, Names = unknown> = {
  readonly [Name in keyof Wire as DomainName<Name & string, Names>]: Frozen<Wire[Name]>
}

const camelNames = new Map<string, string>()

function toCamel(name: string): string {
  const known = camelNames.get(name)
  if (known !== undefined) return known
  const camel = name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())
  camelNames.set(name, camel)
  return camel
}

/** Renames a wire object's fields to the domain's names. */
export function toDomain<Wire extends object, const Names extends DomainNames = Record<never, never>>(
  wire: Wire,
  names?: Names,
): Domain<Wire, Names> {
  const result: Record<string, unknown> = {}
  // A loop over keys is several times as fast as one over entries, and a chain has hundreds of contracts.
  for (const name in wire) result[names?.[name] ?? toCamel(name)] = wire[name]
  return result as Domain<Wire, Names>
}

/**
 * Creates the inverse of `toDomain` for one schema. The result has the schema's fields, in the schema's order; other
 * fields of the domain object are left out.
 */
export function createWireWriter<Schema extends TObject, const Names extends DomainNames = Record<never, never>>(
  schema: Schema,
  names?: Names,
): (value: Domain<Static<Schema>, Names>) => Static<Schema> {
  const fields = Object.keys(schema.properties).map((name) => [name, names?.[name] ?? toCamel(name)] as const)
  return (value) => {
    const result: Record<string, unknown> = {}
    for (const [wire, domain] of fields) result[wire] = value[domain as keyof typeof value]
    return result as Static<Schema>
  }
}
